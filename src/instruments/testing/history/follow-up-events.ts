// The events of follow-ups. A request that settles jobs and adds follow-ups has two events: it settles, and it enqueues. A queue that
// receives follow-ups from another one enqueues them.
import { receive, settleLinked } from "../../../engine/all-scripts.ts";
import { readReply } from "../../../engine/call.ts";
import type { Call } from "../../../redis/adapter.ts";
import { enqueuedItems, identityOf, namesOf, queueOf, timeOf } from "./decode-call.ts";
import type { HistoryEvent, Item } from "./history-event.ts";

// A follow-up has five values: the number of its job, its queue, its kind, its id and its payload. An entry has its tick and the
// maxLength of its queue in place of the first two.
const FIELDS = 5;

/** The event of follow-ups before the reply, and the function that adds the reply to it. */
export interface FollowUpEvent {
  fields: Partial<HistoryEvent>;
  /** Adds the reply. Returns its status; undefined for a reply that no script of ours sends. */
  addReply(event: HistoryEvent, reply: unknown): string | undefined;
}

/** Decodes the follow-ups that a call adds to its queue; undefined for a call that adds none. */
export function decodeFollowUps({ script, keys, args: values }: Call): FollowUpEvent | undefined {
  const known = [settleLinked, receive].find(({ name }) => name === script.name);
  const queue = queueOf(keys);
  if (!known || queue === undefined) return undefined;
  const names = known.args.filter((each) => !each.endsWith("..."));
  const args = Object.fromEntries(names.map((each, i) => [each, values[i] ?? ""]));
  const list = values.slice(names.length + Number(args.settles ?? 0) * 4);
  const jobs = Array.from({ length: list.length / FIELDS }, (_, i) => list.slice(i * FIELDS, i * FIELDS + FIELDS));
  // Of a settling, those with a queue go to the outbox.
  const isOwn = ([, target = ""]: string[]) => known === receive || target === "";
  const places = jobs.flatMap((job, i) => (isOwn(job) ? [i] : []));
  if (places.length === 0) return undefined;
  const items = places.flatMap((i) => enqueuedItems((jobs[i] ?? []).slice(2)));
  const { request } = identityOf(namesOf(keys), args);
  // The settling has the identity of the request.
  const identity = request === undefined ? {} : { request: `${request} then` };
  return {
    fields: { queue, op: "enqueue", ...timeOf(args), ...identity, items },
    addReply: (event, reply) => addMarks(event, reply, { places, isReceived: known === receive }),
  };
}

/** Adds its letter to each follow-up, and removes those that were not added: their jobs were not settled, or they came before. */
function addMarks(
  event: HistoryEvent,
  reply: unknown,
  { places, isReceived }: { places: readonly number[]; isReceived: boolean },
): string | undefined {
  if (String(reply) === "late") {
    event.answer = "late";
    return "late";
  }
  try {
    const { status, values } = readReply({ name: event.op, text: "" }, reply);
    if (status === "again") event.again = true;
    const marks = isReceived ? receivedMarks(values) : (values[2] ?? "");
    event.items = (event.items ?? []).flatMap((item, i): Item[] => {
      const letter = marks[places[i] as number] ?? "-";
      return letter === "-" ? [] : [{ ...item, letter }];
    });
    event.answer = marks;
    return status;
  } catch {
    return undefined;
  }
}

/** Returns the marks of entries: "-" for those that were received before, then the letters of the others. */
function receivedMarks([count = "", letters = ""]: readonly string[]): string {
  return (letters === "-" ? "" : letters).padStart(Number(count), "-");
}
