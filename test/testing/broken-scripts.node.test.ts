// Each rule of the history checker catches a script that is broken on purpose; with the real scripts the same story is
// without fault.
import { expect, test } from "vitest";
import type { Job } from "../../src/index.ts";
import { type Damage, withDamage } from "./broken.ts";
import { type OnRecord, overTcp } from "./over-tcp.ts";

const make = overTcp();

type Story = (on: OnRecord) => Promise<unknown>;

const numbered = (count: number, options = {}) =>
  Array.from({ length: count }, (_, data) => ({ data, id: `job-${data}`, ...options }));

async function leaseOne({ queue }: OnRecord, worker: string): Promise<Job<number>> {
  const { jobs } = await queue.lease({ worker });
  return jobs[0] as Job<number>;
}

const HOUR = 3_600_000;

const leaseEach: Story = async ({ queue }) => {
  await queue.enqueueMany(numbered(4));
  for (let i = 0; i < 4; i++) await (await queue.lease()).jobs[0]?.complete();
};

const settleLate: Story = async (on) => {
  await on.queue.enqueueMany(numbered(1));
  const late = await leaseOne(on, "slow");
  on.clock.pass(HOUR);
  const next = await leaseOne(on, "quick");
  await late.complete();
  await next.complete();
};

const askAgain: Story = async ({ queue }) => {
  for (let i = 0; i < 2; i++) await queue.enqueueMany(numbered(4), { nonce: "e" });
  const { jobs } = await queue.lease({ count: 2, nonce: "l" });
  await queue.lease({ count: 2, nonce: "l" });
  for (let i = 0; i < 2; i++) await queue.settle([{ job: jobs[0] as Job<number>, action: "complete" }], { nonce: "s" });
};

const cleanAndLease: Story = async (on) => {
  await on.queue.enqueueMany(numbered(2));
  await leaseOne(on, "a");
  on.clock.pass(5_000);
  await on.queue.clean();
  await leaseOne(on, "b");
};

const prolong: Story = async (on) => {
  await on.queue.enqueueMany(numbered(1));
  const job = await leaseOne(on, "a");
  on.clock.pass(20_000);
  await job.extend("1m");
  on.clock.pass(20_000);
  await on.queue.lease({ worker: "b" });
};

const giveBack: Story = async (on) => {
  await on.queue.enqueueMany(numbered(3));
  await (await leaseOne(on, "a")).release();
  await on.queue.lease({ worker: "b" });
  await on.queue.lease({ count: 2, worker: "c" });
};

const runOut: Story = async (on) => {
  await on.queue.enqueueMany(numbered(3));
  await leaseOne(on, "a");
  on.clock.pass(HOUR);
  await on.queue.lease({ worker: "b" });
  await on.queue.lease({ count: 2, worker: "c" });
};

const tryAgain: Story = async (on) => {
  await on.queue.enqueueMany(numbered(2));
  await (await leaseOne(on, "a")).retry({ delay: "5s" });
  await (await leaseOne(on, "a")).fail();
  on.clock.pass(HOUR);
  await on.queue.lease();
};

const cancelHeld: Story = async (on) => {
  await on.queue.enqueueMany(numbered(2));
  const job = await leaseOne(on, "a");
  await on.queue.cancel([job.id]);
  await job.complete();
};

const urgent: Story = async ({ queue }) => {
  await queue.enqueue(1, { id: "usual" });
  await queue.enqueue(2, { id: "urgent", priority: 0 });
  for (let i = 0; i < 2; i++) await queue.lease();
};

