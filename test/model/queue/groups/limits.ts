// The operations on limits: those that a program declares, those of the queue, those of one group; and the end of a group.

import { arrange } from "../state/arrange.ts";
import { blockedJobs } from "../state/blocked.ts";
import { groupOf, headOf, jobsOfGroup, type Limits, type Override, type Rate } from "../state/groups.ts";
import type { Model } from "../state/model.ts";
import { commit, count, makeReady, removeJob } from "../state/moves.ts";
import { jobsIn } from "../state/order.ts";
import { carryOutOnce, type Request, type RequestResult, refuseOrReplay } from "../state/requests.ts";
import { issueTick } from "../state/ticks.ts";
import { addListener, commitAndWake, isWakeDue, publishWake } from "../state/wakes.ts";

/**
 * Stores the limits that a program declares if their version is higher than that of the queue's. Reports whether the queue has
 * other limits than the program declares.
 */
export function adoptLimits(model: Model, declared: Limits | undefined): boolean {
  if (!declared) return false;
  const { limits } = model.groups;
  if (limits && limits.version >= declared.version) return formatLimits(limits) !== formatLimits(declared);
  model.flags.add("g");
  model.groups.limits = declared;
  if (!model.exists) {
    model.createdAt = model.now;
    addListener(model);
  }
  releaseAll(model, limits);
  const ready = jobsIn(model, "ready").filter((job) => !model.unit.moves.some((move) => move.job === job));
  arrange(model);
  model.madeReady = Math.max(model.madeReady, ready.length);
  commit(model);
  return false;
}

/** Lets all groups go on that limits may hold back: those with blocked jobs, in the order of their numbers, then the others. */
function releaseAll(model: Model, before: Limits | undefined): void {
  const { active, overrides, limits, queueTat } = model.groups;
  const groups = [...active].filter(([, { number, tat }]) => number > 0 || tat > 0);
  // A rate that has changed begins with a full bucket.
  const isSame = (first?: Rate, second?: Rate) => formatPair({ rate: first }) === formatPair({ rate: second });
  if (!isSame(before?.group.rate, limits?.group.rate))
    for (const [name, group] of groups) if (!overrides.get(name)?.rate) group.tat = 0;
  if (queueTat !== undefined && !isSame(before?.queue.rate, limits?.queue.rate)) model.groups.queueTat = 0;
  const order = (number: number) => number || Number.POSITIVE_INFINITY;
  groups.sort(([first, a], [second, b]) => {
    if (a.number !== b.number) return order(a.number) - order(b.number);
    return first < second ? -1 : 1;
  });
  releaseHeads(
    model,
    groups.map(([name]) => name),
  );
}

/** Lets groups go on whose limits have changed: makes heads ready that were delayed by them. The next lease limits them again. */
function releaseHeads(model: Model, names: string[]): void {
  model.unit.touched = names;
  for (const name of names) {
    const job = headOf(model, name);
    if (job?.state !== "delayed" || job.member?.mark !== "t") continue;
    const { tick } = job;
    makeReady(model, job, issueTick(model));
    // The place of the job stays.
    Object.assign(job, { entryTick: job.tick, tick });
  }
}

/** A change of the limits of one group. Undefined leaves a limit as it is; null means the limit of the queue's groups. */
export interface GroupChange {
  concurrency?: number | null;
  rate?: Rate | null;
  paused?: boolean;
  /** The duration of the pause in ms. */
  until?: number;
  ifVersion?: number;
}

/** Changes the limits of one group. Replies with the new version, 0 for none; or with the version that is not the expected one. */
export function setGroup(
  model: Model,
  request: Request,
  { group, change }: { group: string; change: GroupChange },
): RequestResult {
  const known = refuseOrReplay(model, request);
  if (known) return known;
  const { overrides } = model.groups;
  const before = overrides.get(group);
  const other = refuseVersion(change.ifVersion, before?.version ?? 0);
  if (other) return other;
  return carryOutOnce(model, request, () => {
    const isNew = !model.exists;
    model.flags.add("g");
    const override: Override = {
      version: issueTick(model),
      cap: change.concurrency === undefined ? before?.cap : (change.concurrency ?? undefined),
      rate: change.rate === undefined ? before?.rate : (change.rate ?? undefined),
      paused: change.paused === undefined ? currentPause(model, before?.paused) : pauseOf(model, change),
    };
    const isSet = [override.cap, override.rate, override.paused].some((value) => value !== undefined);
    if (isSet) overrides.set(group, override);
    else overrides.delete(group);
    // A rate that has changed begins with a full bucket.
    if (formatPair({ rate: override.rate }) !== formatPair({ rate: before?.rate })) groupOf(model, group).tat = 0;
    releaseHeads(model, [group]);
    if (overrides.size > 0) model.flags.add("o");
    else model.flags.delete("o");
    endUnit(model, { isNew });
    return `set ${isSet ? override.version : 0}`;
  });
}

