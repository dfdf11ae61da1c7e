// Turns in the form of the scripts, and the choice between the full script and the plain one, which serves most turns.
import { monotonicNow } from "../../base/monotonic.ts";
import { type ArgsOf, badReplyError, type Reply, readLetters } from "../../engine/call.ts";
import { bucketDigit } from "../../engine/keys.ts";
import { loadOnDemandScripts } from "../../engine/on-demand.ts";
import { isPlainAllowed, type PlainPauses, pausePlain } from "../../engine/plain-scripts.ts";
import type { RequestIdentity } from "../../engine/request.ts";
import { turnPlain, turn as turnScript } from "../../engine/scripts.gen.ts";
import { loadFiring } from "../schedules/firing/on-demand.ts";
import type { JobRef } from "./job.ts";
import type { Children, ChildrenOptions } from "./options/waiting.ts";
import type { FollowUp } from "./prepare-jobs.ts";
import type { CallParts, QueueContext } from "./queue-context.ts";
import { registerIfAsked } from "./registration.ts";
import type { PreparedItem } from "./settle-items.ts";
import { formatHolder } from "./stored/holder.ts";
import type { FollowUpResult } from "./stored/letters.ts";

/** A turn in the form of the scripts: the jobs to lease and the items to settle. */
export interface TurnRequest {
  /** The largest number of jobs to lease. */
  count: number;
  /** The duration of the leases in ms. */
  duration: number;
  worker: string;
  /** The version of the worker's deployment; "" for none. */
  version: string;
  items: PreparedItem[];
  request: RequestIdentity;
}

/** The follow-ups that were added, by the items that have settled the jobs before them. */
export type AddedFollowUps = Map<{ id: string }, FollowUpResult[]>;

/** A follow-up that waits for another queue to receive it. */
export interface WaitingFollowUp {
  id: string;
  /** The queue to which it is sent. */
  queue: string;
  /** The time at which the job before it ended. */
  since: number;
}

/** A page of the outbox. */
export interface OutboxList {
  /** The number of all follow-ups in the outbox. */
  total: number;
  jobs: WaitingFollowUp[];
  /** The cursor of the next page, which may be empty; undefined after the last one. */
  cursor: string | undefined;
}

/** Options of `Queue.outbox`. */
export interface OutboxOptions {
  cursor?: string;
  /** The largest number of follow-ups of a page; 100 unless set. */
  limit?: number;
}

/** The operations on follow-ups. A program loads them when it first needs them. */
export interface FollowUpOperations {
  /** Validates follow-ups, and adds them to the item that settles the job before them. */
  addTo<T>(
    context: QueueContext<T>,
    item: PreparedItem,
    options: { job: JobRef; followUps: readonly FollowUp[] },
  ): Promise<PreparedItem>;
  /** Sends one request that settles items, adds their follow-ups, which `added` gets, and leases nothing. */
  settleLinked<T>(
    context: QueueContext<T>,
    options: Pick<TurnRequest, "items" | "request"> & { added: AddedFollowUps },
  ): Promise<Reply>;
  /** Sends the follow-ups in the outbox to their queues. Never rejects. */
  forward<T>(context: QueueContext<T>): Promise<void>;
  /** Lists the follow-ups in the outbox. */
  listOutbox<T>(context: QueueContext<T>, options: OutboxOptions): Promise<OutboxList>;
  /** Lists the jobs for which a job waits. */
  listChildren<T>(context: QueueContext<T>, id: string, options: ChildrenOptions): Promise<Children>;
  /** Lets jobs go on that wait for others. */
  resolveWaiting<T>(
    context: QueueContext<T>,
    options: { ids?: readonly string[]; scans?: boolean; maxRounds?: number },
  ): Promise<number>;
  /** Lets jobs go on that wait for others which a turn has ended. Never rejects. */
  resolveAfterTurn<T>(
    context: QueueContext<T>,
    options: { header: string; letters: string; turn: TurnRequest },
  ): Promise<string>;
}

/**
 * The letter of an item that is left to the next request, as are all items after it: Redis needs time to free large payloads,
 * so one request settles only some of them.
 */
