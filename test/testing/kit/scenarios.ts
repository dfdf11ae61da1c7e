// Short stories about a queue, each of which shows whether one thing is done right.
import type { Adapter, Job, NewJob, Queue, SettleItem } from "../../../src/index.ts";
import type { OnRecord } from "./recorded-queue.ts";

/** Which of the two scripts behind lease, settle and turn a story goes by. */
export type Path = "turn" | "turnPlain";

/** What happens to a queue on record. */
export type Story = (on: OnRecord, path: Path) => Promise<unknown>;

const WORKER = "known";
const HOUR = 3_600_000;

/** Jobs with ids, in the order of their ids. */
function numbered(count: number, options: Omit<NewJob<number>, "data" | "id"> = {}): NewJob<number>[] {
  return Array.from({ length: count }, (_, data) => ({ data, id: `job-${data}`, ...options }));
}

/** A request that its sender named goes by the full script. */
const named = (path: Path) => (path === "turn" ? { idempotencyKey: crypto.randomUUID() } : {});

/**
 * Has a queue work on a first job, by the other script: so it is known whether something is due, and this process was seen
 * by then, and its requests go by the short script wherever that can carry them out.
 */
async function warm(queue: Queue<number>, path: Path): Promise<void> {
  await queue.enqueue(-1, { id: "first" });
  const { jobs } = await queue.lease({ worker: WORKER });
  await complete(queue, jobs[0], path === "turn" ? "turnPlain" : "turn");
}

async function leaseOne(queue: Queue<number>, path: Path): Promise<Job<number>> {
  const { jobs } = await queue.lease({ worker: WORKER, ...named(path) });
  return jobs[0] as Job<number>;
}

async function complete(queue: Queue<number>, job: Job<number> | undefined, path: Path): Promise<void> {
  if (job) await queue.settle([{ job, action: "complete" }], named(path));
}

export const leaseEach: Story = async ({ queue }, path) => {
  await warm(queue, path);
  await queue.enqueueMany(numbered(4));
  for (let i = 0; i < 4; i++) await complete(queue, await leaseOne(queue, path), path);
};

export const settleLate: Story = async ({ queue, clock, another }, path) => {
  await warm(queue, path);
  await queue.enqueueMany(numbered(1));
  const late = await leaseOne(queue, path);
  clock.pass(HOUR);
  const quick = another();
  const next = await leaseOne(quick, path);
  await complete(queue, late, path);
  await complete(quick, next, path);
};

/** Completes several jobs of one hash at once, of which one is leased by somebody else by then. */
export const settleManyLate: Story = async ({ queue, clock, another }, path) => {
  await warm(queue, path);
  // Ids that differ by 16 in one place are in one hash.
  await queue.enqueueMany(["a0", "Q0"].map((id, data) => ({ data, id })));
  const { jobs } = await queue.lease({ count: 2, worker: WORKER, ...named(path) });
  clock.pass(HOUR);
  await leaseOne(another(), path);
  await queue.settle(
    jobs.map((job) => ({ job, action: "complete" })),
    named(path),
  );
};

/** Completes a job whose lease ran out, after a clean has brought it back. */
export const completeAfterClean: Story = async ({ queue, clock, another }, path) => {
  await warm(queue, path);
  await queue.enqueueMany(numbered(1));
  const late = await leaseOne(queue, path);
  clock.pass(HOUR);
  await another().clean();
  await complete(queue, late, path);
};

/** Completes a job that is the first in line again, and leases the next one in the same request. */
export const completeLateAndLease: Story = async ({ queue, clock, another }, path) => {
  await warm(queue, path);
  await queue.enqueueMany(numbered(3));
  const late = await leaseOne(queue, path);
  clock.pass(HOUR);
  await another().clean();
  const settle: SettleItem[] = [{ job: late, action: "complete" }];
  await queue.turn({ settle, lease: { worker: WORKER }, ...named(path) });
};

/** Sends each request twice, as an impatient connection does. */
export const askTwice: Story = async ({ queue, history }, path) => {
  await warm(queue, path);
  await queue.enqueue(-1);
  // biome-ignore lint/complexity/useLiteralKeys: the one way past `private`
  const context = queue["context"] as { adapter: Adapter };
  context.adapter = {
    run: async (...call) => {
      await history.redis.run(...call);
      return history.redis.run(...call);
    },
  };
  await queue.enqueueMany(numbered(4));
  await queue.enqueue(-2);
  await complete(queue, await leaseOne(queue, path), path);
  await leaseOne(queue, path);
};

/** Sends a request again when another has come after it in its lane. */
export const askLate: Story = async ({ queue, history }, path) => {
  await warm(queue, path);
  await queue.enqueueMany(numbered(3));
  // biome-ignore lint/complexity/useLiteralKeys: the one way past `private`
  const context = queue["context"] as { adapter: Adapter };
  const calls: Parameters<Adapter["run"]>[] = [];
  context.adapter = {
    run: (...call) => {
      calls.push(call);
      return history.redis.run(...call);
    },
  };
  // Named by its lane, so that something can come after it; one who was not seen goes by the full script.
  await queue.lease({ worker: path === "turn" ? "new" : WORKER });
  const [call] = calls;
  await queue.redrive();
  if (call) await history.redis.run(...call);
};

