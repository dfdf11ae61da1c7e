// Every public operation of a queue, as a call on a queue that has work for it.
import type { Redis } from "ioredis";
import { type Batch, type Job, listQueues, type Queue, type QueueOptions } from "../../../src/index.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { SECRET_PAYLOAD } from "./random-replies.ts";

/** A queue, and a job that was leased before its replies became faulty. */
export interface OperationTarget {
  queue: Queue<unknown>;
  job: Job<unknown>;
  redis: QueueOptions<unknown>["redis"];
  prefix: string;
}

/** Enqueues jobs and brings one into each state. Resolves with the leased job. */
export async function prepareQueue(queue: Queue<unknown>): Promise<Job<unknown>> {
  await queue.enqueueMany(["held", "failed", "done", "a", "b"].map((id) => ({ data: { id }, id })));
  const { jobs } = await queue.lease({ count: 3, worker: "w" });
  await jobs[1]?.fail("no");
  await jobs[2]?.complete("yes");
  await queue.enqueue("later", { id: "delayed", delay: "1h" });
  return jobs[0] as Job<unknown>;
}

/** Fills a queue over a direct connection, and then sends its requests with `faultyRun` until `endFaults` is called. */
export async function createFaultyTarget(
  client: Redis,
  faultyRun: Adapter["run"],
  options: Partial<QueueOptions<unknown>> = {},
): Promise<{ name: string; target: OperationTarget; endFaults(): void }> {
  const [direct, name] = [ioredis(client), freshName()];
  let { run } = direct;
  const redis: Adapter = { run: (...call) => run(...call) };
  const queue = freshQueue<unknown>({ ...options, redis }, name);
  const job = await prepareQueue(queue);
  run = faultyRun;
  const endFaults = () => {
    run = direct.run;
  };
  return { name, target: { queue, job, redis, prefix: testPrefix() }, endFaults };
}

/** Stores a schedule whose slots are due each second. */
function scheduleReport(queue: Queue<unknown>): Promise<unknown> {
  return queue.schedule("report", { cron: "* * * * * *", tz: "Europe/Berlin" }, { data: SECRET_PAYLOAD });
}

/** Starts a batch with a job. */
async function addToBatch(queue: Queue<unknown>): Promise<Batch<unknown>> {
  const batch = await queue.startBatch({ ended: { data: SECRET_PAYLOAD, id: "e" } });
  await batch.add([{ data: 1, id: "in-batch" }]);
  return batch;
}

/** Calls one operation. */
export type PublicOperation = (target: OperationTarget) => Promise<unknown>;

