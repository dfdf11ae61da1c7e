// Every operation that changes a queue and can be repeated, with the state that it starts from.
import type { Job, Queue } from "../../../src/index.ts";
import type { Clock } from "../../setup/queue.ts";

/** An operation under test. */
export interface RepeatableOperation {
  name: string;
  /** Prepares the queue for the operation. Resolves with the leased job if the operation settles one. */
  prepare(queue: Queue<number>): Promise<unknown>;
  /** Calls the operation. Resolves with its outcome in a form that can be compared. */
  run(queue: Queue<number>, job: Job<number>): Promise<unknown>;
  /** Acts as other clients, after the operation took effect and before it is repeated. */
  interfere(queue: Queue<number>, clock: Clock): Promise<unknown>;
}

const leaseFirst = async (queue: Queue<number>) => {
  await queue.enqueueMany(["a", "b", "c"].map((id, n) => ({ data: n, id })));
  return (await queue.lease({ worker: "w" })).jobs[0];
};
const failFirst = async (queue: Queue<number>) => {
  const job = await leaseFirst(queue);
  await job?.fail("no");
  return job;
};
/** Blocks jobs of a group that runs one at a time, behind a leased one. */
const blockMany = async (queue: Queue<number>) => {
  await queue.setLimits({ groups: { concurrency: 1 } });
  await queue.enqueueMany(["a", "b", "c"].map((id, n) => ({ data: n, id, group: "g" })));
  await queue.enqueue(9, { id: "z" });
  return (await queue.lease({ worker: "w" })).jobs[0];
};
const followFirst = async (queue: Queue<number>) => {
  const job = await leaseFirst(queue);
  await queue.enqueue(9, { id: "a", onDuplicate: "again" });
  return job;
};
const enqueueFirst = (queue: Queue<number>) => queue.enqueue(1, { id: "a" });
const scheduleFirst = (queue: Queue<number>) => queue.schedule("a", { every: "1h" }, { data: 1 });
const startBatch = async (queue: Queue<number>) => {
  await queue.enqueueMany(["a", "b"].map((id, n) => ({ data: n, id })));
  const batch = await queue.startBatch({ ended: { data: 5, id: "batch" }, succeeded: { data: 6, id: "all-good" } });
  await batch.add([{ data: 1, id: "b" }]);
};
const doNothing = async () => undefined;

const HOUR = 3_600_000;

/** Leases every job as another worker and completes it. */
const completeAll = async (queue: Queue<number>, clock: Clock) => {
  clock.pass(HOUR);
  for (const job of (await queue.lease({ count: 9, worker: "other" })).jobs) await job.complete("other");
};
/** Leases every job as another worker. */
const leaseAll = async (queue: Queue<number>, clock: Clock) => {
  clock.pass(HOUR);
  await queue.lease({ count: 9, worker: "other" });
};

/** Returns the properties of jobs that tests compare. */
export const toComparableJobs = (jobs: readonly Job<number>[]) =>
  jobs.map(({ id, fence, attempt, data, leasedUntil, worker }) => ({ id, fence, attempt, data, leasedUntil, worker }));