/** Asks twice in one lane, and passes over an answer that is none. */
export const askOneByOne: Story = async ({ queue }, path) => {
  // The full script serves a worker that was not seen yet, on a new queue too.
  if (path === "turnPlain") await warm(queue, path);
  await queue.enqueueMany(numbered(2));
  for (let i = 0; i < 2; i++) await queue.lease({ worker: path === "turn" ? `new-${i}` : WORKER }).catch(() => {});
};

export const cleanAndLease: Story = async ({ queue, clock }, path) => {
  await warm(queue, path);
  await queue.enqueueMany([...numbered(2), { data: 9, id: "due", delay: "1s" }]);
  await leaseOne(queue, path);
  clock.pass(5_000);
  await queue.clean();
  await leaseOne(queue, path);
};

export const leaseWhileDue: Story = async ({ queue, clock }, path) => {
  await queue.enqueueMany([...numbered(2), { data: 9, id: "due", delay: "1s" }]);
  await leaseOne(queue, path);
  clock.pass(5_000);
  await leaseOne(queue, path);
};

export const prolong: Story = async ({ queue, clock }, path) => {
  await queue.enqueueMany(numbered(1));
  const job = await leaseOne(queue, path);
  clock.pass(20_000);
  await job.extend("1m");
  clock.pass(20_000);
  await leaseOne(queue, path);
};

export const giveBack: Story = async ({ queue }, path) => {
  await queue.enqueueMany(numbered(3));
  await (await leaseOne(queue, path)).release();
  await leaseOne(queue, path);
  await queue.lease({ count: 2, worker: "c" });
};

export const runOut: Story = async ({ queue, clock }, path) => {
  await queue.enqueueMany(numbered(3));
  await leaseOne(queue, path);
  clock.pass(HOUR);
  await leaseOne(queue, path);
  await queue.lease({ count: 2, worker: "c" });
};

export const tryAgain: Story = async ({ queue, clock }, path) => {
  await queue.enqueueMany(numbered(2));
  await (await leaseOne(queue, path)).retry({ delay: "5s" });
  await (await leaseOne(queue, path)).fail();
  clock.pass(HOUR);
  await leaseOne(queue, path);
};

export const retryOnce: Story = async ({ queue }, path) => {
  await queue.enqueueMany(numbered(1));
  await (await leaseOne(queue, path)).retry({ delay: "5s" });
};

export const cancelHeld: Story = async ({ queue }, path) => {
  await warm(queue, path);
  await queue.enqueueMany(numbered(2));
  const job = await leaseOne(queue, path);
  await queue.cancel([job.id]);
  await complete(queue, job, path);
};

/** A job that failed because its last lease ran out, and is completed by its late holder. */
export const lastAttempt: Story = async ({ queue, clock }, path) => {
  await queue.enqueueMany(numbered(1, { maxAttempts: 1 }));
  const late = await leaseOne(queue, path);
  clock.pass(HOUR);
  await queue.clean();
  await complete(queue, late, path);
};

export const urgent: Story = async ({ queue }, path) => {
  await queue.enqueue(1, { id: "usual" });
  await queue.enqueue(2, { id: "urgent", priority: 0 });
  for (let i = 0; i < 2; i++) await leaseOne(queue, path);
};

/** Jobs whose ids are made up, from the second request on by the short script. */
export const madeUp: Story = async ({ queue }, path) => {
  for (const priority of [5, 5, 5, 0]) await queue.enqueue(1, { priority });
  await queue.lease({ count: 2, worker: WORKER, ...named(path) });
  for (let i = 0; i < 2; i++) await leaseOne(queue, path);
};

/** Jobs of one millisecond, in one request and in several, whose ids are in another order than they are. */
export const atOnce: Story = async ({ queue, clock }, path) => {
  const at = clock.time + 5_000;
  await queue.enqueueMany(["z", "y"].map((id, data) => ({ data, id, at })));
  await queue.enqueue(3, { id: "x", at });
  clock.pass(5_000);
  for (let i = 0; i < 3; i++) await leaseOne(queue, path);
};

/** A job that was due before another one came. */
export const dueBefore: Story = async ({ queue, clock }, path) => {
  await queue.enqueue(1, { id: "due", delay: "1s" });
  clock.pass(5_000);
  await queue.enqueue(2, { id: "new" });
  for (let i = 0; i < 2; i++) await leaseOne(queue, path);
};

export const oneDueOneNot: Story = async ({ queue, clock }, path) => {
  await queue.enqueueMany([1, 5].map((seconds) => ({ data: seconds, id: `after-${seconds}`, delay: `${seconds}s` })));
  clock.pass(1_000);
  for (let i = 0; i < 2; i++) await leaseOne(queue, path);
};