/** Returns the end of a pause that is not over. */
function currentPause({ now }: Model, paused: number | undefined): number | undefined {
  return paused === undefined || paused === 0 || paused > now ? paused : undefined;
}

function pauseOf({ now }: Model, { paused, until }: GroupChange): number | undefined {
  if (!paused) return undefined;
  return until === undefined ? 0 : now + until;
}

/** Returns the reply to a change that expects another version. It is not remembered. */
function refuseVersion(expected: number | undefined, version: number): RequestResult | undefined {
  if (expected === undefined || expected === version) return undefined;
  return { status: "ok", reply: { text: `other ${version}` } };
}

/** Removes overrides that were only pauses, and are over. */
export function dropPastPauses({ groups: { overrides }, now }: Model): void {
  for (const [name, { cap, rate, paused }] of overrides)
    if (!cap && !rate && paused !== undefined && paused !== 0 && paused <= now) overrides.delete(name);
}

/** Replaces the limits of the queue and of its groups. Replies with the new version, or with the one that is not the expected one. */
export function setLimits(
  model: Model,
  request: Request,
  { limits, ifVersion }: { limits: Omit<Limits, "version">; ifVersion: number | undefined },
): RequestResult {
  const known = refuseOrReplay(model, request);
  if (known) return known;
  const { limits: earlier } = model.groups;
  const before = earlier?.version ?? 0;
  const other = refuseVersion(ifVersion, before);
  if (other) return other;
  return carryOutOnce(model, request, () => {
    const isNew = !model.exists;
    model.flags.add("g");
    model.groups.limits = { ...limits, version: before + 1 };
    releaseAll(model, earlier);
    // The limits of the queue may let jobs start that are ready already.
    const ready = jobsIn(model, "ready").filter((job) => !model.unit.moves.some((move) => move.job === job));
    arrange(model);
    model.madeReady = Math.max(model.madeReady, ready.length);
    endUnit(model, { isNew });
    return `set ${before + 1}`;
  });
}

/** Ends a unit that may have created the queue. */
function endUnit(model: Model, { isNew }: { isNew: boolean }): void {
  arrange(model);
  const isDue = isWakeDue(model);
  if (isNew) {
    model.createdAt = model.now;
    addListener(model);
  }
  commit(model);
  if (isDue) publishWake(model);
}

/** Removes the jobs of a group that are blocked, hold it, or are its head. Replies with their number, and 1 if others may be left. */
export function cancelGroup(model: Model, request: Request, { group }: { group: string }): RequestResult {
  const known = refuseOrReplay(model, request);
  if (known) return known;
  const holders = jobsOfGroup(model, group, "held").sort((a, b) => (a.id < b.id ? -1 : 1));
  const jobs = new Set([...holders, ...jobsOfGroup(model, group, "line"), ...blockedJobs(model, group)]);
  // Without a job nothing is written, and the reply is not remembered.
  if (jobs.size === 0) return { status: "ok", reply: { text: "0 0" } };
  return carryOutOnce(model, request, () => {
    for (const state of ["ready", "delayed", "blocked", "leased", "failed"])
      for (const job of jobs) if (job.state === state) removeJob(model, job, "X");
    count(model, "cancelled", jobs.size);
    commitAndWake(model);
    return `${jobs.size} 1`;
  });
}

const formatPair = ({ cap, rate }: { cap?: number | undefined; rate?: Rate | undefined }) =>
  `${cap ?? "-"} ${rate ? `${rate.limit} ${rate.per} ${rate.burst}` : "- - -"}`;

/** Formats limits as Redis stores them. */
export function formatLimits({ version, order, group, queue }: Limits): string {
  return `${version} ${order} ${formatPair(group)}|${formatPair(queue)}`;
}

/** Formats an override as Redis stores it. */
export function formatOverride({ version, paused, ...pair }: Override): string {
  return `${version} ${formatPair(pair)} ${paused ?? "-"}`;
}
