// The events of jobs that wait for others. A request that adds them enqueues; one that lets them go on may cancel some.
import { enqueueWaiting, resolve } from "../../../engine/all-scripts.ts";
import { readReply } from "../../../engine/call.ts";
import type { Call } from "../../../redis/adapter.ts";
import { enqueuedItems, identityOf, namesOf, queueOf, timeOf } from "./decode-call.ts";
import type { FollowUpEvent } from "./follow-up-events.ts";
import type { HistoryEvent, Item } from "./history-event.ts";

// Kind, id and payload.
const FIELDS = 3;

/** Decodes a call about jobs that wait for others; an empty list for another call. */
export function decodeWaiting({ script, keys, args: values }: Call): FollowUpEvent[] {
  const known = [enqueueWaiting, resolve].find(({ name }) => name === script.name);
  const queue = queueOf(keys);
  if (!known || queue === undefined) return [];
  const names = known.args.filter((each) => !each.endsWith("..."));
  const args = Object.fromEntries(names.map((each, i) => [each, values[i] ?? ""]));
  const common = { queue, ...timeOf(args) };
  if (known === resolve) {
    const fields = { ...common, op: "cancel", fires: "waiting" as const };
    return [{ fields, addReply: (event, reply) => addReply(event, reply, readCancelled) }];
  }
  const list = values.slice(names.length);
  const plain = Number(args.plain) * FIELDS;
  const waiting = list.slice(plain, plain + Number(args.waiting) * FIELDS);
  const items = [
    ...enqueuedItems(list.slice(0, plain)),
    // The history does not know when they become ready, and so no more than that they may end before.
    ...enqueuedItems(waiting).map(({ id }): Item => ({ id, mortal: true, waits: true })),
  ];
  const fields = { ...common, op: "enqueue", ...identityOf(namesOf(keys), args), items };
  return [{ fields, addReply: (event, reply) => addReply(event, reply, readLetters) }];
}

/** Adds a reply to an event. */
function addReply(
  event: HistoryEvent,
  reply: unknown,
  read: (event: HistoryEvent, values: readonly string[]) => Pick<HistoryEvent, "items" | "answer">,
): string | undefined {
  if (String(reply) === "late" || String(reply) === "full") {
    event.answer = String(reply);
    return event.answer;
  }
  try {
    const { status, values } = readReply({ name: event.op, text: "" }, reply);
    if (status === "again") event.again = true;
    Object.assign(event, read(event, values));
    return status;
  } catch {
    return undefined;
  }
}

/** Adds its letter to each job. A refusal has the letter of a refusal alone, and adds none. */
function readLetters({ items = [] }: HistoryEvent, [letters = ""]: readonly string[]) {
  if (letters.length !== items.length || /[GUX]/.test(letters)) return { items: [], answer: letters };
  return { items: items.map((item, i) => ({ ...item, letter: letters[i] as string })), answer: letters };
}

/** Returns the jobs that were cancelled. */
function readCancelled(_event: HistoryEvent, values: readonly string[]) {
  const items = values.slice(1).filter((line) => line.startsWith("x"));
  return { items: items.map((line): Item => ({ id: line.slice(1), letter: "x" })), answer: values.join("\n") };
}