/** The operations. */
export const REPEATABLE_OPERATIONS: RepeatableOperation[] = [
  {
    name: "enqueue",
    prepare: doNothing,
    run: (queue) => queue.enqueue(1, { id: "a", uniqueFor: "1m" }),
    interfere: completeAll,
  },
  {
    name: "enqueueMany",
    prepare: enqueueFirst,
    run: (queue) =>
      queue.enqueueMany([
        { data: 1, id: "a" },
        { data: 2, id: "b", delay: "1m", ttl: "1h" },
        { data: 3, id: "c" },
      ]),
    interfere: completeAll,
  },
  {
    name: "enqueueMany of known ids",
    prepare: leaseFirst,
    run: (queue) =>
      queue.enqueueMany([
        { data: 4, id: "a", onDuplicate: "again" },
        { data: 5, id: "b", onDuplicate: "replace" },
        { data: 6, id: "c", debounce: { wait: "1m", longest: "1h" } },
        { data: 7, id: "d", debounce: { wait: "1m", longest: "1h" } },
      ]),
    interfere: completeAll,
  },
  {
    name: "complete before a follower",
    prepare: followFirst,
    // With another action, since the plain script has no effect on a queue with followers.
    run: (queue, job) =>
      queue.settle([
        { job, action: "complete" },
        { job, action: "release" },
      ]),
    interfere: completeAll,
  },
  { name: "fail before a follower", prepare: followFirst, run: (_, job) => job.fail("no"), interfere: completeAll },
  {
    name: "cancel of a job with a follower",
    prepare: followFirst,
    run: (queue) => queue.cancel(["a"]),
    interfere: enqueueFirst,
  },
  {
    name: "lease",
    prepare: leaseFirst,
    run: async (queue) => {
      const { jobs, ...rest } = await queue.lease({ count: 2, worker: "w" });
      return { ...rest, jobs: toComparableJobs(jobs) };
    },
    interfere: doNothing,
  },
  {
    name: "turn",
    prepare: leaseFirst,
    run: async (queue, job) => {
      const { jobs, ...rest } = await queue.turn({
        settle: [{ job, action: "complete", result: "mine" }],
        lease: { worker: "w" },
      });
      return { ...rest, jobs: toComparableJobs(jobs) };
    },
    interfere: doNothing,
  },
  { name: "complete", prepare: leaseFirst, run: (_, job) => job.complete({ sent: true }), interfere: completeAll },
  {
    name: "retry",
    prepare: leaseFirst,
    run: (_, job) => job.retry({ delay: "1m", error: "later" }),
    interfere: completeAll,
  },
  { name: "retry without delay", prepare: leaseFirst, run: (_, job) => job.retry({ delay: 0 }), interfere: leaseAll },
  {
    name: "fail",
    prepare: leaseFirst,
    run: (_, job) => job.fail("no"),
    interfere: async (queue, clock) => {
      await queue.redrive();
      await completeAll(queue, clock);
    },
  },
  { name: "release", prepare: leaseFirst, run: (_, job) => job.release(), interfere: leaseAll },
  {
    name: "cancel",
    prepare: leaseFirst,
    run: (queue) => queue.cancel(["a", "b", "unknown"]),
    interfere: (queue) => queue.enqueueMany(["a", "b"].map((id) => ({ data: 7, id }))),
  },
  {
    name: "redrive",
    prepare: failFirst,
    run: (queue) => queue.redrive(),
    interfere: async (queue) => {
      for (const job of (await queue.lease({ count: 9 })).jobs) await job.fail("again");
    },
  },
  {
    name: "enqueue with groups",
    prepare: doNothing,
    run: (queue) => queue.enqueueMany(["a", "b", "c"].map((id, data) => ({ data, id, group: "g", cost: 2 }))),
    interfere: completeAll,
  },
  {
    name: "lease of a queue with groups",
    prepare: blockMany,
    run: async (queue) => {
      const { jobs, ...rest } = await queue.lease({ count: 2, worker: "w" });
      return { ...rest, jobs: toComparableJobs(jobs) };
    },
    interfere: doNothing,
  },
  { name: "complete in a group", prepare: blockMany, run: (_, job) => job.complete("mine"), interfere: completeAll },
  {
    name: "setGroup",
    prepare: blockMany,
    run: (queue) => queue.setGroup("g", { concurrency: 3 }),
    interfere: (queue) => queue.setGroup("g", { concurrency: 1, paused: true }),
  },
  {
    name: "setLimits",
    prepare: blockMany,
    run: (queue) => queue.setLimits({ groups: { concurrency: 3 } }),
    interfere: (queue) => queue.setLimits({ groups: { concurrency: 9 } }),
  },
  {
    name: "cancelGroup",
    prepare: blockMany,
    run: (queue) => queue.cancelGroup("g"),
    // Its next request, which finds that nothing is left, would cancel other jobs of the group.
    interfere: (queue) => queue.enqueueMany(["a", "b"].map((id) => ({ data: 7, id, group: "other" }))),
  },
  {
    name: "complete with follow-ups",
    prepare: leaseFirst,
    run: (_, job) => job.complete("mine", { then: [{ data: 7 }, { data: 8, id: "d" }, { data: 9, id: "b" }] }),
    interfere: completeAll,
  },
  {
    name: "fail with a follow-up in another queue",
    prepare: leaseFirst,
    run: (queue, job) => job.fail("no", { then: [{ data: 7, queue: `${queue.name}-next` }] }),
    interfere: completeAll,
  },
  {
    name: "turn with follow-ups",
    prepare: blockMany,
    // A lease is a request of its own.
    run: async (queue, job) => {
      const then = [
        { data: 7, group: "g" },
        { data: 8, group: "h", delay: "1m" },
      ] as const;
      return queue.turn({ settle: [{ job, action: "complete", then }] });
    },
    interfere: doNothing,
  },
  {
    name: "enqueue after other jobs",
    prepare: leaseFirst,
    run: (queue) =>
      queue.enqueueMany([
        { data: 7, id: "d" },
        { data: 8, id: "p", after: ["d", "b"] },
        { data: 9, id: "q", after: ["p"] },
      ]),
    interfere: completeAll,
  },
  {
    name: "enqueueFlow",
    prepare: leaseFirst,
    run: (queue) =>
      queue.enqueueFlow({
        data: 7,
        id: "p",
        children: [
          { data: 8, id: "q" },
          { data: 9, id: "d", children: [{ data: 1, id: "e" }] },
        ],
      }),
    interfere: completeAll,
  },
  {
    name: "startBatch",
    prepare: leaseFirst,
    run: async (queue) =>
      (await queue.startBatch({ ended: { data: 7, id: "e" }, succeeded: { data: 8, id: "d" } })) && "started",
    interfere: completeAll,
  },
  {
    name: "batch.add",
    prepare: startBatch,
    run: async (queue) =>
      (await queue.batch("batch")).add([
        { data: 7, id: "e" },
        { data: 8, id: "a" },
      ]),
    interfere: completeAll,
  },
  {
    name: "batch.seal",
    prepare: startBatch,
    run: async (queue) => (await queue.batch("batch")).seal(),
    interfere: completeAll,
  },
  {
    name: "schedule",
    prepare: scheduleFirst,
    run: (queue) => queue.schedule("a", { every: "2h" }, { data: 1 }),
    interfere: (queue) => queue.schedule("a", { every: "3h" }, { data: 2 }),
  },
  {
    name: "unschedule",
    prepare: scheduleFirst,
    run: (queue) => queue.unschedule("a"),
    interfere: scheduleFirst,
  },
  {
    name: "pauseSchedule",
    prepare: scheduleFirst,
    run: (queue) => queue.pauseSchedule("a", { note: "why" }),
    interfere: (queue) => queue.resumeSchedule("a"),
  },
  { name: "trigger", prepare: scheduleFirst, run: (queue) => queue.trigger("a"), interfere: completeAll },
  {
    name: "promote",
    prepare: (queue) => queue.enqueue(1, { id: "a", delay: "1h" }),
    run: (queue) => queue.promote(["a", "unknown"]),
    interfere: leaseAll,
  },
];