/** The operations, by their names. */
export const PUBLIC_OPERATIONS: Record<string, PublicOperation> = {
  enqueue: ({ queue }) => queue.enqueue(SECRET_PAYLOAD, { id: "new", uniqueFor: "1m" }),
  enqueueMany: ({ queue }) => queue.enqueueMany([{ data: 1 }, { data: 2, delay: "1m" }], { idempotencyKey: "n" }),
  "enqueue with groups": ({ queue }) =>
    queue.enqueueMany(["g", "g", "h"].map((group, i) => ({ data: SECRET_PAYLOAD, id: `new-${i}`, group, cost: 2 }))),
  "enqueueMany of known ids": ({ queue }) =>
    queue.enqueueMany([
      { data: SECRET_PAYLOAD, id: "held", onDuplicate: "again" },
      { data: 1, id: "a", onDuplicate: "replace" },
      { data: 2, id: "delayed", debounce: { wait: "1m", longest: "1h" } },
    ]),
  lease: ({ queue }) => queue.lease({ count: 2 }),
  "lease with wait": ({ queue }) => queue.lease({ count: 2, wait: 100 }),
  turn: ({ queue, job }) => queue.turn({ settle: [{ job, action: "complete", result: 1 }], lease: { count: 2 } }),
  settle: ({ queue, job }) => queue.settle([{ job, action: "fail", error: "no" }]),
  complete: ({ job }) => job.complete(SECRET_PAYLOAD),
  "complete with follow-ups": ({ queue, job }) =>
    job.complete(1, { then: [{ data: SECRET_PAYLOAD }, { data: SECRET_PAYLOAD, queue: `${queue.name}-next` }] }),
  "turn with follow-ups": ({ queue, job }) =>
    queue.turn({ settle: [{ job, action: "fail", then: [{ data: SECRET_PAYLOAD, id: "n" }] }], lease: { count: 2 } }),
  outbox: ({ queue }) => queue.outbox(),
  "enqueue after another job": ({ queue }) => queue.enqueue(SECRET_PAYLOAD, { id: "new", after: ["a", "failed"] }),
  enqueueFlow: ({ queue }) =>
    queue.enqueueFlow({ data: SECRET_PAYLOAD, children: [{ data: 1 }, { data: 2, id: "n" }] }),
  children: ({ queue }) => queue.children("a"),
  "job.children": ({ job }) => job.children(),
  startBatch: ({ queue }) => queue.startBatch({ ended: { data: SECRET_PAYLOAD, id: "e" }, succeeded: { data: 1 } }),
  "batch.add": ({ queue }) => addToBatch(queue).then((batch) => batch.add([{ data: SECRET_PAYLOAD }])),
  "batch.seal": ({ queue }) => addToBatch(queue).then((batch) => batch.seal()),
  "batch.progress": ({ queue }) => addToBatch(queue).then((batch) => batch.progress()),
  "batch.jobs": ({ queue }) => addToBatch(queue).then((batch) => batch.jobs()),
  "batch.cancel": ({ queue }) => addToBatch(queue).then((batch) => batch.cancel()),
  retry: ({ job }) => job.retry({ delay: "1m" }),
  fail: ({ job }) => job.fail("no"),
  release: ({ job }) => job.release(),
  "job.extend": ({ job }) => job.extend("1m"),
  extend: ({ queue, job }) => queue.extend([job], "1m"),
  "job.progress": ({ job }) => job.progress(0.5, { note: "half" }),
  progress: ({ queue, job }) => queue.progress(job, 0.5, { extend: "1m" }),
  get: ({ queue }) => queue.get("held"),
  result: ({ queue }) => queue.result("done"),
  wait: ({ queue }) => queue.wait("a", { timeout: 100 }),
  explain: ({ queue }) => queue.explain("delayed"),
  counts: ({ queue }) => queue.counts(),
  list: ({ queue }) => queue.list("ready"),
  search: ({ queue }) => queue.search({ state: "ready", id: "*", error: "", data: [{ path: "id", is: "a" }] }),
  "search by every condition": ({ queue }) =>
    queue.search({
      ...{ state: "failed", id: "f*", group: "g", worker: "w", error: "no", minAttempts: 1, minAge: 0, maxAge: "1h" },
      data: [{ path: "id", exists: true }],
    }),
  startBulk: ({ queue }) => queue.startBulk({ operation: "redrive", filter: { state: "failed" } }),
  continueBulk: async ({ queue }) => {
    const { id } = await queue.startBulk({ operation: "cancel", filter: { state: "ready" } });
    await queue.continueBulk(id, { slices: 3 });
  },
  "continueBulk with a change": async ({ queue }) => {
    const change = { data: { secret: SECRET_PAYLOAD } };
    const { id } = await queue.startBulk({ operation: "redrive", filter: { state: "failed" }, change });
    await queue.continueBulk(id, { slices: 3 });
  },
  stopBulk: async ({ queue }) => {
    const { id } = await queue.startBulk({ operation: "promote", filter: { state: "delayed" } });
    await queue.stopBulk(id);
  },
  bulkOperations: ({ queue }) => queue.bulkOperations(),
  workers: ({ queue }) => queue.workers(),
  cancel: ({ queue }) => queue.cancel(["a", "held"]),
  redrive: ({ queue }) => queue.redrive(),
  "redrive with a change": ({ queue }) =>
    queue.redrive({ ids: ["failed"], change: { data: { secret: SECRET_PAYLOAD }, priority: 1, maxAttempts: 2 } }),
  promote: ({ queue }) => queue.promote(["delayed"]),
  pause: ({ queue }) => queue.pause(),
  resume: ({ queue }) => queue.resume(),
  recordEvents: ({ queue }) => queue.recordEvents(),
  events: async ({ queue }) => {
    const signal = AbortSignal.timeout(100);
    for await (const _ of queue.events({ since: 0, signal, poll: 10 }));
  },
  purge: ({ queue }) => queue.purge("failed"),
  groups: ({ queue }) => queue.groups(),
  group: ({ queue }) => queue.group("g"),
  setGroup: ({ queue }) =>
    queue.setGroup("g", { concurrency: 2, rate: { limit: 5, per: "1m" }, paused: true, until: "1m" }),
  setLimits: ({ queue }) => queue.setLimits({ groups: { concurrency: 1 }, rate: { limit: 5, per: "1m" } }),
  cancelGroup: ({ queue }) => queue.cancelGroup("g"),
  failWorker: ({ queue }) => queue.failWorker("w"),
  schedule: ({ queue }) => scheduleReport(queue),
  scheduleMany: ({ queue }) => queue.scheduleMany([{ id: "a", at: 2_000_000_000_000, data: 1, overlap: "buffer" }]),
  schedules: async ({ queue }) => {
    await scheduleReport(queue);
    await queue.schedules();
  },
  unschedule: ({ queue }) => queue.unschedule("report"),
  pauseSchedule: ({ queue }) => queue.pauseSchedule("report", { note: "why" }),
  resumeSchedule: ({ queue }) => queue.resumeSchedule("report"),
  trigger: async ({ queue }) => {
    await scheduleReport(queue);
    await queue.trigger("report");
  },
  backfill: async ({ queue }) => {
    await scheduleReport(queue);
    await queue.backfill("report", { from: Date.now() - 3_600_000, to: Date.now() });
  },
  clean: ({ queue }) => queue.clean(),
  deepClean: ({ queue }) => queue.deepClean({ budget: 200 }),
  drain: ({ queue }) => queue.drain(() => 1, { budget: 200 }),
  work: ({ queue }) => queue.work(() => 1, { worker: "w", grace: 100 }).stop(),
  listQueues: ({ redis, prefix }) => listQueues({ redis, prefix }),
  destroy: ({ queue }) => queue.destroy(),
};
