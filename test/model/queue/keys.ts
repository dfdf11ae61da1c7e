// The model as Redis holds it: every key of the queue, its type, its content, and its time to live.
import { bucketOf } from "../../../src/engine/keys.ts";
import { fieldsOfEndings } from "./state/endings.ts";
import { expiring, inState, type Job, type Model, type Run, scoreOf } from "./state/model.ts";
import { placeText, recordOf } from "./state/record.ts";
import type { Reply, TurnReply } from "./state/requests.ts";
import type { Kept, Retention } from "./state/settings.ts";

/** Members of a sorted set with their scores, fields of a hash, or a text. */
export type Value = [member: string, score: number][] | Record<string, string> | string;

/** Keys by the last part of their names; `queues` is the registry. */
export type Keys = Record<string, Value>;

/** The content of all keys, and the ends of the ones that expire. */
export interface Stored {
  keys: Keys;
  until: Record<string, number>;
}

export function stored(model: Model): Stored {
  const keys: Keys = {};
  const until: Record<string, number> = {};
  const put = (key: string, value: Value) => {
    if (Object.keys(value).length > 0) keys[key] = value;
  };
  const keep = (key: string, value: Value, time: number) => {
    keys[key] = value;
    until[key] = time;
  };
  for (const state of ["ready", "delayed", "leased", "failed", "done"] as const) {
    put(
      state,
      inState(model, state).map((job) => [job.id, scoreOf(job)]),
    );
  }
  put(
    "expiring",
    expiring(model).map(({ id, expiresAt }) => [id, expiresAt]),
  );
  put("workers", byScore(model.workers));
  put("seen", byScore(model.seen));
  for (const job of model.jobs.values()) {
    const bucket = `jobs:${bucketOf(job.id).toString(16)}`;
    const run = job.run && { [`\t${job.id}`]: runOf(job, job.run) };
    keys[bucket] = { ...(keys[bucket] as Record<string, string>), [job.id]: recordOf(job), ...run };
  }
  put("meta", metaOf(model));
  put("endings", fieldsOfEndings(model.endings.current));
  put("endings:before", fieldsOfEndings(model.endings.before));
  put("queues", byScore(model.queues));
  for (const [id, { at, text, until }] of model.results) keep(`result:${id}`, `C ${at} ${text}`, until);
  for (const [key, { lanes, until }] of model.replies) {
    const fields = [...lanes].map(([lane, { number, reply }]) => [lane, `${number}\n${textOfReply(reply)}`]);
    keep(key, Object.fromEntries(fields), until);
  }
  return { keys, until };
}

function byScore(scores: Map<string, number>): [string, number][] {
  return [...scores].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1));
}

const IN_HEAD = ["enqueued", "leased", "completed"] as const;

function metaOf(model: Model): Record<string, string> {
  const { born, registered, heard, policy, audit } = model;
  const noted = { born, registered, heard, audit, policy: policy && policyOf(policy) };
  const totals = [...model.totals].filter(([total]) => !IN_HEAD.some((name) => name === total));
  const fields = [...Object.entries(noted), ...totals].filter(([, value]) => value !== undefined);
  return {
    ...(model.isMade ? { head: headOf(model) } : {}),
    ...Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
  };
}

/** The head: layout, flags, last tick, due time, number of runs, and three totals. */
function headOf({ flags, tick, due, jobs, totals }: Model): string {
  const runs = [...jobs.values()].filter(({ run }) => run).length;
  const counted = IN_HEAD.map((total) => totals.get(total) ?? 0);
  return ["2", [...flags].join(""), tick, due, runs, ...counted].join(" ");
}

function policyOf({ done, failed, results }: Retention): string {
  const limit = (number: number) => (Number.isNaN(number) ? "-" : String(number));
  const limits = ({ age, count }: Kept) => `${limit(age)} ${limit(count)}`;
  return `${limits(done)} ${limits(failed)} ${results}`;
}

function runOf({ state, priority, tick, expiresAt }: Job, run: Run): string {
  const { fence, attempt, released, maxAttempts, postponed, unfinished, worker, progress, errors } = run;
  const letter = run.isHeld ? (state === "failed" ? "E" : "L") : ({ failed: "F", done: "C" }[state as string] ?? "W");
  // The run of a job that was never leased does not state its limits.
  const end = fence === 0 ? 0 : expiresAt;
  const counts = postponed + unfinished > 0 ? [postponed, unfinished] : [];
  const head = [letter, fence, attempt, released, placeText(priority, tick), maxAttempts, end, ...counts].join(" ");
  return [head, worker, progress, ...errors].join("\n");
}

/** Returns the text of a reply, as it is remembered. */
export function textOfReply(reply: Reply): string {
  return "turn" in reply ? textOfTurn(reply.turn) : reply.text;
}

/** Formats letters; time, end of the leases, whether there are more, due time, flags and first fence; and the heads. */
function textOfTurn({ letters, now, endsAt, more, due, flags, heads }: TurnReply): string {
  const orNone = (value: number | undefined) => value ?? "-";
  const header = [orNone(now), orNone(endsAt), Number(more), orNone(due), `-${flags}`, orNone(heads[0]?.fence)].join(
    " ",
  );
  const lines = heads.map(({ id, attempt, isFirst }) => (isFirst ? id : `${attempt}\t${id}`));
  return [letters, header, ...lines].join("\n");
}
