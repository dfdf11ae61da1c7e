// Decodes a call of a script into the fields of an event that are known before the reply.
import type { Call } from "../../../redis/adapter.ts";
import { decodeScriptCall, type ScriptCall } from "../script-call.ts";
import type { HistoryEvent, Item } from "./history-event.ts";

// The operations that may change a queue.
const CHANGES = new Set(
  `enqueue lease turn settle extend progress cancel promote redrive pause resume purge destroy failWorker clean
   deepClean setGroup setLimits cancelGroup`.split(/\s+/),
);
// The letters by which a turn states the action for a job.
const ACTIONS: Record<string, NonNullable<Item["action"]>> = {
  c: "complete",
  k: "complete",
  r: "retry",
  p: "retry",
  f: "fail",
  g: "release",
  b: "release",
};

/** Returns the fields of a call's event; undefined for a call that changes no queue. */
export function decodeCall({ script, keys, args: values }: Call): Partial<HistoryEvent> | undefined {
  const call = decodeScriptCall(script.name, values);
  const queue = queueOf(keys);
  if (!call || !CHANGES.has(call.op) || queue === undefined) return undefined;
  const { op, args } = call;
  const names = namesOf(keys);
  return {
    queue,
    op,
    ...identityOf(names, args),
    ...timeOf(args),
    ...(args.worker ? { worker: args.worker } : {}),
    // A turn that only settles has the duration of a lease among its arguments too.
    ...(args.duration && op !== "settle" ? { duration: Number(args.duration) } : {}),
    ...countOf(call),
    ...limitsOf(call),
    ...itemsOf(call, names.filter((name) => name.startsWith("result:")).length),
  };
}

/** Returns the name of the queue of some keys. */
export function queueOf(keys: readonly string[]): string | undefined {
  return /^[^{]*\{(.*)\}:/.exec(keys[0] ?? "")?.[1];
}

/** Returns the names of keys within their queue. */
export function namesOf(keys: readonly string[]): string[] {
  return keys.map((key) => key.slice(key.indexOf("}:") + 2));
}

/** Returns the time that a test has passed in. */
export function timeOf({ times = "" }: Record<string, string>): Pick<HistoryEvent, "at" | "passed"> {
  const testTime = /^=(\d+)/.exec(times)?.[1];
  return testTime === undefined ? {} : { at: Number(testTime), passed: true };
}

/**
 * Returns the identity of a request, by which the scripts recognize a repetition: the key of its reply, its lane and
 * its number.
 */
export function identityOf(keyNames: string[], { lane, number }: Record<string, string>): { request?: string } {
  const replies = keyNames.find((name) => name.startsWith("replies:") || name.startsWith("reply:"));
  return lane === undefined || replies === undefined ? {} : { request: `${replies} ${lane} ${number}` };
}

/** Returns the number of jobs that a request asks for, if it asks for some. */
function countOf({ op, args }: ScriptCall): { count?: number } {
  if (op === "redrive") return { count: Number(args.limit) };
  // Those that are blocked, as many that are held, and the head.
  if (op === "cancelGroup") return { count: Number(args.limit) * 2 + 1 };
  return op === "lease" || op === "turn" ? { count: Number(args.count) } : {};
}

/** Returns the limits that a request declares or sets, and the group that it is about. */
function limitsOf({ op, args }: ScriptCall): Pick<HistoryEvent, "limits" | "group" | "concurrency"> {
  // The version of limits that are set is in the reply.
  if (op === "setLimits") return { limits: `? ${args.limits}` };
  if (op === "cancelGroup" || op === "setGroup")
    return { group: args.group ?? "", ...(op === "setGroup" && { concurrency: args.cap ?? "" }) };
  return args.limits ? { limits: args.limits } : {};
}

/**
 * Returns the jobs that a request names. A plain script's list has fewer fields for each than that of the full script.
 */
function itemsOf(call: ScriptCall, resultCount: number): { items?: Item[] } {
  const { op, isPlain, args, list } = call;
  switch (op) {
    case "enqueue":
      return { items: isPlain ? plainItems(call) : enqueuedItems(list) };
    case "lease":
    case "settle":
    case "turn":
      if (isPlain) {
        // References, then the time for which results are kept, and the results.
        const references = list.slice(0, resultCount > 0 ? -resultCount - 1 : undefined);
        return { items: references.map((reference) => ({ ...parseReference(reference), action: "complete" })) };
      }
      return { items: settledItems(list) };
    case "extend":
      return { items: list.map(parseReference) };
    case "progress":
      return { items: [parseReference(args.reference ?? "")] };
    default:
      return list.length > 0 ? { items: list.map((id) => ({ id })) } : {};
  }
}

/**
 * Returns the items of a plain enqueue, whose jobs are all of one priority: the id and the payload of each job, and the
 * group, perhaps empty, if the script is that for queues with groups.
 */
function plainItems({ isGrouped, args, list }: ScriptCall): Item[] {
  const priority = Number(args.priority);
  if (!isGrouped) return idsIn(list).map((id) => ({ id, priority }));
  return Array.from({ length: list.length / 3 }, (_, i) => {
    const [id = "", , group] = list.slice(i * 3, i * 3 + 3);
    return { id, priority, ...(group ? { group } : {}) };
  });
}

/** Returns the ids in a list of ids and payloads. */
function idsIn(list: string[]): string[] {
  return list.filter((_, i) => i % 2 === 0);
}

/**
 * Returns the items of an enqueue: "priority number when duplicates max ttl own" and perhaps "cost group", then the id and the
 * payload of each job of that kind.
 */
export function enqueuedItems(list: string[]): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < list.length; ) {
    const [, priority, number, when, duplicates, ttl, group] =
      /^(\d) (\d+) (\S+) (\S+) \S+ (\S+) \S+(?: \d+ (.*))?$/s.exec(list[at] ?? "") ?? [];
    const next = at + 1 + Number(number ?? 0) * 2;
    for (const id of idsIn(list.slice(at + 1, next))) {
      items.push({
        id,
        priority: Number(priority),
        ...(when === undefined || when === "-" ? {} : { when }),
        ...(ttl === undefined || ttl === "-" ? {} : { mortal: true }),
        ...(group ? { group } : {}),
        ...(/^[ab]/.test(duplicates ?? "") ? { repeats: true as const } : {}),
      });
    }
    at = next;
  }
  return items;
}

/** Returns the items of a turn: four values for each job, its action, reference, detail and error. */
function settledItems(list: string[]): Item[] {
  return Array.from({ length: list.length / 4 }, (_, i) => {
    const action = ACTIONS[list[i * 4] ?? ""];
    const begun = list[i * 4] === "b" ? { begun: true as const } : {};
    return { ...parseReference(list[i * 4 + 1] ?? ""), ...(action ? { action } : {}), ...begun };
  });
}

/** Parses a reference: "L", the fence in 15 digits and the id, separated by spaces. */
function parseReference(reference: string): Item {
  return { id: reference.slice(18), fence: Number(reference.slice(2, 17)) };
}
