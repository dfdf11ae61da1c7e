// Small cases of jobs of one group, with two to four actors, each with one to three steps.
import type { GroupChange, Queue } from "../../src/index.ts";
import type { GroupCase, GroupStep } from "./play-group-interleaving.ts";

/** The group of all jobs. */
export const GROUP = "g";

const lease: GroupStep = async ({ queue, actor, idempotencyKey }) => {
  actor.job = (await queue.lease({ worker: actor.name, idempotencyKey })).jobs[0];
};
const complete: GroupStep = async ({ actor }) => ((await actor.job?.complete()) ? actor.job?.id : undefined);
const retry: GroupStep = ({ actor }) => actor.job?.retry({ delay: "5s" });
const retryNow: GroupStep = ({ actor }) => actor.job?.retry({ delay: 0 });
const fail: GroupStep = ({ actor }) => actor.job?.fail();
const release: GroupStep = ({ actor }) => actor.job?.release();
const extend: GroupStep = ({ actor }) => actor.job?.extend("40s");
const turn: GroupStep = async ({ queue, actor, idempotencyKey }) => {
  const settle = actor.job ? [{ job: actor.job, action: "complete" as const }] : [];
  actor.job = (await queue.turn({ settle, lease: { worker: actor.name, count: 1 }, idempotencyKey })).jobs[0];
};
const passTime =
  (ms: number): GroupStep =>
  ({ clock }) =>
    clock.pass(ms);
const expireLeases = passTime(31_000);
const clean: GroupStep = ({ queue }) => queue.clean();
const cancel: GroupStep = ({ queue }) => queue.cancel("a");
const redrive: GroupStep = ({ queue }) => queue.redrive();
const failWorker: GroupStep = ({ queue }) => queue.failWorker("w1");
const cancelGroup: GroupStep = ({ queue }) => queue.cancelGroup(GROUP);
const enqueue =
  (id: string, options = {}): GroupStep =>
  ({ queue, idempotencyKey }) =>
    queue.enqueue(1, { id, group: GROUP, idempotencyKey, ...options });
const setGroup =
  (change: GroupChange): GroupStep =>
  ({ queue }) =>
    queue.setGroup(GROUP, change);
const setLimits =
  (limits: Parameters<Queue["setLimits"]>[0]): GroupStep =>
  ({ queue }) =>
    queue.setLimits(limits);

const ONE = { groups: { concurrency: 1 } };
const TWO = { groups: { concurrency: 2 } };
const ORDERED = { groups: { ordered: true } };

/** All cases. Each begins with the jobs a, b and c unless `jobs` is set. */
export const GROUP_CASES: GroupCase[] = [
  {
    title: "two workers, and a higher concurrency",
    options: ONE,
    actors: { w1: [lease, complete], w2: [lease, complete], operator: [setGroup({ concurrency: 2 })] },
  },
  {
    title: "two workers, and a lower concurrency",
    options: TWO,
    actors: { w1: [lease, release], w2: [lease, complete], operator: [setGroup({ concurrency: 1 })] },
  },
  {
    title: "two workers that settle and lease in one request, and a producer",
    options: ONE,
    jobs: 2,
    actors: { w1: [turn, turn], w2: [turn, turn], producer: [enqueue("c")] },
  },
  {
    title: "an expired lease, a late holder, and a lower concurrency",
    options: TWO,
    actors: { w1: [lease, complete], w2: [lease], time: [expireLeases], operator: [setGroup({ concurrency: 1 })] },
  },
  {
    title: "an expired lease that is extended, and a cleaner",
    options: ONE,
    actors: { w1: [lease, extend, complete], w2: [lease], time: [expireLeases], cleaner: [clean] },
  },
  {
    title: "an ordered group, a retry with a delay, and an expired lease",
    options: ORDERED,
    actors: { w1: [lease, retry], w2: [lease, complete], time: [passTime(6_000), expireLeases] },
  },
  {
    title: "an ordered group, a retry without a delay, and a failure",
    options: ORDERED,
    actors: { w1: [lease, retryNow], w2: [lease, fail], w3: [lease] },
  },
  {
    title: "a stopped group whose failed job is cancelled or redriven",
    options: { groups: { ordered: "stop" } },
    actors: { w1: [lease, fail], canceller: [cancel], operator: [redrive], w2: [lease] },
    after: (queue) => queue.redrive(),
  },
  {
    title: "a group that is paused and resumed",
    options: ONE,
    actors: { operator: [setGroup({ paused: true }), setGroup({ paused: false })], w1: [lease, complete], w2: [turn] },
    after: (queue) => queue.setGroup(GROUP, { paused: false }),
  },
  {
    title: "a pause with an end, and a cleaner",
    options: ONE,
    actors: {
      operator: [setGroup({ paused: true, until: "6s" })],
      w1: [lease, retry],
      time: [passTime(6_000)],
      cleaner: [clean],
    },
  },
  {
    title: "a rate, an expired lease, and a late holder",
    options: { groups: { rate: { limit: 1, per: "60s", burst: 1 } } },
    actors: { w1: [lease, complete], w2: [lease], time: [expireLeases, expireLeases], cleaner: [clean] },
  },
  {
    title: "a rate that is lifted while a job waits for its retry",
    options: { groups: { rate: { limit: 1, per: "60s", burst: 1 } } },
    actors: {
      w1: [lease, retry],
      operator: [setGroup({ rate: { limit: 9, per: "1s" } })],
      w2: [lease],
      time: [passTime(6_000)],
    },
  },
  {
    title: "limits that make groups ordered",
    options: TWO,
    actors: { w1: [lease, retry], w2: [lease, release], operator: [setLimits(ORDERED)], time: [passTime(6_000)] },
  },
  {
    title: "a group that is cancelled, beside a producer",
    options: ONE,
    actors: { w1: [lease, complete], w2: [turn], operator: [cancelGroup], producer: [enqueue("d")] },
  },
  {
    title: "a worker that is failed by an operator",
    options: ONE,
    actors: { w1: [lease, complete], operator: [failWorker], w2: [lease, complete] },
  },
  {
    title: "a delayed job that becomes due in a full group",
    options: ONE,
    jobs: 1,
    actors: {
      producer: [enqueue("d", { delay: "5s" })],
      w1: [lease, complete],
      time: [passTime(6_000)],
      cleaner: [clean],
    },
  },
];
