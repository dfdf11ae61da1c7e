// The spans of requests that lease and settle jobs. One request may do both, and then has a span for each.
import { type Context, context, type Link, ROOT_CONTEXT, SpanKind, trace } from "@opentelemetry/api";
import { monotonicNow } from "../base/monotonic.ts";
import type { Reply } from "../engine/call.ts";
import { readTrace } from "../queue/jobs/options/own-options.ts";
import { parseHead } from "../queue/jobs/stored/head.ts";
import { readRecord } from "../queue/jobs/stored/record.ts";
import type { ObservedQueue, ScriptArgs } from "../queue/jobs/telemetry.ts";
import { attributesOf, errorTypeOf, messageAttributes } from "./conventions.ts";
import type { HandlerSpans } from "./handler-spans.ts";
import { parseStoredTrace } from "./trace-text.ts";
import { markFailed, type TracingKit, withErrorType } from "./tracing-kit.ts";

type CallScript = ObservedQueue["call"];

// The number of links that a span has by default at most.
const MAX_LINKS = 128;
// The fields of an item that settles a job in the full scripts; the second one is the reference.
const ITEM_FIELDS = 4;
// The scripts that lease and settle jobs.
const TURN_SCRIPTS = new Set(["turnPlain", "turn", "turnGrouped"]);
// The scripts, other than these, that a loop calls between its handlers.
const LOOP_SCRIPTS = new Set(["extend", "held", "noteRegistration"]);

/** A request that has ended. */
interface EndedRequest {
  /** In ms since the epoch. */
  startTime: number;
  /** In ms. */
  duration: number;
  errorType: string | undefined;
}

/** The jobs that one request has leased or settled. */
interface RequestJobs {
  count: number;
  /** The id of the first job. */
  id: string | undefined;
  links: Link[];
  parent: Context;
}

/**
 * Returns a function that calls scripts and describes turns. The requests of a loop run outside of any trace: not in that of
 * the caller who started the loop, nor in that of a handler.
 */
export function observeRequests(
  kit: TracingKit,
  { call, handlers }: { call: CallScript; handlers: HandlerSpans },
): CallScript {
  return async function (this: ObservedQueue, script, args, parts) {
    const send = () => call.call(this, script, args, parts);
    const isPlain = script.name === "turnPlain";
    if (!TURN_SCRIPTS.has(script.name))
      return LOOP_SCRIPTS.has(script.name) ? context.with(ROOT_CONTEXT, send) : send();
    const references = isPlain
      ? plainReferences(args, parts?.results?.length ?? 0)
      : itemsOf(args).filter((_, i) => i % ITEM_FIELDS === 1);
    const [startTime, startedAt] = [Date.now(), monotonicNow()];
    const record = (reply: Reply | undefined, errorType?: string) => {
      const ended = { startTime, duration: monotonicNow() - startedAt, errorType };
      if (references.length > 0) recordSettle(kit, ended, { references, handlers });
      if (Number(args.count) > 0) recordReceive(kit, ended, reply);
    };
    try {
      const reply = await context.with(ROOT_CONTEXT, send);
      // A script that cannot serve a request has changed nothing, and another one serves it then.
      if (reply.status !== "not_plain" && reply.status !== "grouped") record(reply);
      return reply;
    } catch (error) {
      record(undefined, errorTypeOf(error));
      throw error;
    }
  };
}

function itemsOf({ items }: ScriptArgs): readonly string[] {
  return typeof items === "object" ? items : [];
}

/** Returns the references among the items of the plain script. Results and their time to live follow them. */
function plainReferences(args: ScriptArgs, results: number): readonly string[] {
  const items = itemsOf(args);
  return items.slice(0, items.length - (results > 0 ? results + 1 : 0));
}

/** Records that a request settled jobs. The settling of one job is part of its handler's trace. */
function recordSettle(
  kit: TracingKit,
  ended: EndedRequest,
  { references, handlers }: { references: readonly string[]; handlers: HandlerSpans },
): void {
  const contexts = references.map((reference) => handlers.contextOf(reference)).filter((found) => found !== undefined);
  const [only] = references.length === 1 ? contexts : [];
  const parent = only ? trace.setSpanContext(ROOT_CONTEXT, only) : ROOT_CONTEXT;
  const links = only ? [] : contexts.slice(0, MAX_LINKS).map((each) => ({ context: each }));
  const id = references[0]?.split(" ").slice(2).join(" ");
  recordRequest(kit, "settle", { ended, jobs: { count: references.length, id, links, parent } });
}

/** Records that a request leased jobs. One that found none has no span, since idle workers ask all the time. */
function recordReceive(kit: TracingKit, ended: EndedRequest, reply: Reply | undefined): void {
  const { values = [], records = [] } = reply ?? {};
  const heads = values.slice(2, values.length - records.length);
  const links = records.slice(0, Math.min(heads.length, MAX_LINKS)).flatMap(linkOf);
  const id = heads[0] === undefined ? undefined : parseHead(heads[0]).id;
  recordRequest(kit, "receive", { ended, jobs: { count: heads.length, id, links, parent: ROOT_CONTEXT } });
  if (heads.length > 0) kit.metrics.countConsumed(heads.length, attributesOf("receive", kit.queue));
}

/** Returns a link to the span that enqueued the job of a record, if the job carries its context. */
function linkOf(record: string): Link[] {
  try {
    const enqueued = parseStoredTrace(readTrace(readRecord(record).own));
    return enqueued ? [{ context: enqueued }] : [];
  } catch {
    // The lease fails a job whose record is damaged.
    return [];
  }
}

/** Records the duration of a request, and a span if it concerned jobs or failed. */
function recordRequest(
  { queue, tracer, metrics }: TracingKit,
  operation: "receive" | "settle",
  { ended, jobs }: { ended: EndedRequest; jobs: RequestJobs },
): void {
  const { startTime, duration, errorType } = ended;
  const { count, id, links, parent } = jobs;
  const shared = attributesOf(operation, queue);
  metrics.recordOperation(duration / 1_000, withErrorType(shared, errorType));
  if (count === 0 && errorType === undefined) return;
  const attributes = { ...shared, ...messageAttributes(count, { id }) };
  const options = { kind: SpanKind.CLIENT, attributes, links, startTime };
  const span = tracer.startSpan(`${operation} ${queue}`, options, parent);
  if (errorType !== undefined) markFailed(span, errorType);
  span.end(startTime + duration);
}