export const LEFT_FOR_NEXT = "M";

// In ms. A worker with short leases is seen more often: three times in a lease.
const HEARTBEAT_INTERVAL = 10_000;
const HEARTBEATS_PER_LEASE = 3;
const MAX_HEARTBEATS = 100;

// The number of the part of a turn that leases after jobs with follow-ups were settled. Other parts count from 1.
const LEASE_PART = 0;

/**
 * Sends a turn, in several requests if it settles very large payloads or adds follow-ups. The last request leases. `added` gets the
 * follow-ups.
 */
export async function sendTurn<T>(context: QueueContext<T>, turn: TurnRequest, added: AddedFollowUps): Promise<Reply> {
  const isLinked = turn.items.some(hasFollowUps);
  const settling = isLinked ? { ...turn, count: 0 } : turn;
  let reply = await sendTurnPart(context, settling, added);
  let [letters = ""] = reply.values;
  for (let part = 1; letters.includes(LEFT_FOR_NEXT); part++) {
    const items = turn.items.filter((_, i) => letters[i] === LEFT_FOR_NEXT);
    reply = await sendTurnPart(context, { ...settling, items, request: turn.request.part(part) }, added);
    const settled = [...readLetters(reply, items.length)];
    if (settled[0] === LEFT_FOR_NEXT) throw badReplyError(reply);
    letters = Array.from(letters, (letter) => (letter === LEFT_FOR_NEXT ? settled.shift() : letter)).join("");
    reply.values[0] = letters;
  }
  if (isLinked && turn.count > 0) {
    reply = await sendTurnPart(context, { ...turn, items: [], request: turn.request.part(LEASE_PART) }, added);
    reply.values[0] = letters;
  }
  return reply;
}

/** Reports whether an item has follow-ups. */
export function hasFollowUps({ followUps }: PreparedItem): boolean {
  return followUps !== undefined;
}

// The flags in the header of a reply: t if a slot of a schedule is due, b if one waits for the end of a run; w or k if jobs wait for others, or have waited.
const SCHEDULE_FLAGS = /^(?:\S+ ){4}-[a-z]*[bt]/;
const WAITING_FLAG = /^(?:\S+ ){4}-[a-z]*[wk]/;

/** Sends one request of a turn, then fires the slots of schedules that are due, and lets jobs go on that have waited for others. */
export async function sendTurnPart<T>(
  context: QueueContext<T>,
  turn: TurnRequest,
  added: AddedFollowUps,
): Promise<Reply> {
  const reply = await sendScript(context, turn, added);
  const header = reply.values[1] ?? "";
  if (SCHEDULE_FLAGS.test(header)) {
    const { advanceAfterTurn } = await loadFiring();
    reply.values[1] = await advanceAfterTurn(context, { header, settled: turn.items.map(({ id }) => id) });
  }
  if (WAITING_FLAG.test(header)) {
    const { resolveAfterTurn } = await context.loadFollowUps();
    const [letters = "", last = ""] = reply.values;
    reply.values[1] = await resolveAfterTurn(context, { header: last, letters, turn });
  }
  return reply;
}

/**
 * Sends the script of a turn. The plain script takes a third less of Redis's time. It serves turns that complete jobs which
 * are not kept; for others it changes nothing and answers `not_plain`.
 */
