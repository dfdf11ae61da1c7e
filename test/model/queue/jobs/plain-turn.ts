// The hot script that settles and leases in a queue with groups. It does both in one unit, and leases the next jobs of groups
// without making them ready first. So they take no ticks, and only those that it leaves do. If it leaves a request to the full
// script, nothing changes.

import { freedSlots, limitUntil, storeGroup } from "../state/arrange.ts";
import { blockedJobs, freeNumber } from "../state/blocked.ts";
import { groupOf, headOf, jobsOfGroup, limitsOf, spend, startTick } from "../state/groups.ts";
import type { Job, Model } from "../state/model.ts";
import { commit, makeLeased } from "../state/moves.ts";
import { jobsIn } from "../state/order.ts";
import { type Request, type RequestResult, remember, type TurnReply } from "../state/requests.ts";
import type { ProgramSettings } from "../state/settings.ts";
import { firstTickAt, issueTick, timeOfTick } from "../state/ticks.ts";
import { createUnit } from "../state/unit.ts";
import { hasListeners, publishWake } from "../state/wakes.ts";
import type { SettleItem } from "./settle.ts";
import { settle } from "./settle.ts";
import { type TurnLease, takeFirst } from "./take.ts";

/** Completes jobs and leases the next ones. */
export function turnGroupedPlain(
  model: Model,
  request: Request,
  { items, lease, settings }: { items: SettleItem[]; lease: TurnLease; settings: ProgramSettings },
): RequestResult {
  const isFirst = (model.totals.get("completed") ?? 0) === 0;
  const settled = items.map(({ id }) => groupNameOf(model.jobs.get(id)));
  const { letters } = items.length > 0 ? settle(model, items, settings) : { letters: "-" };
  const freed = freedSlots(model);
  const { jobs, hasMore, readyCount } = choose(model, { freed: settled, lease });
  const { heads } = takeFirst(model, [...jobs], { max: jobs.length, lease, settings });
  for (const name of new Set([...settled, ...jobs.map(groupNameOf)])) if (name !== undefined) storeGroup(model, name);
  // Nothing is left to do for the groups of the moved jobs.
  model.unit = createUnit();
  const time = heads.length > 0 ? { endsAt: model.now + lease.duration } : { now: model.now };
  const due = lease.count > 0 ? { due: model.due } : {};
  const reply: TurnReply = { letters, ...time, more: hasMore, ...due, flags: [...model.flags].join(""), heads };
  const left = freed - heads.length;
  const isNewWork = (model.madeReady > readyCount || left > 0) && hasListeners(model, { writesFlags: true });
  if (isNewWork) model.madeReady = Math.max(model.madeReady, left);
  const isDrained = heads.length > 0 && !hasMore && model.flags.has("h");
  if (items.length === 0 && lease.count === 0) return { status: "ok", reply: { turn: reply } };
  commit(model, { isFirst });
  remember(model, request, { turn: reply });
  if (isNewWork || isDrained) publishWake(model, { isDrained });
  return { status: "ok", reply: { turn: reply } };
}

const groupNameOf = (job: Job | undefined) => job?.member?.group;

interface PlainChoice {
  /** The jobs to lease, in their order. */
  jobs: Job[];
  /** The number of jobs to lease that were ready. */
  readyCount: number;
  /** True if other jobs are ready. */
  hasMore: boolean;
}

/** Takes the ready jobs, then the next jobs of the groups with free slots, in turns. The jobs that are too many become ready. */
function choose(
  model: Model,
  { freed, lease: { count, duration } }: { freed: (string | undefined)[]; lease: TurnLease },
): PlainChoice {
  const { max, isLimited, startJobs } = limitsOfQueue(model, count);
  const ready = jobsIn(model, "ready");
  const jobs: Job[] = [];
  let [hasMore, priority] = [max > 0 && ready.length > max, 0];
  // It grows while it is read.
  const turns = [...new Set(freed)].filter((name) => name !== undefined && !headOf(model, name));
  const take = (job: Job) => {
    makeLeased(model, job, model.now + duration);
    jobs.push(job);
    turns.push(groupNameOf(job));
    priority = job.priority;
  };
  for (const job of ready.slice(0, max)) take(job);
  const readyCount = jobs.length;
  for (const name of turns) {
    if (name === undefined || groupOf(model, name).number === 0 || headOf(model, name)) continue;
    if (jobsOfGroup(model, name, "held").length >= limitsOf(model, name).cap) continue;
    const [next] = blockedJobs(model, name);
    if (!next) {
      freeNumber(model, name);
      continue;
    }
    if (max > 0 && next.priority < priority) throw new Error(`${next.id} precedes a job that the plain script leased`);
    if (jobs.length < max) take(next);
    else {
      Object.assign(next, { state: "ready", entryTick: issueTick(model) });
      model.madeReady += 1;
      hasMore = true;
    }
  }
  if (count > 0) startJobs(jobs.length, { hasMore });
  return { jobs, readyCount, hasMore: max > 0 && hasMore && !isLimited };
}

/**
 * Returns the number of jobs that the limits of the queue let start, whether that is less than `count`, and a function that
 * spends the tokens of jobs that start. Each costs one.
 */
function limitsOfQueue(model: Model, count: number) {
  const { cap = Number.POSITIVE_INFINITY, rate } = model.groups.limits?.queue ?? {};
  const free = count === 0 ? 0 : Math.min(count, cap - jobsIn(model, "leased").length);
  const spendTokens = (number: number) => {
    let tat = model.groups.queueTat ?? 0;
    for (let i = 0; rate && i < number; i++) tat = spend(model, rate, { tat, cost: 1 });
    return tat;
  };
  const mayStart = (tat: number) => !rate || startTick(rate, tat, 1) <= firstTickAt(model.now);
  let max = 0;
  while (max < free && mayStart(spendTokens(max))) max += 1;
  const startJobs = (number: number, { hasMore }: { hasMore: boolean }) => {
    if (!rate || number === 0) return;
    model.groups.queueTat = spendTokens(number);
    if (max < free && hasMore) limitUntil(model, timeOfTick(startTick(rate, model.groups.queueTat, 1) + 999));
  };
  return { max, isLimited: max < count, startJobs };
}
