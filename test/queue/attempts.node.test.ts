// The story of a job: its last attempts, in get, list and explain.
import { afterEach, expect, test, vi } from "vitest";
import type { QueueOptions } from "../../src/index.ts";
import { readRun } from "../../src/queue/jobs/stored/run.ts";
import { Clock, freshQueue, START } from "../setup/queue.ts";

afterEach(() => vi.unstubAllEnvs());

/** Returns a queue on a clock that stands still, without delays between attempts. */
function createStory(options: Partial<QueueOptions<number>> = {}) {
  const clock = new Clock();
  const queue = freshQueue<number>({ now: clock.now, backoff: 0, maxAttempts: 9, ...options });
  /** Leases the only job. */
  const lease = async (worker?: string, version?: string) => {
    const holder = { ...(worker === undefined ? {} : { worker }), ...(version === undefined ? {} : { version }) };
    const [job] = (await queue.lease({ for: "30s", ...holder })).jobs;
    if (!job) throw new Error("no job is ready");
    return job;
  };
  return { clock, queue, lease };
}

test("the attempts of a job state who ended them, when, and how", async () => {
  const { clock, queue, lease } = createStory();
  await queue.enqueue(1, { id: "a" });
  expect((await queue.get("a"))?.attempts).toEqual([]);
  await (await lease("mail", "v41")).release();
  const retried = await lease("mail", "v41");
  clock.pass(10);
  await retried.retry({ error: new RangeError("no answer") });
  const postponed = await lease();
  clock.pass(20);
  await postponed.retry({ attempt: false, error: "later" });
  await lease("mail", "v42");
  clock.pass(30_000);
  await queue.clean();
  const lost = await lease("", "v42");
  await queue.failWorker("nobody");
  await lost.retry();
  await lease("dead");
  await queue.failWorker("dead");
  const last = await lease("mail");
  const [t1, t2] = [START + 10, START + 30];
  const ended = [
    { attempt: 1, startedAt: START, endedAt: START, worker: "mail", version: "v41", outcome: "released" },
    {
      ...{ attempt: 2, startedAt: START, endedAt: t1, worker: "mail", version: "v41" },
      ...{ outcome: "retried", message: "no answer" },
    },
    { attempt: 3, startedAt: t1, endedAt: t2, outcome: "postponed" },
    { attempt: 4, startedAt: t2, endedAt: t2 + 30_000, worker: "mail", version: "v42", outcome: "expired" },
    { attempt: 5, startedAt: t2 + 30_000, endedAt: t2 + 30_000, version: "v42", outcome: "retried" },
    { attempt: 6, startedAt: t2 + 30_000, endedAt: t2 + 30_000, worker: "dead", outcome: "worker_failed" },
  ];
  const running = { attempt: 7, startedAt: t2 + 30_000, worker: "mail", outcome: "leased" };
  const { jobs } = await queue.list("leased");
  expect(jobs[0]?.attempts).toEqual([...ended, running]);
  expect(jobs[0]?.errors).toEqual([{ message: "no answer", attempt: 2, at: t1 }]);
  clock.pass(5);
  await last.fail(new Error("broken"));
  const { attempts = [], errors } = (await queue.get("a")) ?? {};
  const end = { ...running, endedAt: t2 + 30_005, outcome: "failed", message: "broken" };
  expect(attempts).toEqual([...ended, { ...end, stack: expect.stringContaining("attempts.node.test.ts") }]);
  expect(errors).toHaveLength(2);
  await queue.redrive();
  expect((await queue.get("a"))?.attempts).toEqual(attempts);
});

test("a job that is kept when it is done shows its last attempt as completed, also after its lease expired", async () => {
  const { clock, queue, lease } = createStory({ retention: { done: { count: 10 } } });
  await queue.enqueueMany([
    { data: 1, id: "a" },
    { data: 2, id: "late", priority: 9 },
  ]);
  const job = await lease("mail", "v1");
  clock.pass(40);
  await job.complete();
  const late = await lease("slow");
  clock.pass(30_000);
  await queue.clean();
  expect((await queue.get("late"))?.attempts).toMatchObject([{ attempt: 1, outcome: "expired", worker: "slow" }]);
  clock.pass(7);
  expect(await late.complete()).toBe(true);
  expect((await queue.get("a"))?.attempts).toEqual([
    { attempt: 1, startedAt: START, endedAt: START + 40, worker: "mail", version: "v1", outcome: "completed" },
  ]);
  expect((await queue.get("late"))?.attempts).toEqual([
    { attempt: 1, startedAt: START + 40, endedAt: START + 30_047, worker: "slow", outcome: "completed" },
  ]);
});

test("a lease that is extended after it expired shows one attempt, which still runs", async () => {
  const { clock, queue, lease } = createStory();
  await queue.enqueue(1, { id: "a" });
  const job = await lease();
  clock.pass(30_000);
  await queue.clean();
  expect(await job.extend("1m")).toBe(true);
  expect((await queue.get("a"))?.attempts).toEqual([{ attempt: 1, startedAt: START, outcome: "leased" }]);
});