async function sendScript<T>(context: QueueContext<T>, turn: TurnRequest, added: AddedFollowUps): Promise<Reply> {
  const { count, duration, worker, items, request } = turn;
  if (items.some(hasFollowUps)) return (await context.loadFollowUps()).settleLinked(context, { items, request, added });
  const holder = formatHolder(turn);
  const withResults = items.filter(({ result }) => result !== "");
  const results = withResults.map(({ id }) => id);
  const isHeartbeat = count > 0 && isHeartbeatDue(context, turn);
  if (
    !isHeartbeat &&
    request.number !== "0" &&
    isPlainAllowed(context.plainPauses, "turn") &&
    canUsePlainScript(items, context.plainPauses)
  ) {
    const bucket = items[0] ? bucketDigit(items[0].id) : "";
    const references = items.map(({ reference }) => reference);
    const kept = results.length > 0 ? [...withResults.map(({ result }) => result), String(context.resultTtl)] : [];
    const args = { count, duration, worker: holder, items: [...references, ...kept] };
    const { isGrouped } = context.plainPauses;
    const reply = isGrouped
      ? await callGroupedPlain(context, args, { request, results })
      : await context.call(turnPlain, { ...args, bucket }, { request, results });
    if (reply.status === "grouped") context.plainPauses.isGrouped = true;
    else if (reply.status !== "not_plain") return reply;
    else pausePlain(context.plainPauses, "turn");
  }
  const args = {
    count,
    duration,
    worker: holder,
    // "p" also notes the policy, for the cleans of clients whose options state none.
    heartbeat: isHeartbeat ? (context.hasRetention ? "p" : "1") : "",
    items: items.flatMap(({ fields }) => fields),
  };
  const reply = await callFullScript(context, args, { request, results });
  if (isHeartbeat) {
    noteHeartbeat(context, worker);
    // With the flag u the script asks for the queue's registration, with v it reports other limits.
    const flags = /^(?:\S+ ){4}-([a-z]*) /.exec(reply.values[1] ?? "")?.[1] ?? "";
    if (flags.includes("v")) context.warnOfOtherLimits();
    await registerIfAsked(context, { status: reply.status, isAsked: flags.includes("u") });
  }
  return reply;
}

/** The arguments of the plain scripts. */
type PlainTurnArgs = Pick<ArgsOf<typeof turnPlain>, "count" | "duration" | "worker" | "items">;

/** The arguments of the full scripts. */
type TurnArgs = Omit<ArgsOf<typeof turnScript>, "times" | "lane" | "number" | "max" | "policy">;

/** Calls the plain script for queues with groups or limits. */
async function callGroupedPlain<T>(context: QueueContext<T>, args: PlainTurnArgs, parts: CallParts): Promise<Reply> {
  const { turnGroupedPlain } = await loadOnDemandScripts();
  return context.call(turnGroupedPlain, { ...args, limits: context.limits }, parts);
}

/** Calls the full script, or the one for queues with groups or limits. */
async function callFullScript<T>(context: QueueContext<T>, args: TurnArgs, parts: CallParts): Promise<Reply> {
  if (!context.plainPauses.isGrouped) {
    const reply = await context.call(turnScript, args, parts);
    if (reply.status !== "grouped") return reply;
    context.plainPauses.isGrouped = true;
  }
  const { turnGrouped } = await loadOnDemandScripts();
  return context.call(turnGrouped, { ...args, limits: context.limits }, parts);
}

/**
 * Reports whether a worker's heartbeat is due: with its next turn the worker is noted as alive, and the script checks whether
 * the queue is registered.
 */
function isHeartbeatDue<T>({ heartbeats }: QueueContext<T>, { worker, duration }: TurnRequest): boolean {
  const last = heartbeats.get(worker);
  const interval = Math.min(HEARTBEAT_INTERVAL, duration / HEARTBEATS_PER_LEASE);
  return last === undefined || monotonicNow() >= last + interval;
}

/** Notes the time of a worker's heartbeat. If too many workers are noted, all are forgotten, and send heartbeats early. */
function noteHeartbeat<T>({ heartbeats }: QueueContext<T>, worker: string): void {
  if (heartbeats.size >= MAX_HEARTBEATS) heartbeats.clear();
  heartbeats.set(worker, monotonicNow());
}

/**
 * Reports whether the faster, plain script of a turn can settle items: it only completes different jobs that are not kept and
 * whose ids belong to one bucket, one of the 16 hashes in Redis; for a queue with groups to any buckets.
 */
function canUsePlainScript(items: readonly PreparedItem[], { isGrouped }: PlainPauses): boolean {
  if (!items.every(({ isPlain }) => isPlain)) return false;
  if (items.length < 2) return true;
  const bucket = bucketDigit(items[0]?.id ?? "");
  return (
    (isGrouped || items.every(({ id }) => bucketDigit(id) === bucket)) &&
    new Set(items.map(({ id }) => id)).size === items.length
  );
}
