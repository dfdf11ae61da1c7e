// The model as Redis stores it: every key of the queue, its type, its content, and its time to live.
import { bucketOf, STATES } from "../../../src/engine/keys.ts";
import { holders, lines, toGroupFields, toMemberField, toOverrides } from "./groups/fields.ts";
import { formatLimits } from "./groups/limits.ts";
import { toFields } from "./jobs/latency.ts";
import { formatRun } from "./jobs/run.ts";
import { formatEndings } from "./state/endings.ts";
import type { Model } from "./state/model.ts";
import { expiringJobs, jobsIn, scoreOf, sortByScore } from "./state/order.ts";
import { formatFollower, formatRecord } from "./state/record.ts";
import type { LeasedHead, Reply, TurnReply } from "./state/requests.ts";
import type { Retention, RetentionLimits } from "./state/settings.ts";

/** The members of a sorted set with their scores, the fields of a hash, or a text. */
export type Value = [member: string, score: number][] | Record<string, string> | string;

/** Keys without the prefix of the queue; `queues` is the registry. */
export type Keys = Record<string, Value>;

/** The content of all keys, and the time at which some expire. */
export interface StoredKeys {
  keys: Keys;
  until: Record<string, number>;
}

/** Returns the keys that Redis should contain, and the times at which some expire. */
export function toStoredKeys(model: Model): StoredKeys {
  const keys: Keys = {};
  const until: Record<string, number> = {};
  const put = (key: string, value: Value) => {
    if (Object.keys(value).length > 0) keys[key] = value;
  };
  const putUntil = (time: number, [key, value]: [string, Value]) => {
    keys[key] = value;
    until[key] = time;
  };
  for (const state of STATES) {
    const members = jobsIn(model, state).map((job): [string, number] => [job.id, scoreOf(model, job)]);
    put(state, members);
  }
  const expiring = expiringJobs(model).map(({ id, expiresAt }): [string, number] => [id, expiresAt]);
  put("expiring", expiring);
  put("workers", sortByScore(model.workers));
  put("seen", sortByScore(model.seen));
  for (const job of model.jobs.values()) {
    const bucket = `jobs:${bucketOf(job.id).toString(16)}`;
    const run = job.run && { [`\t${job.id}`]: formatRun(job, job.run) };
    const follower = job.follower && { [`\x04${job.id}`]: formatFollower(job.follower) };
    const fields = { [job.id]: formatRecord(job), ...run, ...toMemberField(job), ...follower };
    keys[bucket] = { ...(keys[bucket] as Record<string, string>), ...fields };
  }
  put("groups", toGroupFields(model));
  put("holders", holders(model));
  put("lines", lines(model));
  put("overrides", toOverrides(model));
  put("meta", toMeta(model));
  put("endings", formatEndings(model.endings.current));
  put("endings:before", formatEndings(model.endings.before));
  put("queues", sortByScore(model.queues));
  for (const [id, { at, text, until }] of model.results) putUntil(until, [`result:${id}`, `C ${at} ${text}`]);
  for (const [key, { lanes, until }] of model.replies) {
    const fields = [...lanes].map(([lane, { number, reply }]) => [lane, `${number}\n${formatReply(reply)}`]);
    putUntil(until, [key, Object.fromEntries(fields)]);
  }
  return { keys, until };
}

const IN_HEAD = ["enqueued", "leased", "completed"] as const;

/** Returns the fields of `meta`: the head, the totals outside of it, and what operations have noted. */
function toMeta(model: Model): Record<string, string> {
  const { createdAt: born, registeredAt: registered, listenerUntil: heard, policy, audit, groups } = model;
  const limits = groups.limits && formatLimits(groups.limits);
  const grouped = { limits, tat: groups.queueTat };
  const noted = { ...grouped, born, registered, heard, audit, policy: policy && formatPolicy(policy) };
  const totals = [...model.totals].filter(([total]) => !IN_HEAD.some((name) => name === total));
  const fields = [...Object.entries(noted), ...totals].filter(([, value]) => value !== undefined);
  return {
    ...(model.exists ? { head: formatHead(model), ...toFields(model) } : {}),
    ...Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
  };
}

/** Formats the head without letters: layout, flags, last tick, due time, number of runs and followers, and three totals. */
function formatHead({ flags, tick, due, jobs, totals }: Model): string {
  // The fields of members and of followers are in the same hashes as the runs.
  const others = [...jobs.values()].flatMap(({ run, member, follower }) => [run, member, follower]);
  const runs = others.filter(Boolean).length;
  const counted = IN_HEAD.map((total) => totals.get(total) ?? 0);
  return `${["2", [...flags].join(""), tick, due, runs, ...counted].join(" ")}|`;
}

/** Formats a retention: the limits on age and count of done and of failed jobs, and the time to keep results. */
function formatPolicy({ done, failed, results }: Retention): string {
  const limit = (number: number) => (Number.isNaN(number) ? "-" : String(number));
  const limits = ({ age, count }: RetentionLimits) => `${limit(age)} ${limit(count)}`;
  return `${limits(done)} ${limits(failed)} ${results}`;
}

/** Formats a reply as it is remembered. */
export function formatReply(reply: Reply): string {
  return "turn" in reply ? formatTurn(reply.turn) : reply.text;
}

/** Formats a leased job: its id; before it the attempt and a tab; after it two tabs and its group, and a tab and its cost. */
function formatHeadOfJob({ id, attempt, isFirst, member }: LeasedHead): string {
  const head = isFirst ? id : `${attempt}\t${id}`;
  if (!member) return head;
  return `${head}\t\t${member.group ?? ""}${member.cost === 1 ? "" : `\t${member.cost}`}`;
}

/** Formats a turn: its letters; time, end of the leases, 1 if more jobs are ready, due time, flags, first fence; its heads. */
function formatTurn({ letters, now, endsAt, more, due, flags, heads }: TurnReply): string {
  const fields = [now, endsAt, Number(more), due, `-${flags}`, heads[0]?.fence];
  const header = fields.map((field) => field ?? "-").join(" ");
  return [letters, header, ...heads.map(formatHeadOfJob)].join("\n");
}
