// Short scenarios of a queue, each of which shows one property.
import type { Adapter, Job, NewJob, Queue, SettleItem } from "../../../src/index.ts";
import type { RecordedQueue } from "./recorded-queue.ts";

/** The two scripts of lease, settle and turn: the full one, and the plain one for the usual case. */
export type TurnScript = "turn" | "turnPlain";

/** Uses a recorded queue, by one of the two scripts. */
export type Scenario = (recorded: RecordedQueue, turnScript: TurnScript) => Promise<unknown>;

type Call = Parameters<Adapter["run"]>;

const WORKER = "known";
const HOUR = 3_600_000;

/** Returns jobs with the ids job-0, job-1 and so on. */
function numberedJobs(count: number, options: Omit<NewJob<number>, "data" | "id"> = {}): NewJob<number>[] {
  return Array.from({ length: count }, (_, data) => ({ data, id: `job-${data}`, ...options }));
}

/** Returns options by which a request uses a script: one with an idempotency key uses the full script. */
const optionsFor = (turnScript: TurnScript) => (turnScript === "turn" ? { idempotencyKey: crypto.randomUUID() } : {});

/** Completes a job by the other script. Then Redis knows this worker and what is due, so the plain script suffices. */
async function warmUp(queue: Queue<number>, turnScript: TurnScript): Promise<void> {
  await queue.enqueue(-1, { id: "first" });
  const { jobs } = await queue.lease({ worker: WORKER });
  await complete(queue, { job: jobs[0], turnScript: turnScript === "turn" ? "turnPlain" : "turn" });
}

/** Leases a job as the known worker, by one of the two scripts. */
async function leaseOne(queue: Queue<number>, turnScript: TurnScript): Promise<Job<number>> {
  const { jobs } = await queue.lease({ worker: WORKER, ...optionsFor(turnScript) });
  return jobs[0] as Job<number>;
}

interface Completion {
  job: Job<number> | undefined;
  turnScript: TurnScript;
}

/** Completes a job, if there is one, by one of the two scripts. */
async function complete(queue: Queue<number>, { job, turnScript }: Completion): Promise<void> {
  if (job) await queue.settle([{ job, action: "complete" }], optionsFor(turnScript));
}

/** Passes each script call of a queue to `handle` instead of sending it. `send` sends a call, and records it. */
function interceptCalls(
  { queue, history }: RecordedQueue,
  handle: (call: Call, send: Adapter["run"]) => Promise<unknown>,
) {
  // biome-ignore lint/complexity/useLiteralKeys: the one way past `private`
  const context = queue["context"] as { adapter: Adapter };
  context.adapter = { run: (...call) => handle(call, history.redis.run) };
}

