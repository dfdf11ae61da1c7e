// Small cases with two to four actors, each with one to three steps.
import type { Queue } from "../../src/index.ts";
import type { Case, Step } from "./play-interleaving.ts";

const lease: Step = async ({ queue, actor, idempotencyKey }) => {
  actor.job = (await queue.lease({ worker: actor.name, idempotencyKey })).jobs[0];
};
const complete: Step = ({ actor }) => actor.job?.complete();
const retry: Step = ({ actor }) => actor.job?.retry({ delay: "5s" });
const retryNow: Step = ({ actor }) => actor.job?.retry({ delay: 0 });
const fail: Step = ({ actor }) => actor.job?.fail();
const release: Step = ({ actor }) => actor.job?.release();
const extend: Step = ({ actor }) => actor.job?.extend("40s");
const turn: Step = async ({ queue, actor, idempotencyKey }) => {
  const settle = actor.job ? [{ job: actor.job, action: "complete" as const }] : [];
  actor.job = (await queue.turn({ settle, lease: { worker: actor.name }, idempotencyKey })).jobs[0];
};
/** Settles and leases as the loop of a worker does. The plain script may carry it out; leases of a lost reply expire. */
const loopTurn: Step = async ({ queue, actor }) => {
  const settle = actor.job ? [{ job: actor.job, action: "complete" as const }] : [];
  actor.job = (await queue.turn({ settle, lease: {} })).jobs[0];
};
const passTime =
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
const failWorker: Step = ({ queue }) => queue.failWorker("w1");

const enqueueJobs =
  (count: number, options = {}) =>
  (queue: Queue<number>) =>
    queue.enqueueMany([..."abc"].slice(0, count).map((id, data) => ({ data, id, ...options })));

const expireLeases = passTime(31_000);

/** All cases. */
export const CASES: Case[] = [
  {
    title: "two workers, an expired lease, and a cleaner",
    prepare: enqueueJobs(1),
    actors: { w1: [lease, complete], w2: [lease, complete], time: [expireLeases], cleaner: [clean] },
  },
  {
    title: "two workers, an expired lease, and a deep cleaner",
    prepare: enqueueJobs(1),
    actors: { w1: [lease, complete], w2: [lease, complete], time: [expireLeases], deep: [deepClean] },
  },
  {
    title: "a cleaner and a deep cleaner beside a worker",
    prepare: enqueueJobs(2),
    actors: { w1: [lease, complete], time: [expireLeases], cleaner: [clean], deep: [deepClean] },
  },
  {
    title: "two producers of one id, and a worker",
    prepare: enqueueJobs(0),
    actors: { p1: [enqueue("a")], p2: [enqueue("a"), enqueue("b")], w1: [lease, complete] },
  },
  {
    title: "a worker that settles and leases in one request, and one that uses two",
    prepare: enqueueJobs(3),
    actors: { w1: [turn, turn, turn], w2: [lease, complete], time: [expireLeases] },
  },
  {
    title: "two loops, an expired lease, and a cleaner",
    prepare: enqueueJobs(3),
    actors: { w1: [loopTurn, loopTurn], w2: [loopTurn, loopTurn], time: [expireLeases], cleaner: [clean] },
  },
  {
    title: "a retry with a delay, and another worker",
    prepare: enqueueJobs(1),
    actors: { w1: [lease, retry], w2: [lease, complete], time: [passTime(6_000), expireLeases] },
  },
  {
    title: "a retry without a delay, and another worker",
    prepare: enqueueJobs(2),
    actors: { w1: [lease, retryNow], w2: [lease, complete], time: [expireLeases] },
  },
  {
    title: "a lease that is extended, perhaps after it expired",
    prepare: enqueueJobs(1),
    actors: { w1: [lease, extend, complete], w2: [lease], time: [expireLeases], cleaner: [clean] },
  },
  {
    title: "a job that is released to its place",
    prepare: enqueueJobs(3),
    actors: { w1: [lease, release], w2: [lease], w3: [lease], time: [expireLeases] },
  },
  {
    title: "a job that is cancelled and enqueued again",
    prepare: enqueueJobs(1),
    actors: { operator: [cancel], producer: [enqueue("a")], w1: [lease, complete], w2: [lease] },
  },
  {
    title: "a failed job that is redriven",
    prepare: enqueueJobs(1),
    actors: { w1: [lease, fail], operator: [redrive], w2: [lease], time: [expireLeases] },
  },
  {
    title: "the last attempt, and a late worker",
    prepare: enqueueJobs(1, { maxAttempts: 1 }),
    actors: { w1: [lease, complete], operator: [redrive], time: [expireLeases], cleaner: [clean] },
  },
  {
    title: "a delayed job that is promoted as it becomes due",
    prepare: enqueueJobs(1, { delay: "10s" }),
    actors: { operator: [promote], time: [passTime(10_000)], w1: [lease, complete], cleaner: [clean] },
  },
  {
    title: "a worker that is failed by an operator",
    prepare: enqueueJobs(2),
    actors: { w1: [lease, complete], operator: [failWorker], w2: [lease, complete] },
  },
  {
    title: "jobs whose time to live ends",
    prepare: enqueueJobs(2, { ttl: "20s" }),
    actors: { w1: [lease, release], time: [passTime(21_000)], cleaner: [clean], w2: [lease] },
  },
  {
    title: "a done job that is kept, and its id enqueued again",
    prepare: enqueueJobs(1),
    options: { retention: { done: "10s" } },
    actors: { w1: [lease, complete], producer: [enqueue("a")], time: [passTime(11_000)], cleaner: [clean] },
  },
  {
    title: "a queue that is paused and resumed",
    prepare: enqueueJobs(1),
    actors: { operator: [pause, resume], w1: [lease, complete], w2: [turn] },
    after: (queue) => queue.resume(),
  },
];
