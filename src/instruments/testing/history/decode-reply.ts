// Decodes a script's reply into the fields of its event.
import { type Reply, readNumbers, readReply } from "../../../engine/call.ts";
import { parseHead } from "../../../queue/jobs/stored/head.ts";
import { readRecord } from "../../../queue/jobs/stored/record.ts";
import type { Grant, HistoryEvent } from "./history-event.ts";

/** The replies of scripts that did nothing, because another script has to be sent. */
export const NO_EFFECT: ReadonlySet<string | undefined> = new Set(["not_plain", "grouped"]);

// Longer than the longest head of a record.
const RECORD_HEAD_CHARACTERS = 100;

/** Adds a reply to its event. Returns the reply's status; undefined for a reply that no script of ours sends. */
export function addReply(event: HistoryEvent, reply: unknown): string | undefined {
  if (String(reply) === "late") {
    event.answer = "late";
    return "late";
  }
  try {
    const read = readReply({ name: event.op, text: "" }, reply);
    if (read.status === "full" || read.status === "reused") event.answer = read.status;
    else if (!NO_EFFECT.has(read.status)) addOutcome(event, read);
    return read.status;
  } catch {
    return undefined;
  }
}

/** Adds to an event what its reply states: letters of items, leased jobs, numbers or a time, by operation. */
function addOutcome(event: HistoryEvent, reply: Reply): void {
  const [first = "", second = ""] = reply.values;
  if (reply.status === "again") event.again = true;
  switch (event.op) {
    case "lease":
    case "settle":
    case "turn":
      addTurn(event, reply);
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
    case "cancelGroup":
      event.counted = readNumbers(reply).slice(0, 1);
      event.answer = first;
      return;
    default:
      // The plain enqueue creates every job, and replies "-" instead of a letter for each.
      addLetters(event, first === "-" ? "r".repeat(event.items?.length ?? 0) : first);
      if (event.request !== undefined) event.answer = first;
  }
}

/** Adds to each item its letter, which states the outcome for it. */
function addLetters(event: HistoryEvent, letters: string): void {
  event.items?.forEach((item, i) => {
    const letter = letters[i];
    if (letter !== undefined) item.letter = letter;
  });
}

// "now till more due flags fence"; now is "-" where it follows from till, the time when the leases end.
const HEADER = /^(\d+|-) (\d+|-) [01] (?:\d+|-) -[a-z]* (\d+|-)$/;

/**
 * Adds the reply to a lease, a settle or a turn: the letters of settled jobs, a header, and the heads of leased jobs.
 */
function addTurn(event: HistoryEvent, { values, records, script }: Reply): void {
  const [letters = "", header = "", ...rest] = values.slice(0, values.length - records.length);
  // After the lines of a settling there may be the marks of its follow-ups, and notes.
  const heads = event.op === "settle" ? [] : rest;
  const [, now, till, fence] = HEADER.exec(header) ?? [];
  if (now === undefined) throw new Error(`${script.name}: the reply's header has an unknown form`);
  // The time when the request took effect, also for a remembered reply.
  event.at = now === "-" ? Number(till) - (event.duration ?? 0) : Number(now);
  if (event.op !== "settle")
    event.leased = heads.map((head, i) => ({ ...readHead(head), fence: Number(fence) + i, ...readPlace(records[i]) }));
  // A first reply may have flags that are not remembered: u, "register the queue", v, "the limits are others", and t, "a slot is due".
  event.answer = [letters, header.replace(/ -[tuv]+([a-z]*) /, " -$1 "), ...heads].join("\n");
  if (letters !== "-") addLetters(event, letters);
}

/** Returns the id and the attempt in the head of a leased job. */
function readHead(head: string): Pick<Grant, "id" | "attempt"> {
  const { id, attempt } = parseHead(head);
  return { id, attempt };
}

/** Reads what a record's head states; nothing if the record is missing or damaged. */
function readPlace(record: string | undefined): Pick<Grant, "priority" | "enqueuedAt" | "place"> {
  try {
    const { priority, enqueuedAt } = readRecord(record?.slice(0, RECORD_HEAD_CHARACTERS) ?? "");
    return { priority, enqueuedAt, place: Number(record?.slice(0, 16)) };
  } catch {
    return {};
  }
}