/** The scenarios, by what they do. */
export const scenarios = {
  async leaseAndCompleteEach({ queue }, turnScript) {
    await warmUp(queue, turnScript);
    await queue.enqueueMany(numberedJobs(4));
    for (let i = 0; i < 4; i++) await complete(queue, { job: await leaseOne(queue, turnScript), turnScript });
  },

  async completeAfterNextLease({ queue, clock, another }, turnScript) {
    await warmUp(queue, turnScript);
    await queue.enqueueMany(numberedJobs(1));
    const expired = await leaseOne(queue, turnScript);
    clock.pass(HOUR);
    const other = another();
    const next = await leaseOne(other, turnScript);
    await complete(queue, { job: expired, turnScript });
    await complete(other, { job: next, turnScript });
  },

  /** Completes two jobs of one hash in one request, after one of them was leased again. */
  async completeManyAfterNextLease({ queue, clock, another }, turnScript) {
    await warmUp(queue, turnScript);
    // Ids that differ by 16 in one character are in one hash.
    await queue.enqueueMany(["a0", "Q0"].map((id, data) => ({ data, id })));
    const { jobs } = await queue.lease({ count: 2, worker: WORKER, ...optionsFor(turnScript) });
    clock.pass(HOUR);
    await leaseOne(another(), turnScript);
    await queue.settle(
      jobs.map((job) => ({ job, action: "complete" })),
      optionsFor(turnScript),
    );
  },

  /** Completes a job whose lease expired, after a clean has reclaimed it. */
  async completeAfterClean({ queue, clock, another }, turnScript) {
    await warmUp(queue, turnScript);
    await queue.enqueueMany(numberedJobs(1));
    const expired = await leaseOne(queue, turnScript);
    clock.pass(HOUR);
    await another().clean();
    await complete(queue, { job: expired, turnScript });
  },

  /** Completes a job that is the first ready one again, and leases the next job in the same request. */
  async completeAfterCleanAndLease({ queue, clock, another }, turnScript) {
    await warmUp(queue, turnScript);
    await queue.enqueueMany(numberedJobs(3));
    const expired = await leaseOne(queue, turnScript);
    clock.pass(HOUR);
    await another().clean();
    const settle: SettleItem[] = [{ job: expired, action: "complete" }];
    await queue.turn({ settle, lease: { worker: WORKER }, ...optionsFor(turnScript) });
  },

  async sendEachRequestTwice(recorded, turnScript) {
    const { queue } = recorded;
    await warmUp(queue, turnScript);
    await queue.enqueue(-1);
    interceptCalls(recorded, async (call, send) => {
      await send(...call);
      return send(...call);
    });
    await queue.enqueueMany(numberedJobs(4));
    await queue.enqueue(-2);
    await complete(queue, { job: await leaseOne(queue, turnScript), turnScript });
    await leaseOne(queue, turnScript);
  },

  /** Repeats a request after a later request of its lane. */
  async repeatAfterLaterRequest(recorded, turnScript) {
    const { queue, history } = recorded;
    await warmUp(queue, turnScript);
    await queue.enqueueMany(numberedJobs(3));
    const calls: Call[] = [];
    interceptCalls(recorded, (call, send) => {
      calls.push(call);
      return send(...call);
    });
    // Without an idempotency key, so that the request is in a lane. An unknown worker needs the full script.
    await queue.lease({ worker: turnScript === "turn" ? "new" : WORKER });
    const [call] = calls;
    await queue.redrive();
    if (call) await history.redis.run(...call);
  },

  /** Leases twice in one lane; a lease that is refused is ignored. */
  async leaseTwice({ queue }, turnScript) {
    // An unknown worker needs the full script, on a new queue too.
    if (turnScript === "turnPlain") await warmUp(queue, turnScript);
    await queue.enqueueMany(numberedJobs(2));
    for (let i = 0; i < 2; i++)
      await queue.lease({ worker: turnScript === "turn" ? `new-${i}` : WORKER }).catch(() => {});
  },

  async cleanWithLiveLease({ queue, clock }, turnScript) {
    await warmUp(queue, turnScript);
    await queue.enqueueMany([...numberedJobs(2), { data: 9, id: "due", delay: "1s" }]);
    await leaseOne(queue, turnScript);
    clock.pass(5_000);
    await queue.clean();
    await leaseOne(queue, turnScript);
  },

  /** Leases while an earlier lease is live and a delayed job is due. */
  async leaseWithLiveLease({ queue, clock }, turnScript) {
    await queue.enqueueMany([...numberedJobs(2), { data: 9, id: "due", delay: "1s" }]);
    await leaseOne(queue, turnScript);
    clock.pass(5_000);
    await leaseOne(queue, turnScript);
  },

  async extendLease({ queue, clock }, turnScript) {
    await queue.enqueueMany(numberedJobs(1));
    const job = await leaseOne(queue, turnScript);
    clock.pass(20_000);
    await job.extend("1m");
    clock.pass(20_000);
    await leaseOne(queue, turnScript);
  },

  async releaseFirst({ queue }, turnScript) {
    await queue.enqueueMany(numberedJobs(3));
    await (await leaseOne(queue, turnScript)).release();
    await leaseOne(queue, turnScript);
    await queue.lease({ count: 2, worker: "c" });
  },

  async letFirstLeaseExpire({ queue, clock }, turnScript) {
    await queue.enqueueMany(numberedJobs(3));
    await leaseOne(queue, turnScript);
    clock.pass(HOUR);
    await leaseOne(queue, turnScript);
    await queue.lease({ count: 2, worker: "c" });
  },

  async retryAndFail({ queue, clock }, turnScript) {
    await queue.enqueueMany(numberedJobs(2));
    await (await leaseOne(queue, turnScript)).retry({ delay: "5s" });
    await (await leaseOne(queue, turnScript)).fail();
    clock.pass(HOUR);
    await leaseOne(queue, turnScript);
  },

  async retryFirst({ queue }, turnScript) {
    await queue.enqueueMany(numberedJobs(1));
    await (await leaseOne(queue, turnScript)).retry({ delay: "5s" });
  },

  async cancelLeased({ queue }, turnScript) {
    await warmUp(queue, turnScript);
    await queue.enqueueMany(numberedJobs(2));
    const job = await leaseOne(queue, turnScript);
    await queue.cancel([job.id]);
    await complete(queue, { job, turnScript });
  },

  /** Completes a job that failed because its last lease expired. */
  async completeAfterLastAttempt({ queue, clock }, turnScript) {
    await queue.enqueueMany(numberedJobs(1, { maxAttempts: 1 }));
    const expired = await leaseOne(queue, turnScript);
    clock.pass(HOUR);
    await queue.clean();
    await complete(queue, { job: expired, turnScript });
  },

  async enqueueUrgent({ queue }, turnScript) {
    await queue.enqueue(1, { id: "usual" });
    await queue.enqueue(2, { id: "urgent", priority: 0 });
    for (let i = 0; i < 2; i++) await leaseOne(queue, turnScript);
  },

  /** Enqueues jobs with generated ids, which use the plain script from the second request on. */
  async enqueueWithoutIds({ queue }, turnScript) {
    for (const priority of [5, 5, 5, 0]) await queue.enqueue(1, { priority });
    await queue.lease({ count: 2, worker: WORKER, ...optionsFor(turnScript) });
    for (let i = 0; i < 2; i++) await leaseOne(queue, turnScript);
  },

  /** Delays jobs of one request and of two to the same millisecond; their ids are in another order than the jobs. */
  async delayToSameTime({ queue, clock }, turnScript) {
    const at = clock.time + 5_000;
    await queue.enqueueMany(["z", "y"].map((id, data) => ({ data, id, at })));
    await queue.enqueue(3, { id: "x", at });
    clock.pass(5_000);
    for (let i = 0; i < 3; i++) await leaseOne(queue, turnScript);
  },

  /** Enqueues a job after a delayed one is due. */
  async enqueueAfterDueJob({ queue, clock }, turnScript) {
    await queue.enqueue(1, { id: "due", delay: "1s" });
    clock.pass(5_000);
    await queue.enqueue(2, { id: "new" });
    for (let i = 0; i < 2; i++) await leaseOne(queue, turnScript);
  },

  /** Delays one job for 1 s and another for 5 s, and leases when only the first is due. */
  async delayDifferently({ queue, clock }, turnScript) {
    await queue.enqueueMany([1, 5].map((seconds) => ({ data: seconds, id: `after-${seconds}`, delay: `${seconds}s` })));
    clock.pass(1_000);
    for (let i = 0; i < 2; i++) await leaseOne(queue, turnScript);
  },
} satisfies Record<string, Scenario>;