const CASES: [what: string, rule: string, damage: Damage, story: Story][] = [
  [
    "a lease that forgets to raise the fence",
    "fences rise: fence",
    {
      scripts: ["lease"],
      file: "lib/take",
      from: "tally('fence', #heads)",
      to: "",
    },
    leaseEach,
  ],
  [
    "a lease whose fences fall",
    "fences rise: fence",
    {
      scripts: ["lease"],
      file: "lib/take",
      from: "fence + #heads + 1,",
      to: "now * 1000 + 500 - fence % 1000 - #heads,",
    },
    leaseEach,
  ],
  [
    "a complete that ignores the fence",
    'one winner: job "job-0" was leased under fence',
    {
      scripts: ["settle"],
      file: "lib/verdicts",
      from: "current ~= fence and (state == 'L' or state == 'W')",
      to: "current == ''",
    },
    settleLate,
  ],
  [
    "an answer that is not remembered",
    "same answer: settle was answered",
    { scripts: ["settle"], file: "lib/reply", from: "redis.call('SET', reply, text, 'PX', keep)", to: "" },
    askAgain,
  ],
  [
    "a lease that is given anew when it is asked for again",
    "same answer: lease was answered",
    { scripts: ["lease"], file: "lib/reply", from: "redis.call('SET', reply, text, 'PX', keep)", to: "" },
    askAgain,
  ],
  [
    "an enqueue that takes its repetition for a duplicate",
    "same answer: enqueue was answered",
    {
      scripts: ["enqueue"],
      file: "lib/reply",
      from: "redis.call('GET', reply)",
      to: "redis.call('GET', reply .. 'x')",
    },
    askAgain,
  ],
  [
    "a clean that brings back live leases",
    'one lease: job "job-0" was leased under fence',
    { scripts: ["clean"], file: "lib/heal", from: "leased, '-inf', time,", to: "leased, '-inf', '+inf'," },
    cleanAndLease,
  ],
  [
    "an extension that prolongs nothing",
    'one lease: job "job-0" was leased under fence',
    { scripts: ["extend"], file: "extend", from: "push(held, now + duration, id)", to: "push(held, now, id)" },
    prolong,
  ],
  [
    "a lease in the wrong order",
    "which comes before it, waited",
    { scripts: ["lease"], file: "lib/take", from: "ZPOPMIN", to: "ZPOPMAX" },
    leaseEach,
  ],
  [
    "a priority that counts for nothing",
    'order: job "usual" was leased under fence',
    { scripts: ["enqueue"], file: "lib/order", from: "priority * BAND", to: "5 * BAND" },
    urgent,
  ],
  [
    "a release that puts the job at the back",
    'while job "job-0", which comes before it, waited',
    {
      scripts: ["settle"],
      file: "lib/settle",
      from: "given = given + 1",
      to: "given = given + 1; score = orderOf(5, sequence + tally('sequence'))",
    },
    giveBack,
  ],
  [
    "a lease that ran out and puts the job at the back",
    'while job "job-0", which comes before it, waited',
    { scripts: ["lease"], file: "lib/heal", from: "order or 5 * BAND", to: "6 * BAND - 1" },
    runOut,
  ],
  [
    "a complete that puts the job back",
    'nothing after the end: job "job-0" was completed, and leased after that',
    {
      scripts: ["settle"],
      file: "lib/settle",
      from: "dropped[#dropped + 1] = id",
      to: "push(to[ready], 5 * BAND, id)",
    },
    leaseEach,
  ],
  [
    "a failure that is tried again",
    'nothing after the end: job "job-1" was failed, and leased after that',
    {
      scripts: ["settle"],
      file: "lib/settle",
      from: "key, score, state, total = failed, now, 'F', 'failed'",
      to: "total = 'failed'",
    },
    tryAgain,
  ],
  [
    "a cancel that leaves the job with its holder",
    'nothing after the end: job "job-0" was cancelled, and then fence',
    { scripts: ["cancel"], file: "cancel", from: "redis.call('HDEL', runs, unpack(gone))", to: "" },
    cancelHeld,
  ],
  [
    "a lease that ran out and loses the job",
    'ends once: job "job-0" is gone',
    { scripts: ["lease"], file: "lib/heal", from: "redis.call('ZADD', ready, unpack(back))", to: "" },
    runOut,
  ],
  [
    "a retry that leaves the job in two states",
    'ends once: job "job-0" is delayed and failed at once',
    {
      scripts: ["settle"],
      file: "lib/settle",
      from: "key, score, total = delayed, dueOf(now + detail, priorityIn(order)), 'retried'",
      to: "key, score, total = delayed, dueOf(now + detail, priorityIn(order)), 'retried'; redis.call('ZADD', failed, now, id)",
    },
    async (on) => {
      await on.queue.enqueueMany(numbered(1));
      await (await leaseOne(on, "a")).retry({ delay: "5s" });
    },
  ],
  [
    "a counter that is forgotten",
    "counters: completed is 0, not 4",
    { scripts: ["settle"], file: "lib/settle", from: "tally(total)", to: "" },
    leaseEach,
  ],
  [
    "a counter that counts too much",
    "counters: leased is 8, not 4",
    { scripts: ["lease"], file: "lib/take", from: "tally('leased', #heads)", to: "tally('leased', #heads * 2)" },
    leaseEach,
  ],
];

test.each(CASES)("%s is caught: %s", async (_what, rule, damage, story) => {
  const sound = make();
  await story(sound);
  expect(await sound.wrong()).toEqual([]);
  const broken = make((adapter) => withDamage(adapter, damage));
  await story(broken);
  const wrong = await broken.wrong();
  expect(wrong.join("\n")).toContain(rule);
});
