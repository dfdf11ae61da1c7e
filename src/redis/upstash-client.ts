// The adapter for an existing `@upstash/redis` client, with all its settings. The client is not imported, so that a program
// without it does not bundle it.
import type { Adapter, EventStreams } from "./adapter.ts";
import { NotRedis } from "./redis-errors.ts";
import { createScriptRunner, type EvalCommand } from "./script-runner.ts";

/** The part of an `@upstash/redis` client that a queue uses, common to all its versions. */
export interface UpstashClient {
  eval(script: string, keys: string[], args: unknown[]): Promise<unknown>;
  evalsha(digest: string, keys: string[], args: unknown[]): Promise<unknown>;
  pipeline(): UpstashPipeline;
}

interface UpstashPipeline {
  eval(script: string, keys: string[], args: unknown[]): unknown;
  evalsha(digest: string, keys: string[], args: unknown[]): unknown;
  exec(options: { keepErrors: true }): Promise<PipelineReply[]>;
}

interface PipelineReply {
  result?: unknown;
  error?: string;
}

/** Returns the adapter for an `@upstash/redis` client. */
export function fromUpstashClient(client: UpstashClient): Adapter {
  return {
    ...createScriptRunner({
      send: (command) => evaluate(client, command).catch(throwNotRedis),
      sendMany(commands) {
        const pipeline = client.pipeline();
        for (const command of commands) evaluate(pipeline, command);
        const replies = pipeline.exec({ keepErrors: true }).catch(throwNotRedis);
        return commands.map(async (_, i) => readPipelineReply((await replies)[i]));
      },
      findErrorReply: (error) =>
        error instanceof Error && error.name === "UpstashError" ? withoutClientText(error.message) : undefined,
    }),
    ...eventStreamsOf(client),
  };
}

/**
 * Returns the adapter's `eventStreams`, with the address and the token of a client: the client's own subscriber does not report
 * the end of its stream. Without an address or a token, workers poll.
 */
function eventStreamsOf(client: object): Pick<Adapter, "eventStreams"> {
  const { baseUrl, headers } =
    (client as { client?: { baseUrl?: unknown; headers?: Record<string, unknown> } }).client ?? {};
  const authorization = headers?.authorization ?? headers?.Authorization;
  if (typeof baseUrl !== "string" || typeof authorization !== "string") return {};
  const streams: EventStreams = { url: baseUrl.replace(/\/+$/, ""), headers: { Authorization: authorization } };
  return { eventStreams: () => streams };
}

/** Runs a command with the method of that name, of the client or of its pipeline. */
function evaluate<R>(
  target: Record<"eval" | "evalsha", (script: string, keys: string[], args: unknown[]) => R>,
  [command, text, count, ...rest]: EvalCommand,
): R {
  const keys = rest.slice(0, Number(count));
  const args = rest.slice(Number(count));
  return command === "EVAL" ? target.eval(text, keys, args) : target.evalsha(text, keys, args);
}

/** Returns a reply of a pipeline. Throws an error reply as the client does for a single command. */
function readPipelineReply({ result, error }: PipelineReply = {}): unknown {
  if (error !== undefined) throw Object.assign(new Error(error), { name: "UpstashError" });
  return result;
}

/** Returns an error reply without the text that the client puts before it. */
function withoutClientText(message: string): string {
  return message.replace(/^Command failed: /, "");
}

/** Throws `NotRedis` for an error by which the client reports a response that it cannot read, and any other error unchanged. */
function throwNotRedis(error: unknown): never {
  if (error instanceof Error && (error.name === "UpstashJSONParseError" || UNREADABLE.test(error.message))) {
    throw new NotRedis();
  }
  throw error;
}

// The client's messages, in each JavaScript engine, about a response that is JSON but not Upstash's.
const UNREADABLE =
  /^(undefined|null|\[object Object\]), command was:|did not return a result|is not (a function|iterable|an object)|Cannot (read|destructure)/;
