// The model as Redis holds it: every key of the queue, its type, what is in it, and how long it stays.
import { bucketOf } from "../../src/core/keys.ts";
import { type End, endOfLife, inOrder, inState, type Job, type Model, type Reply, type Run } from "./model.ts";

/** Members of a sorted set with their scores, fields of a hash, or a text. */
export type Value = [member: string, score: number][] | Record<string, string> | string;

/** Keys by the last part of their names; `queues` is the registry. */
export type Keys = Record<string, Value>;

/** What keys hold, and until when those stay that end by themselves. */
export interface Stored {
  keys: Keys;
  until: Record<string, number>;
}

export function stored(model: Model): Stored {
  const keys: Keys = {};
  const until: Record<string, number> = {};
  const put = (key: string, value: Value) => {
    if (typeof value === "string" || Object.keys(value).length > 0) keys[key] = value;
  };
  const keep = (key: string, value: string, time: number) => {
    keys[key] = value;
    until[key] = time;
  };
  const jobs = [...model.jobs.values()];
  for (const state of ["ready", "delayed", "leased", "failed", "done"] as const) {
    put(
      state,
      inState(model, state).map(({ id, score }) => [id, score]),
    );
  }
  const watched = jobs.filter((job) => job.watched);
  put(
    "expiring",
    inOrder(watched, endOfLife).map((job) => [job.id, endOfLife(job)]),
  );
  put(
    "workers",
    [...model.workers].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1)),
  );
  for (const job of jobs) {
    const bucket = `jobs:${bucketOf(job.id).toString(16)}`;
    keys[bucket] = { ...(keys[bucket] as Record<string, string>), [job.id]: recordOf(job) };
  }
  put("runs", Object.fromEntries(jobs.flatMap(({ id, run }) => (run ? [[id, runOf(run)]] : []))));
  put("meta", metaOf(model));
  put(
    "queues",
    [...model.queues].sort().map((name) => [name, 0]),
  );
  for (const [id, { value, until }] of model.results) keep(`result:${id}`, endOf(value), until);
  for (const [id, { until }] of model.seen) keep(`seen:${id}`, "1", until);
  for (const [nonce, { value, until }] of model.replies) keep(`reply:${nonce}`, replyOf(value), until);
  return { keys, until };
}

function metaOf(model: Model): Record<string, string> {
  const { policy, audit, sequence, fence } = model;
  return {
    ...(model.laidOut ? { layout: "1" } : {}),
    ...(policy === undefined ? {} : { policy }),
    ...(model.paused ? { paused: "1" } : {}),
    ...(model.registered ? { registered: "1" } : {}),
    ...(audit === undefined ? {} : { audit }),
    ...(sequence > 0 ? { sequence: String(sequence) } : {}),
    ...(fence > 0 ? { fence: String(fence) } : {}),
    ...Object.fromEntries([...model.totals].map(([total, value]) => [total, String(value)])),
  };
}

/** A record: "created priority[ maxAttempts ttl]", then the payload. */
function recordOf({ createdAt, priority, maxAttempts, ttl, payload }: Job): string {
  const own = maxAttempts === undefined && ttl === undefined ? "" : ` ${maxAttempts ?? "-"} ${ttl ?? "-"}`;
  return `${createdAt} ${priority}${own}\n${payload}`;
}

function runOf(run: Run): string {
  const { letter, fence, attempt, given, place, maxAttempts, dies, since } = run;
  const head = [letter, fence, attempt, given, place, maxAttempts, dies, since].join(" ");
  return [head, run.worker, run.progress, ...run.errors].join("\n");
}

function endOf(end: End): string {
  return end.letter === "C" ? `C ${end.at} ${end.result}` : `X ${end.at}`;
}

/** What is kept of a reply; it is also what a lease that comes again is answered. */
export function replyOf(reply: Reply): string {
  if (reply.kind === "count") return String(reply.count);
  if (reply.kind === "letters") return reply.letters + (reply.fingerprint && ` ${reply.fingerprint}`);
  const { now, more, wake, paused } = reply.plan;
  const plan = `${now} ${Number(more)} ${wake} ${Number(paused)}`;
  const heads = reply.heads.map(({ fence, attempt, id }) => `${fence} ${attempt} ${id}`);
  return `${reply.letters}\n${plan}\n${heads.join("\n")}`;
}
