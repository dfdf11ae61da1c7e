// Every operation that changes something and may be sent again, with the state that it starts from.
import type { Job, Queue } from "../../../src/index.ts";
import type { Clock } from "../../setup/queue.ts";

/** An operation under test: what is done before it, and the call itself, whose reply is comparable. */
export interface Operation {
  name: string;
  /** Brings the queue to where the operation has something to do; resolves with the job that is held. */
  prepare(queue: Queue<number>): Promise<Job<number> | undefined>;
  run(queue: Queue<number>, job: Job<number>): Promise<unknown>;
  /** What others do after the operation took effect and before it is sent again. */
  meanwhile(queue: Queue<number>, clock: Clock): Promise<unknown>;
}

const hold = async (queue: Queue<number>) => {
  await queue.enqueueMany(["a", "b", "c"].map((id, n) => ({ data: n, id })));
  return (await queue.lease({ worker: "w" })).jobs[0];
};
const failed = async (queue: Queue<number>) => {
  const job = await hold(queue);
  await job?.fail("no");
  return job;
};
const waiting = async (queue: Queue<number>) => {
  await queue.enqueue(1, { id: "a" });
  return undefined;
};
const nothing = async () => undefined;

const LONG = 3_600_000;

/** Somebody else takes all that is there, and completes it. */
const finishAll = async (queue: Queue<number>, clock: Clock) => {
  clock.pass(LONG);
  for (const job of (await queue.lease({ count: 9, worker: "other" })).jobs) await job.complete("other");
};
/** Somebody else takes all that is there, and holds it. */
const takeAll = async (queue: Queue<number>, clock: Clock) => {
  clock.pass(LONG);
  await queue.lease({ count: 9, worker: "other" });
};

export const shown = (jobs: readonly Job<number>[]) =>
  jobs.map(({ id, fence, attempt, data, leasedUntil, worker }) => ({ id, fence, attempt, data, leasedUntil, worker }));

export const OPERATIONS: Operation[] = [
  {
    name: "enqueue",
    prepare: nothing,
    run: (queue) => queue.enqueue(1, { id: "a", uniqueFor: "1m" }),
    meanwhile: finishAll,
  },
  {
    name: "enqueueMany",
    prepare: waiting,
    run: (queue) =>
      queue.enqueueMany([
        { data: 1, id: "a" },
        { data: 2, id: "b", delay: "1m", ttl: "1h" },
        { data: 3, id: "c" },
      ]),
    meanwhile: finishAll,
  },
  {
    name: "lease",
    prepare: hold,
    run: async (queue) => {
      const { jobs, ...rest } = await queue.lease({ count: 2, worker: "w" });
      return { ...rest, jobs: shown(jobs) };
    },
    meanwhile: nothing,
  },
  {
    name: "turn",
    prepare: hold,
    run: async (queue, job) => {
      const { jobs, ...rest } = await queue.turn({
        settle: [{ job, action: "complete", result: "mine" }],
        lease: { worker: "w" },
      });
      return { ...rest, jobs: shown(jobs) };
    },
    meanwhile: nothing,
  },
  { name: "complete", prepare: hold, run: (_, job) => job.complete({ sent: true }), meanwhile: finishAll },
  { name: "retry", prepare: hold, run: (_, job) => job.retry({ delay: "1m", error: "later" }), meanwhile: finishAll },
  { name: "retry at once", prepare: hold, run: (_, job) => job.retry({ delay: 0 }), meanwhile: takeAll },
  {
    name: "fail",
    prepare: hold,
    run: (_, job) => job.fail("no"),
    meanwhile: async (queue, clock) => {
      await queue.redrive();
      await finishAll(queue, clock);
    },
  },
  { name: "release", prepare: hold, run: (_, job) => job.release(), meanwhile: takeAll },
  {
    name: "cancel",
    prepare: hold,
    run: (queue) => queue.cancel(["a", "b", "nobody"]),
    meanwhile: (queue) =>
      queue.enqueueMany([
        { data: 7, id: "a" },
        { data: 8, id: "b" },
      ]),
  },
  {
    name: "redrive",
    prepare: failed,
    run: (queue) => queue.redrive(),
    meanwhile: async (queue) => {
      for (const job of (await queue.lease({ count: 9 })).jobs) await job.fail("again");
    },
  },
  {
    name: "promote",
    prepare: async (queue) => {
      await queue.enqueue(1, { id: "a", delay: "1h" });
      return undefined;
    },
    run: (queue) => queue.promote(["a", "nobody"]),
    meanwhile: takeAll,
  },
];
