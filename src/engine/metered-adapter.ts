// Counts the requests, commands and bytes of each queue at the client, without a command more.
import type { Adapter, Call, QueueUsage, Usage } from "../redis/adapter.ts";
import { decorateAdapter } from "../redis/decorate-adapter.ts";
import { lengthOf } from "../redis/usage.ts";
import type { NamedScript } from "./script.ts";

type UsageByQueue = Map<string, QueueUsage>;

// The names of queues may come from requests, so only some are kept.
const MAX_QUEUES = 1_000;
// The usages of this process, by the clients and adapters of its queues.
const usages = new WeakMap<object, UsageByQueue>();

/**
 * Returns an adapter that counts what the queues use of it, or the adapter itself if it counts already. All adapters of one
 * `source`, a client or an adapter, count together.
 */
export function meterAdapter(adapter: Adapter, source: object = adapter): Adapter {
  if (adapter.usage) return adapter;
  const usage: UsageByQueue = usages.get(source) ?? new Map();
  usages.set(source, usage);
  const note = (call: Call & { usage: Usage }, reply: Promise<unknown>, share: number) => {
    const end = (value?: unknown) => noteCall(usage, { call, share, reply: value });
    Promise.resolve(reply).then(end, () => end());
    return reply;
  };
  const { runMany } = adapter;
  return decorateAdapter(adapter, {
    usage,
    run(script, keys, args) {
      const call = { script, keys, args, usage: newUsage() };
      return note(call, adapter.run(script, keys, args, call.usage), 1);
    },
    runMany:
      runMany &&
      ((calls) => {
        const metered = calls.map((call) => ({ ...call, usage: newUsage() }));
        const replies = runMany.call(adapter, metered);
        return metered.map((call, i) => note(call, replies[i] as Promise<unknown>, 1 / calls.length));
      }),
  });
}

/** Returns a usage of nothing. */
export function newUsage(): Usage {
  return { requests: 0, commands: 0, bytesSent: 0, bytesReceived: 0 };
}

/** Adds one usage to another. */
export function addUsage(sum: Usage, { requests, commands, bytesSent, bytesReceived }: Usage): void {
  sum.requests += requests;
  sum.commands += commands;
  sum.bytesSent += bytesSent;
  sum.bytesReceived += bytesReceived;
}

/** A call that has ended, its part of a request, and its reply if it has one. */
interface EndedCall {
  call: Call & { usage: Usage };
  share: number;
  reply: unknown;
}

/** Adds a call to the usage of its queue. If the adapter has measured nothing, the bytes are estimated. */
function noteCall(usageByQueue: UsageByQueue, { call, share, reply }: EndedCall): void {
  const { script, keys, args, usage } = call;
  const used =
    usage.commands > 0
      ? usage
      : { requests: share, commands: 1, bytesSent: lengthOf([EVALSHA, keys, args]), bytesReceived: lengthOf(reply) };
  const queue = queueUsage(usageByQueue, keys[0] ?? "");
  const operation = operationOf(script);
  const sum = queue.operations.get(operation) ?? newUsage();
  queue.operations.set(operation, sum);
  addUsage(sum, used);
  if (COUNTED.has(operation)) countJobs(queue, call, reply);
}

/** Returns the operation of a script, of which there may be variants: plain ones, and those for queues with groups. */
function operationOf({ name }: Call["script"]): string {
  return name.replace(/(Known|Grouped)?(Plain)?$/, "");
}

// A command and a digest have this length.
const EVALSHA = "evalsha".padEnd(47);

/** Returns the usage of the queue of a key. Keys without the name of a queue have one together. */
function queueUsage(usageByQueue: UsageByQueue, key: string): QueueUsage {
  const root = key.slice(0, key.indexOf("}:") + 2);
  let queue = usageByQueue.get(root);
  if (!queue) {
    const [oldest] = usageByQueue.keys();
    if (oldest !== undefined && usageByQueue.size >= MAX_QUEUES) usageByQueue.delete(oldest);
    queue = { since: Date.now(), operations: new Map(), enqueued: 0, ended: 0 };
    usageByQueue.set(root, queue);
  }
  return queue;
}

const COUNTED = new Set(["enqueue", "turn", "settleLinked", "receive"]);

/** Counts the jobs that a request has enqueued or ended, from the letters of its reply. */
function countJobs(queue: QueueUsage, { script, args }: Call, reply: unknown): void {
  const text = String(Array.isArray(reply) ? reply[0] : reply);
  const [status, letters = "", line = "", marks = ""] = text.split("\n", 4);
  if (status !== "ok" && status !== "again") return;
  const added = (from: string) => from.replace(/[^rdb]/g, "").length;
  // The plain script has no letters: it enqueues all its jobs.
  if (script.name === "enqueuePlain") queue.enqueued += (args.length - (script as NamedScript).args.length + 1) / 2;
  else if (operationOf(script) === "enqueue") queue.enqueued += added(letters);
  else if (script.name === "receive") queue.enqueued += added(line);
  else queue.ended += letters.replace(/[^cf]/g, "").length;
  if (script.name === "settleLinked") queue.enqueued += added(marks);
}
