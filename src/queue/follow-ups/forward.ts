// Forwarding: entries of the outbox are sent to their queues, and then removed. A queue skips entries that it has received, so
// that any number of clients may forward at once, and each may stop anywhere.

import { withDeadline } from "../../base/deadline.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import { badReplyError } from "../../engine/call.ts";
import { QueueKeys } from "../../engine/keys.ts";
import { loadOnDemandScripts } from "../../engine/on-demand.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { registerIfAsked } from "../jobs/registration.ts";
import { type OutboxEntry, readOutbox } from "./outbox-entry.ts";

const PAGE = { limit: 100, bytes: 1_000_000 };
// The number of pages that one call forwards.
const MAX_PAGES = 10;
const FIRST = "0";
// The time in ms for which a process does not log again that entries of a queue are held back.
const LOG_INTERVAL = 60_000;

/** The outcome of a call. */
export interface Forwarded {
  /** The number of entries that were received. */
  sent: number;
  /** The queues that did not receive all of their entries, and the reasons. */
  held: Map<string, unknown>;
}

/**
 * Forwards the outbox, waiting for at most half of the time for a reply. Never rejects: what is left follows with a later lease,
 * turn or clean. Logs that entries are held back, at intervals.
 */
export async function forward<T>(context: QueueContext<T>): Promise<void> {
  const startedAt = monotonicNow();
  try {
    const { held } = await withDeadline(forwardPages(context), () => startedAt + context.replyTimeout / 2);
    for (const [target, error] of held) logHeld(context, { target, error });
  } catch (error) {
    logHeld(context, { error });
  }
}

/** Forwards at most `pages` parts of the outbox. Rejects if the outbox cannot be read or written. */
export async function forwardPages<T>(context: QueueContext<T>, pages = MAX_PAGES): Promise<Forwarded> {
  const { forwarded } = await loadOnDemandScripts();
  const held = new Map<string, unknown>();
  let [after, sent, kept] = [FIRST, 0, 0];
  for (let page = 0; page < pages; page++) {
    const { entries, total, born } = await readOutbox(context, { after, ...PAGE });
    const received = await sendEntries(context, entries, { source: `${context.name} ${born}`, held });
    const ranges = findRanges(entries, received);
    // Without entries the flag of the outbox is left over.
    if (ranges.length > 0 || total === 0) await context.call(forwarded, { ranges });
    sent += received.size;
    after = entries.at(-1)?.tick ?? after;
    if (entries.length === 0 || kept + entries.length >= total) break;
    kept += entries.length - received.size;
  }
  return { sent, held };
}

/** Sends entries to their queues, except those in `held`, and adds queues that do not receive theirs. Returns the received ones. */
async function sendEntries<T>(
  context: QueueContext<T>,
  entries: readonly OutboxEntry[],
  { source, held }: { source: string; held: Map<string, unknown> },
): Promise<Set<OutboxEntry>> {
  const byTarget = new Map<string, OutboxEntry[]>();
  for (const entry of entries) {
    if (!held.has(entry.target)) byTarget.set(entry.target, [...(byTarget.get(entry.target) ?? []), entry]);
  }
  const received = new Set<OutboxEntry>();
  await Promise.all(
    Array.from(byTarget, async ([target, list]) => {
      try {
        const count = await sendTo(context, { source, target, list });
        for (const entry of list.slice(0, count)) received.add(entry);
        if (count < list.length) held.set(target, new LeaseholdError("queue_full", `queue ${target} is full`));
      } catch (error) {
        held.set(target, error);
      }
    }),
  );
  return received;
}

/** Sends entries to one queue. Resolves with the number of the first ones that it has received, now or before. */
async function sendTo<T>(
  context: QueueContext<T>,
  { source, target, list }: { source: string; target: string; list: readonly OutboxEntry[] },
): Promise<number> {
  const { receive } = await loadOnDemandScripts();
  const queue = context.with({ name: target, keys: new QueueKeys(context.prefix, target), register: undefined });
  const items = list.flatMap(({ tick, maxLength, kind, id, payload }) => [tick, maxLength, kind, id, payload]);
  const reply = await queue.call(receive, { source, items }, { results: list.map(({ id }) => id) });
  const [count = "", , note] = reply.values;
  if (!/^\d+$/.test(count) || Number(count) > list.length) throw badReplyError(reply);
  await registerIfAsked(queue, { status: reply.status, isAsked: note === "u" });
  return Number(count);
}

/** Returns the ranges of the ticks of received entries, the first and the last tick of each. Other entries lie between them. */
function findRanges(entries: readonly OutboxEntry[], received: ReadonlySet<OutboxEntry>): string[] {
  const ranges: string[] = [];
  for (const [i, entry] of entries.entries()) {
    if (!received.has(entry)) continue;
    const before = entries[i - 1];
    if (before && received.has(before)) ranges.pop();
    else ranges.push(entry.tick);
    ranges.push(entry.tick);
  }
  return ranges;
}

const loggedAt = new WeakMap<object, number>();

/** Logs that entries are held back, at most once in LOG_INTERVAL for each queue of this process. */
function logHeld<T>(context: QueueContext<T>, { target, error }: { target?: string; error: unknown }): void {
  const last = loggedAt.get(context.plainPauses);
  if (last !== undefined && monotonicNow() - last < LOG_INTERVAL) return;
  loggedAt.set(context.plainPauses, monotonicNow());
  context.log({
    level: "warn",
    event: "outbox_held",
    queue: context.name,
    ...(target !== undefined && { target }),
    code: error instanceof LeaseholdError ? error.code : "unknown",
    message: "follow-ups wait in the outbox until the queue that they are for receives them",
  });
}