test("a job that was leased a thousand times shows its last ten attempts, and its last errors", async () => {
  const { queue, lease } = createStory({ maxAttempts: 1_000 });
  await queue.enqueue(1, { id: "a" });
  for (let i = 1; i <= 20; i++) await (await lease("mail")).retry({ error: `error ${i}` });
  for (let i = 0; i < 80; i++) await (await lease("mail")).release();
  await lease("mail");
  const { attempts = [], errors } = (await queue.get("a")) ?? {};
  expect(attempts).toHaveLength(10);
  expect(attempts.at(-1)).toMatchObject({ attempt: 101, outcome: "leased" });
  expect(errors?.map(({ message }) => message)).toEqual([16, 17, 18, 19, 20].map((i) => `error ${i}`));
});

test("each attempt shows an error that repeats", async () => {
  const { queue, lease } = createStory();
  await queue.enqueue(1, { id: "a" });
  for (const message of ["x", "same", "same", "same", "y"]) await (await lease()).retry({ error: message });
  const { attempts = [], errors } = (await queue.get("a")) ?? {};
  expect(attempts.map(({ message }) => message)).toEqual(["x", "same", "same", "same", "y"]);
  expect(errors?.map(({ message, attempt }) => [message, attempt])).toEqual([
    ...[["x", 1] as const, ["same", 2] as const, ["same", 3] as const, ["same", 4] as const, ["y", 5] as const],
  ]);
});

test("explain names the end of the last attempt, its worker and its version, but not its error", async () => {
  const { clock, queue, lease } = createStory();
  await queue.enqueue(1, { id: "a" });
  const why = async () => (await queue.explain("a")).why;
  expect(await why()).not.toContain("attempt");
  const at = new Date(START).toISOString();
  await (await lease("mail", "v41")).retry({ error: "s3cret" });
  expect(await why()).toContain(` Its last attempt of worker mail of version v41 was retried at ${at}.`);
  expect(await why()).not.toContain("s3cret");
  await (await lease()).release();
  expect(await why()).toContain(` Its last attempt was released at ${at}.`);
  const job = await lease("mail");
  expect(await why()).toContain(` Its last attempt was released at ${at}.`);
  await job.retry({ attempt: false });
  expect(await why()).toContain(` Its last attempt of worker mail was postponed at ${at}.`);
  await lease("mail");
  await queue.failWorker("mail");
  expect(await why()).toContain(` Its last attempt of worker mail ended when its worker failed at ${at}.`);
  await lease("mail");
  clock.pass(30_000);
  await queue.clean();
  const later = new Date(START + 30_000).toISOString();
  expect(await why()).toContain(` Its last attempt of worker mail ended with its lease at ${later}.`);
  await (await lease("mail")).fail("s3cret");
  expect(await why()).toContain(` Its last attempt of worker mail failed at ${later}.`);
});

test("a loop notes the version of its options, or that of the platform", async () => {
  const versionsWith = async (options: { version?: string }, variables: Record<string, string> = {}) => {
    for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
    const queue = freshQueue<number>({ maxAttempts: 1 });
    await queue.enqueue(1, { id: "a" });
    await queue.drain(() => Promise.reject(new Error("no")), { budget: "5s", ...options });
    vi.unstubAllEnvs();
    return (await queue.get("a"))?.attempts.map(({ version }) => version);
  };
  const commit = "0123456789abcdef0123456789abcdef01234567";
  expect(await versionsWith({})).toEqual([undefined]);
  expect(await versionsWith({}, { VERCEL_GIT_COMMIT_SHA: commit, K_REVISION: "r1" })).toEqual(["0123456789ab"]);
  expect(await versionsWith({}, { VERCEL_GIT_COMMIT_SHA: "", K_REVISION: "mail-00042-abc" })).toEqual([
    "mail-00042-abc",
  ]);
  expect(await versionsWith({}, { K_REVISION: "x".repeat(65) })).toEqual([undefined]);
  expect(await versionsWith({ version: "v7" }, { K_REVISION: "r1" })).toEqual(["v7"]);
  expect(await versionsWith({ version: "" }, { K_REVISION: "r1" })).toEqual([undefined]);
});

test("workers, failWorker and search know a worker by its name, whatever its version", async () => {
  const { queue, lease } = createStory();
  await queue.enqueue(1, { id: "a" });
  await lease("mail", "v41");
  expect(await queue.workers()).toMatchObject([{ worker: "mail", holds: [{ id: "a" }] }]);
  expect((await queue.search({ state: "leased", worker: "mail" })).jobs).toMatchObject([{ id: "a", worker: "mail" }]);
  expect(await queue.failWorker("mail")).toBe(1);
  expect(await queue.workers()).toEqual([]);
});

test("a stored attempt that is damaged is left out, and the others stay", () => {
  const lines = ["W 000000000000001 1 0 1 5 0", "w", "", "z 1 2 3\tw\t", "r 1 2", "", 'r 1 1000 7\tw\t"no"'];
  expect(readRun(lines.join("\n"))?.attempts.map(({ message }) => message)).toEqual(["no"]);
});
