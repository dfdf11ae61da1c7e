// Small cases: two to four actors with one to three requests each.
import type { Queue } from "../../src/index.ts";
import type { Case, Step } from "./play.ts";

const lease: Step = async ({ queue, hand, idempotencyKey }) => {
  hand.job = (await queue.lease({ worker: hand.name, idempotencyKey })).jobs[0];
};
const complete: Step = ({ hand }) => hand.job?.complete();
const retry: Step = ({ hand }) => hand.job?.retry({ delay: "5s" });
const retryNow: Step = ({ hand }) => hand.job?.retry({ delay: 0 });
const fail: Step = ({ hand }) => hand.job?.fail();
const release: Step = ({ hand }) => hand.job?.release();
const extend: Step = ({ hand }) => hand.job?.extend("40s");
const turn: Step = async ({ queue, hand, idempotencyKey }) => {
  const settle = hand.job ? [{ job: hand.job, action: "complete" as const }] : [];
  hand.job = (await queue.turn({ settle, lease: { worker: hand.name }, idempotencyKey })).jobs[0];
};
/** A turn as a loop makes it, which the short script may answer. Where its reply is lost, its jobs wait for their leases to end. */
const turnOn: Step = async ({ queue, hand }) => {
  const settle = hand.job ? [{ job: hand.job, action: "complete" as const }] : [];
  hand.job = (await queue.turn({ settle, lease: {} })).jobs[0];
};
const pass =
  (ms: number): Step =>
  ({ clock }) =>
    clock.pass(ms);
const clean: Step = ({ queue }) => queue.clean();
const deepClean: Step = ({ queue }) => queue.deepClean({ limit: 3, slice: 3 });
const enqueue =
  (id: string): Step =>
  ({ queue, idempotencyKey }) =>
    queue.enqueue(1, { id, idempotencyKey });
const cancel: Step = ({ queue }) => queue.cancel("a");
const redrive: Step = ({ queue }) => queue.redrive();
const pause: Step = ({ queue }) => queue.pause();
const resume: Step = ({ queue }) => queue.resume();
const promote: Step = ({ queue }) => queue.promote("a");

const put =
  (count: number, options = {}) =>
  (queue: Queue<number>) =>
    queue.enqueueMany([..."abc"].slice(0, count).map((id, data) => ({ data, id, ...options })));

// Longer than a lease.
const LEASE_OVER = pass(31_000);

export const CASES: Case[] = [
  {
    title: "two workers, a lease that runs out, a cleaner",
    prepare: put(1),
    actors: { w1: [lease, complete], w2: [lease, complete], time: [LEASE_OVER], cleaner: [clean] },
  },
  {
    title: "two workers, a lease that runs out, a deep cleaner",
    prepare: put(1),
    actors: { w1: [lease, complete], w2: [lease, complete], time: [LEASE_OVER], deep: [deepClean] },
  },
  {
    title: "a cleaner and a deep cleaner beside a worker",
    prepare: put(2),
    actors: { w1: [lease, complete], time: [LEASE_OVER], cleaner: [clean], deep: [deepClean] },
  },
  {
    title: "two producers of one id, and a worker",
    prepare: put(0),
    actors: { p1: [enqueue("a")], p2: [enqueue("a"), enqueue("b")], w1: [lease, complete] },
  },
  {
    title: "a worker that turns, and one that leases",
    prepare: put(3),
    actors: { w1: [turn, turn, turn], w2: [lease, complete], time: [LEASE_OVER] },
  },
  {
    title: "two loops, a lease that runs out, and a cleaner",
    prepare: put(3),
    actors: { w1: [turnOn, turnOn], w2: [turnOn, turnOn], time: [LEASE_OVER], cleaner: [clean] },
  },
  {
    title: "a retry after a while, and others",
    prepare: put(1),
    actors: { w1: [lease, retry], w2: [lease, complete], time: [pass(6_000), LEASE_OVER] },
  },
  {
    title: "a retry at once, and others",
    prepare: put(2),
    actors: { w1: [lease, retryNow], w2: [lease, complete], time: [LEASE_OVER] },
  },
  {
    title: "a lease that is prolonged, perhaps too late",
    prepare: put(1),
    actors: { w1: [lease, extend, complete], w2: [lease], time: [LEASE_OVER], cleaner: [clean] },
  },
  {
    title: "a lease that is given back to its place",
    prepare: put(3),
    actors: { w1: [lease, release], w2: [lease], w3: [lease], time: [LEASE_OVER] },
  },
  {
    title: "a job that is cancelled, and enqueued again",
    prepare: put(1),
    actors: { operator: [cancel], producer: [enqueue("a")], w1: [lease, complete], w2: [lease] },
  },
  {
    title: "a failure that is redriven",
    prepare: put(1),
    actors: { w1: [lease, fail], operator: [redrive], w2: [lease], time: [LEASE_OVER] },
  },
  {
    title: "the last attempt, and a holder who is late",
    prepare: put(1, { maxAttempts: 1 }),
    actors: { w1: [lease, complete], operator: [redrive], time: [LEASE_OVER], cleaner: [clean] },
  },
  {
    title: "a delayed job that is promoted when it is due anyway",
    prepare: put(1, { delay: "10s" }),
    actors: { operator: [promote], time: [pass(10_000)], w1: [lease, complete], cleaner: [clean] },
  },
  {
    title: "a worker that is given up for dead",
    prepare: put(2),
    actors: {
      w1: [lease, complete],
      operator: [({ queue }) => queue.failWorker("w1")],
      w2: [lease, complete],
    },
  },
  {
    title: "a time to live that ends",
    prepare: put(2, { ttl: "20s" }),
    actors: { w1: [lease, release], time: [pass(21_000)], cleaner: [clean], w2: [lease] },
  },
  {
    title: "done jobs that are kept, and their ids again",
    prepare: put(1),
    options: { retention: { done: "10s" } },
    actors: { w1: [lease, complete], producer: [enqueue("a")], time: [pass(11_000)], cleaner: [clean] },
  },
  {
    title: "a queue that is paused",
    prepare: put(1),
    actors: { operator: [pause, resume], w1: [lease, complete], w2: [turn] },
    after: (queue) => queue.resume(),
  },
];
