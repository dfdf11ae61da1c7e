// The operations that read groups: group, groups, and the part of explain about the limit that holds a job back.
import { withoutUndefined } from "../../../../src/base/without-undefined.ts";
import { toAttempts } from "../state/attempts.ts";
import { blockedJobs } from "../state/blocked.ts";
import { type EffectiveLimits, headOf, jobsOfGroup, limitsOf, type Rate, startTick } from "../state/groups.ts";
import type { Job, Model } from "../state/model.ts";
import { entryTickOf, jobsIn } from "../state/order.ts";
import { timeOfTick } from "../state/ticks.ts";

interface GroupSnapshot {
  name: string;
  held: number;
  next?: string;
  blocked: number;
  paused: boolean;
  pausedUntil?: number;
  limitedUntil?: number;
  concurrency?: number;
  rate?: Rate;
  version?: number;
}

/** Returns a group as `group` and `groups` return it. */
export function readGroup(model: Model, name: string): GroupSnapshot {
  const limits = limitsOf(model, name);
  const { cap, rate, pausedUntil } = limits;
  const paused = pausedUntil > model.now;
  return {
    name,
    held: jobsOfGroup(model, name, "held").length,
    blocked: jobsOfGroup(model, name, "blocked").length,
    paused,
    ...withoutUndefined({
      next: headOf(model, name)?.id,
      pausedUntil: paused && pausedUntil < Number.POSITIVE_INFINITY ? pausedUntil : undefined,
      limitedUntil: limitedUntil(model, name, limits),
      concurrency: cap < Number.POSITIVE_INFINITY ? cap : undefined,
      rate,
      version: model.groups.overrides.get(name)?.version,
    }),
  };
}

function limitedUntil(model: Model, name: string, { rate }: EffectiveLimits): number | undefined {
  if (!rate) return undefined;
  const time = timeOfTick(startTick(rate, model.groups.active.get(name)?.tat ?? 0, 1) + 999);
  return time > model.now ? time : undefined;
}

/** Returns the groups with blocked jobs, with limits of their own, or with jobs that hold slots. */
export function readGroups(model: Model, { blocked }: { blocked: boolean }): GroupSnapshot[] {
  const names = new Set([...model.groups.active.keys(), ...model.groups.overrides.keys()]);
  const groups = [...names].map((name) => readGroup(model, name));
  return groups.filter(
    ({ blocked: number, held, version }) => number > 0 || (!blocked && (held > 0 || version !== undefined)),
  );
}

/** Returns the numbers of groups as `counts` returns them. */
export function countGroups(model: Model): object {
  const groups = [...model.groups.active].filter(([, { number }]) => number > 0);
  const waiting = groups.filter(([name]) => jobsOfGroup(model, name, "blocked").length > 0);
  const [first] = waiting.map(([, group]) => group).sort((a, b) => a.number - b.number);
  return {
    active: model.groups.active.size,
    blocked: groups.length,
    paused: [...model.groups.overrides.keys()].filter((name) => readGroup(model, name).paused).length,
    longestBlocked: first && model.now - first.since,
  };
}

const MAX_HOLDERS = 10;

/** Returns the limit that holds a waiting job back, and a sentence about it; undefined if none does. */
export function findLimit(model: Model, job: Job): { heldBackBy: object; sentence: string } | undefined {
  const found = findGroupLimit(model, job) ?? findQueueLimit(model, job);
  if (!found) return undefined;
  const ended = toAttempts(job).at(-1) as { endedAt?: number } | undefined;
  const { sentence, since, ...limit } = found;
  const waitsSince = ended?.endedAt ?? job.createdAt;
  const known = since === undefined ? {} : { since: Math.max(since, waitsSince) };
  return { heldBackBy: { ...limit, ...known, waitsSince }, sentence };
}

interface FoundLimit {
  limit: string;
  until?: number;
  since?: number;
  holders?: string[];
  sentence: string;
}

const from = (until: number | undefined) => (until === undefined ? "" : ` until ${new Date(until).toISOString()}`);

