// The adapter for an existing `@upstash/redis` client, with all its settings. The client itself is not imported, so
// that a queue over TCP does not bundle it.
import type { Adapter, EventStreams } from "./adapter.ts";
import { Stranger } from "./errors.ts";
import { type EvalCommand, scriptsOver } from "./evalsha.ts";

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
    ...scriptsOver({
      send: (command) => evaluate(client, command).catch(ifMisread),
      sendMany(commands) {
        const pipeline = client.pipeline();
        for (const command of commands) evaluate(pipeline, command);
        const replies = pipeline.exec({ keepErrors: true }).catch(ifMisread);
        return commands.map(async (_, i) => readReply((await replies)[i]));
      },
      replyIn: (error) => (error instanceof Error && error.name === "UpstashError" ? plain(error.message) : undefined),
    }),
    ...streamsOf(client),
  };
}

/**
 * Returns the address and the token of a client, to subscribe with. The client's own subscriber does not tell when its stream
 * ends. Without them, workers poll.
 */
function streamsOf(client: object): Pick<Adapter, "eventStreams"> {
  const { baseUrl, headers } =
    (client as { client?: { baseUrl?: unknown; headers?: Record<string, unknown> } }).client ?? {};
  const authorization = headers?.authorization ?? headers?.Authorization;
  if (typeof baseUrl !== "string" || typeof authorization !== "string") return {};
  const streams: EventStreams = { url: baseUrl.replace(/\/+$/, ""), headers: { Authorization: authorization } };
  return { eventStreams: () => streams };
}

function evaluate<R>(
  on: Record<"eval" | "evalsha", (script: string, keys: string[], args: unknown[]) => R>,
  [command, text, count, ...rest]: EvalCommand,
): R {
  const keys = rest.slice(0, Number(count));
  const args = rest.slice(Number(count));
  return command === "EVAL" ? on.eval(text, keys, args) : on.evalsha(text, keys, args);
}

function readReply({ result, error }: PipelineReply = {}): unknown {
  if (error !== undefined) throw Object.assign(new Error(error), { name: "UpstashError" });
  return result;
}

/** Returns an error reply without the words that the client puts before it. */
function plain(message: string): string {
  return message.replace(/^Command failed: /, "");
}

function ifMisread(error: unknown): never {
  if (error instanceof Error && (error.name === "UpstashJSONParseError" || MISREAD.test(error.message))) {
    throw new Stranger();
  }
  throw error;
}

// Messages of the client, in each JavaScript engine, about an answer that is JSON but not Upstash's.
const MISREAD =
  /^(undefined|null|\[object Object\]), command was:|did not return a result|is not (a function|iterable|an object)|Cannot (read|destructure)/;
