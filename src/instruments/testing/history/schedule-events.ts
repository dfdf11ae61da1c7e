// The events of schedules. A request that fires slots has two events: it enqueues the jobs that its reply names, and it cancels
// others. One by hand enqueues only.
import { advance, runSchedule } from "../../../engine/all-scripts.ts";
import { type Reply, readReply } from "../../../engine/call.ts";
import type { Call } from "../../../redis/adapter.ts";
import { identityOf, namesOf, queueOf, timeOf } from "./decode-call.ts";
import type { FollowUpEvent } from "./follow-up-events.ts";
import type { HistoryEvent, Item } from "./history-event.ts";

/** The letter of a cancelled run. */
const CANCELLED = "x";

/** Decodes a call that creates the jobs of schedules into its events; an empty list for another call. */
export function decodeFiring({ script, keys, args: values }: Call): FollowUpEvent[] {
  const known = [advance, runSchedule].find(({ name }) => name === script.name);
  const queue = queueOf(keys);
  if (!known || queue === undefined) return [];
  const args = Object.fromEntries(known.args.map((each, i) => [each, values[i] ?? ""]));
  const { request = "" } = identityOf(namesOf(keys), args);
  const common = { queue, ...timeOf(args) };
  if (known === runSchedule) {
    const fields = { ...common, op: "enqueue", request, fires: "by hand" as const };
    return [{ fields, addReply: (event, reply) => addItems(event, reply, readRuns) }];
  }
  return [
    {
      fields: { ...common, op: "enqueue", request, fires: "due slots" },
      addReply: (event, reply) => addItems(event, reply, (read) => readNamed(read, (letter) => letter !== CANCELLED)),
    },
    {
      fields: { ...common, op: "cancel", request: `${request} cancelled`, fires: "due slots" },
      addReply: (event, reply) => addItems(event, reply, (read) => readNamed(read, (letter) => letter === CANCELLED)),
    },
  ];
}

/** Adds a reply to an event. A reply that does not name all jobs counts as none. */
function addItems(
  event: HistoryEvent,
  reply: unknown,
  read: (reply: Reply) => { items: Item[]; answer: string } | undefined,
): string | undefined {
  if (String(reply) === "late") {
    event.answer = "late";
    return "late";
  }
  try {
    const parsed = readReply({ name: event.op, text: "" }, reply);
    const found = read(parsed);
    if (!found) return undefined;
    if (parsed.status === "again") event.again = true;
    Object.assign(event, found);
    return parsed.status;
  } catch {
    return undefined;
  }
}

/** Reads the named jobs with some letters from a reply of `advance`; undefined if it does not name all that it created. */
function readNamed(
  { values }: Reply,
  isIncluded: (letter: string) => boolean,
): { items: Item[]; answer: string } | undefined {
  const [, fired, named] = /^(\d+) [01] \d+ (\d+)$/.exec(values[0] ?? "") ?? [];
  if (named === undefined) return undefined;
  const lines = values.slice(1, 1 + Number(named));
  const all = lines.map((line) => ({ id: line.slice(2), letter: line.slice(0, 1) }));
  if (all.filter(({ letter }) => letter !== CANCELLED).length < Number(fired)) return undefined;
  const items = all.filter(({ letter }) => isIncluded(letter)).map(toItem);
  return { items, answer: [values[0], ...lines].join("\n") };
}

/** Reads the jobs in a reply of `runSchedule`. */
function readRuns({ values }: Reply): { items: Item[]; answer: string } {
  const [letters = "", ...ids] = values;
  const runs = ids.flatMap((id, i) => (id === "" ? [] : [{ id, letter: letters[i] ?? "" }]));
  return { items: runs.map(toItem), answer: values.join("\n") };
}

/** Returns the item of a run. The history does not know its options, and so no more than that it may expire. */
function toItem({ id, letter }: { id: string; letter: string }): Item {
  return { id, letter, mortal: true };
}
