// A call of a script, and its reply, as an event.
import { type Reply, readNumbers, readReply } from "../../../engine/call.ts";
import { readRecord } from "../../../queue/jobs/record.ts";
import { type Call, callOf } from "../script-call.ts";
import type { Grant, HistoryEvent, Item } from "./history-event.ts";

const CHANGES = new Set(
  `enqueue lease turn settle extend progress cancel promote redrive pause resume purge destroy failWorker clean
   deepClean`.split(/\s+/),
);
const ACTIONS: Record<string, NonNullable<Item["action"]>> = {
  c: "complete",
  k: "complete",
  r: "retry",
  p: "retry",
  f: "fail",
  g: "release",
  b: "release",
};
// The longest head that a record can have, and more.
const RECORD_HEAD = 100;

/** The question of an event; nothing where the call changes no queue. */
export function questionOf(name: string, keys: string[], values: string[]): Partial<HistoryEvent> | undefined {
  const call = callOf(name, values);
  const queue = /^[^{]*\{(.*)\}:/.exec(keys[0] ?? "")?.[1];
  if (!call || !CHANGES.has(call.op) || queue === undefined) return undefined;
  const { op, args } = call;
  const at = /^=(\d+)/.exec(args.times ?? "")?.[1];
  return {
    queue,
    op,
    ...requestOf(keys, args),
    ...(at === undefined ? {} : { at: Number(at), passed: true as const }),
    ...(args.worker ? { worker: args.worker } : {}),
    // A turn that only settles is told the length of a lease as well.
    ...(args.duration && op !== "settle" ? { duration: Number(args.duration) } : {}),
    ...countOf(call),
    ...itemsOf(call, keysOf(keys).filter((key) => key.startsWith("result:")).length),
  };
}

/** What the scripts know the request by. */
function requestOf(keys: string[], { lane, number }: Record<string, string>): { request?: string } {
  const replies = keysOf(keys).find((key) => key.startsWith("replies:") || key.startsWith("reply:"));
  return lane === undefined || replies === undefined ? {} : { request: `${replies} ${lane} ${number}` };
}

/** The keys of a call, without what they share. */
function keysOf(keys: string[]): string[] {
  return keys.map((key) => key.slice(key.indexOf("}:") + 2));
}

function countOf({ op, args }: Call): { count?: number } {
  if (op === "redrive") return { count: Number(args.limit) };
  return op === "lease" || op === "turn" ? { count: Number(args.count) } : {};
}

function itemsOf({ op, isPlain, args, list }: Call, results: number): { items?: Item[] } {
  switch (op) {
    case "enqueue":
      return {
        items: isPlain ? pairs(list, 0).map((id) => ({ id, priority: Number(args.priority) })) : enqueued(list),
      };
    case "lease":
    case "settle":
    case "turn":
      if (isPlain) {
        // Results follow the references, and the time for which they are kept.
        const references = list.slice(0, results > 0 ? -results - 1 : undefined);
        return { items: references.map((reference) => ({ ...readReference(reference), action: "complete" })) };
      }
      return { items: fours(list) };
    case "extend":
      return { items: list.map(readReference) };
    case "progress":
      return { items: [readReference(args.reference ?? "")] };
    default:
      return list.length > 0 ? { items: list.map((id) => ({ id })) } : {};
  }
}

/** The first of each pair. */
function pairs(list: string[], from: number, to = list.length): string[] {
  return list.slice(from, to).filter((_, i) => i % 2 === 0);
}

/** Jobs in groups: "priority number when window max ttl own", then id and payload of each. */
function enqueued(list: string[]): Item[] {
  const items: Item[] = [];
  for (let at = 0; at < list.length; ) {
    const [, priority, number, when, ttl] = /^(\d) (\d+) (\S+) \S+ \S+ (\S+) \S+$/.exec(list[at] ?? "") ?? [];
    const next = at + 1 + Number(number ?? 0) * 2;
    for (const id of pairs(list, at + 1, next)) {
      items.push({
        id,
        priority: Number(priority),
        ...(when === undefined || when === "-" ? {} : { when }),
        ...(ttl === undefined || ttl === "-" ? {} : { mortal: true }),
      });
    }
    at = next;
  }
  return items;
}

/** What, reference, detail and error of each job that is settled. */
function fours(list: string[]): Item[] {
  return Array.from({ length: list.length / 4 }, (_, i) => {
    const action = ACTIONS[list[i * 4] ?? ""];
    const begun = list[i * 4] === "b" ? { begun: true as const } : {};
    return { ...readReference(list[i * 4 + 1] ?? ""), ...(action ? { action } : {}), ...begun };
  });
}

/** "L", the fence in 15 digits, and the id. */
function readReference(reference: string): Item {
  return { id: reference.slice(18), fence: Number(reference.slice(2, 17)) };
}

/** Adds to an event what Redis replied. Returns the status of the reply; undefined where it is none of ours. */
export function addAnswer(event: HistoryEvent, reply: unknown): string | undefined {
  if (String(reply) === "late") {
    event.answer = "late";
    return "late";
  }
  try {
    const read = readReply({ name: event.op, text: "" }, reply);
    if (read.status === "full" || read.status === "reused") event.answer = read.status;
    else if (read.status !== "odd") addTold(event, read);
    return read.status;
  } catch {
    return undefined;
  }
}

function addTold(event: HistoryEvent, reply: Reply): void {
  const [first = "", second = ""] = reply.values;
  if (reply.status === "again") event.again = true;
  switch (event.op) {
    case "lease":
    case "settle":
    case "turn":
      addTurned(event, reply);
      return;
    case "clean":
    case "deepClean":
      event.counted = readNumbers(reply);
      return;
    case "purge":
    case "failWorker":
      event.counted = readNumbers(reply).slice(0, 1);
      return;
    case "extend":
      addLetters(event, first);
      event.at = Number(second) - (event.duration ?? 0);
      return;
    case "redrive":
      event.counted = readNumbers(reply).slice(0, 1);
      event.answer = first;
      return;
    default:
      // The plain script has one letter for all jobs: it creates each of them.
      addLetters(event, first === "-" ? "r".repeat(event.items?.length ?? 0) : first);
      if (event.request !== undefined) event.answer = first;
  }
}

function addLetters(event: HistoryEvent, letters: string): void {
  event.items?.forEach((item, i) => {
    const letter = letters[i];
    if (letter !== undefined) item.letter = letter;
  });
}

// "now till more due flags fence"; the time is not said where it follows from when the leases end.
const HEADER = /^(\d+|-) (\d+|-) [01] (?:\d+|-) -[a-z]* (\d+|-)$/;

function addTurned(event: HistoryEvent, { values, records, script }: Reply): void {
  const [letters = "", header = "", ...heads] = values.slice(0, values.length - records.length);
  const [, now, till, fence] = HEADER.exec(header) ?? [];
  if (now === undefined) throw new Error(`${script.name}: a header of another form`);
  // The time when it was done: what comes again was done when it came first.
  event.at = now === "-" ? Number(till) - (event.duration ?? 0) : Number(now);
  if (event.op !== "settle") event.leased = heads.map((head, i) => grantOf(head, Number(fence) + i, records[i]));
  // A first answer may say, beside what is remembered of it, that the queue is to be registered.
  event.answer = [letters, header.replace(/ -u([a-z]*) /, " -$1 "), ...heads].join("\n");
  if (letters !== "-") addLetters(event, letters);
}

function grantOf(head: string, fence: number, record: string | undefined): Grant {
  const tab = head.indexOf("\t");
  const grant: Grant = { id: head.slice(tab + 1), fence, attempt: tab < 0 ? 1 : Number(head.slice(0, tab)) };
  return { ...grant, ...placeIn(record) };
}

/** What the head of a record says; nothing where it is damaged. */
function placeIn(record: string | undefined): Pick<Grant, "priority" | "enqueuedAt" | "place"> {
  try {
    const { priority, enqueuedAt } = readRecord(record?.slice(0, RECORD_HEAD) ?? "");
    return { priority, enqueuedAt, place: Number(record?.slice(0, 16)) };
  } catch {
    return {};
  }
}