function findGroupLimit(model: Model, job: Job): FoundLimit | undefined {
  const { state, member } = job;
  const isLimited = member?.mark === "t";
  if (member?.group === undefined || !(state === "blocked" || state === "ready" || isLimited)) return undefined;
  const group = readGroup(model, member.group);
  const name = JSON.stringify(member.group);
  const byRate = (until: number): FoundLimit => ({
    limit: "group_rate",
    until,
    sentence: ` The rate of its group ${name} lets no job start${from(until)}.`,
  });
  if (group.paused) {
    const until = group.pausedUntil;
    const sentence = ` Its group ${name} is paused${from(until)}.`;
    return { limit: "group_pause", ...(until === undefined ? {} : { until }), sentence };
  }
  const until = endOfGroupRate(model, member.group, nextOf(model, job));
  if (isLimited && until !== undefined) return byRate(until);
  if (group.concurrency !== undefined && group.held >= group.concurrency) {
    const held = jobsOfGroup(model, member.group, "held");
    const ids = held.map(({ id }) => id);
    const fences = held.map(({ run }) => run?.fence ?? 0);
    const full = held.length > MAX_HOLDERS ? {} : { since: timeOfTick(Math.max(...fences)) };
    const holders = ids.sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).slice(0, MAX_HOLDERS);
    const list = `: ${holders.map((id) => JSON.stringify(id)).join(", ")}${ids.length > holders.length ? " and others" : ""}`;
    if ((model.groups.limits?.order ?? "-") !== "-") {
      const sentence = ` Its group ${name} is ordered, and waits for a job before it${list}.`;
      return { limit: "group_order", ...full, holders, sentence };
    }
    const number = group.concurrency === 1 ? "1 job" : `${group.concurrency} jobs`;
    const sentence = ` Its group ${name} runs at most ${number} at a time, which hold its slots${list}.`;
    return { limit: "group_concurrency", ...full, holders, sentence };
  }
  return until === undefined ? undefined : byRate(until);
}

/** Returns the job whose start a job waits for: the head of its group for a blocked one. */
function nextOf(model: Model, job: Job): Job {
  return (job.state === "blocked" && headOf(model, job.member?.group ?? "")) || job;
}

function endOfGroupRate(model: Model, name: string, next: Job): number | undefined {
  const { rate } = limitsOf(model, name);
  if (!rate) return undefined;
  const dueAt = next.state === "delayed" && next.member?.mark === "t" ? timeOfTick(entryTickOf(next)) : 0;
  const tat = model.groups.active.get(name)?.tat ?? 0;
  const time = dueAt > model.now ? dueAt : timeOfTick(startTick(rate, tat, next.member?.cost ?? 1) + 999);
  return time > model.now ? time : undefined;
}

function findQueueLimit(model: Model, job: Job): FoundLimit | undefined {
  const { cap, rate } = model.groups.limits?.queue ?? {};
  if (job.state !== "ready" && job.state !== "blocked") return undefined;
  const leased = jobsIn(model, "leased").length;
  if (cap !== undefined && leased >= cap) {
    const number = cap === 1 ? "1 job" : `${cap} jobs`;
    const sentence = ` The queue runs at most ${number} at a time, and ${leased} are leased.`;
    return { limit: "queue_concurrency", sentence };
  }
  if (!rate) return undefined;
  const cost = nextOf(model, job).member?.cost ?? 1;
  const until = timeOfTick(startTick(rate, model.groups.queueTat ?? 0, cost) + 999);
  if (until <= model.now) return undefined;
  return { limit: "queue_rate", until, sentence: ` The rate of the queue lets no job start${from(until)}.` };
}

/** Returns the number of blocked jobs of its group before a job; undefined if the job is not blocked. */
export function placeInGroup(model: Model, job: Job): number | undefined {
  const place = blockedJobs(model, job.member?.group ?? "").indexOf(job);
  return place < 0 ? undefined : place;
}
