// `leasehold stdio`: each kind of line and its answer, dispatches, late workers, bad lines, backpressure, and the end.
import { expect, inject, test } from "vitest";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { useConnections } from "../kit/run.ts";
import { type Out, startStdio } from "./kit.ts";

const redisEnv = () => ({ REDIS_URL: inject("redisUrl"), LEASEHOLD_PREFIX: testPrefix() });

interface ListedWorker {
  lastSeen: number;
  jobs: string[];
}

/** The fields that a worker repeats in all that it writes about a job. */
const jobOf = ({ queue, worker, id, receipt }: Out) => ({ queue, worker, id, receipt });

for (const [kind, variables] of useConnections()) {
  test(`a job goes from its creator to a worker and back over ${kind}`, async () => {
    const queue = freshName();
    const { ask, take, end } = startStdio(variables());
    expect(await ask({ type: "worker_idle", queue, worker: "w1" })).toMatchObject({ type: "ack", of: "worker_idle" });
    const added = await ask({ type: "add_job", queue, data: { n: 1 }, id: "a", priority: 2 });
    expect(added).toMatchObject({ type: "job_added", queue, id: "a", created: true, state: "ready" });
    const job = await take({ type: "dispatch_job" });
    expect(job).toMatchObject({ queue, worker: "w1", id: "a", data: { n: 1 }, attempt: 1, priority: 2 });
    const about = jobOf(job);
    const rest = { queue, worker: "w1", id: "a" };
    expect(await ask({ type: "job_accepted", ...about })).toEqual({
      type: "ack",
      of: "job_accepted",
      ...rest,
      correlation: "ask-3",
    });
    expect(await ask({ type: "worker_progress", ...about, progress: 0.5, note: "half" })).toMatchObject({
      type: "ack",
    });
    const stored = freshQueue<unknown>({}, queue);
    expect(await stored.get("a")).toMatchObject({ state: "leased", progress: { fraction: 0.5, note: "half" } });
    expect(await ask({ type: "job_finished", ...about, result: [1] })).toMatchObject({ type: "ack", ...rest });
    expect(await ask({ type: "job_finished", ...about, result: [2] })).toMatchObject({
      type: "late",
      of: "job_finished",
      ...rest,
      reason: "completed",
    });
    expect(await stored.result("a")).toEqual([1]);
    expect(await ask({ type: "counts", queue })).toMatchObject({ type: "counts", ready: 0, leased: 0 });
    expect(await end()).toEqual({ code: 0, stderr: "" });
  });
}

test("priorities are kept, and a worker that has finished gets the next job at once", async () => {
  const queue = freshName();
  const { write, ask, take } = startStdio(redisEnv());
  write(...[9, 5, 0].map((priority) => ({ type: "add_job", queue, data: priority, priority })));
  await take({ type: "job_added" });
  await take({ type: "job_added" });
  await take({ type: "job_added" });
  write({ type: "worker_idle", queue, worker: "w" });
  const seen: unknown[] = [];
  for (let i = 0; i < 3; i++) {
    const job = await take({ type: "dispatch_job" });
    seen.push(job.data);
    await ask({ type: "job_finished", ...jobOf(job) });
  }
  expect(seen).toEqual([0, 5, 9]);
});

test("a failed job is retried, put off, or failed for good", async () => {
  const queue = freshName();
  const stored = freshQueue<unknown>({}, queue);
  const { write, ask, take } = startStdio(redisEnv());
  const fail = async (id: string, fields: object) => {
    await ask({ type: "add_job", queue, data: 1, id, backoff: "1h" });
    write({ type: "worker_idle", queue, worker: "w" });
    const job = await take({ type: "dispatch_job", id });
    // It takes no other job until it is idle again.
    expect(await ask({ type: "job_failed", ...jobOf(job), idle: false, ...fields })).toMatchObject({ type: "ack" });
    return stored.get(id);
  };
  expect(await fail("a", { error: "busy", delay: "1h" })).toMatchObject({
    state: "delayed",
    errors: [{ message: "busy" }],
  });
  expect(await fail("b", { delay: "1h", later: true })).toMatchObject({
    state: "delayed",
    attempts: [{ outcome: "postponed" }],
  });
  const own = await fail("d", { error: "busy" });
  expect(own?.dueAt ?? 0).toBeGreaterThan(Date.now() + 3_000_000);
  expect(await fail("c", { error: "no", final: true })).toMatchObject({ state: "failed", errors: [{ message: "no" }] });
});

test("a job that is not accepted in time is dispatched again in its place, and the late worker gets the reason", async () => {
  const queue = freshName();
  const { write, ask, take, end } = startStdio(redisEnv(), ["--accept", "300ms"]);
  await ask({ type: "add_job", queue, data: 1, id: "first" });
  await ask({ type: "add_job", queue, data: 2, id: "second" });
  write({ type: "worker_idle", queue, worker: "mute" });
  const missed = await take({ type: "dispatch_job", worker: "mute" });
  const stored = freshQueue<unknown>({}, queue);
  await until(async () => (await stored.get("first"))?.state === "ready");
  write({ type: "worker_idle", queue, worker: "good" });
  const job = await take({ type: "dispatch_job", worker: "good" });
  // In its place: before the one that was added later. No attempt was used up.
  expect([missed.id, job.id]).toEqual(["first", "first"]);
  expect(await ask({ type: "job_accepted", ...jobOf(job) })).toMatchObject({ type: "ack" });
  for (const type of ["job_accepted", "worker_progress", "job_finished", "job_failed"]) {
    const late = await ask({ type, ...jobOf(missed), progress: 0.1, idle: false });
    expect(late).toMatchObject({ type: "late", of: type, worker: "mute", id: "first", reason: "leased_again" });
  }
  expect(await ask({ type: "job_finished", ...jobOf(job), idle: false })).toMatchObject({ type: "ack" });
  expect((await stored.counts()).totals).toMatchObject({ completed: 1, released: 1, reclaimed: 0 });
  expect((await end()).stderr).toMatch(/"a worker did not accept its job in time"/);
});

test("a worker that is silent for three ticks loses its job to another process", async () => {
  const queue = freshName();
  const [a, b] = [startStdio(redisEnv(), ["--tick", "300ms"]), startStdio(redisEnv(), ["--tick", "300ms"])];
  await a.ask({ type: "add_job", queue, data: 1, id: "a" });
  a.write({ type: "worker_idle", queue, worker: "w1" });
  const first = await a.take({ type: "dispatch_job" });
  await a.ask({ type: "job_accepted", ...jobOf(first) });
  const beat = setInterval(() => b.write({ type: "worker_idle", queue, worker: "w2" }), 100);
  const again = await b.take({ type: "dispatch_job" });
  clearInterval(beat);
  expect(again).toMatchObject({ id: "a", worker: "w2", attempt: 2 });
  expect(await b.ask({ type: "job_finished", ...jobOf(again), idle: false })).toMatchObject({ type: "ack" });
  expect(await a.ask({ type: "job_finished", ...jobOf(first), idle: false })).toMatchObject({ reason: "completed" });
  expect((await freshQueue<unknown>({}, queue).counts()).totals).toMatchObject({ completed: 1, reclaimed: 1 });
});

test("a job that one process has dispatched may be finished through another one after a kill", async () => {
  const queue = freshName();
  const first = startStdio(redisEnv());
  await first.ask({ type: "add_job", queue, data: 1, id: "a" });
  first.write({ type: "worker_idle", queue, worker: "w" });
  const job = await first.take({ type: "dispatch_job" });
  await first.ask({ type: "job_accepted", ...jobOf(job) });
  await first.end("SIGKILL");
  const second = startStdio(redisEnv());
  expect(await second.ask({ type: "worker_progress", ...jobOf(job), progress: 0.9 })).toMatchObject({ type: "ack" });
  expect(await second.ask({ type: "list_workers", queue })).toMatchObject({
    workers: [{ worker: "w", state: "busy", jobs: ["a"] }],
  });
  expect(await second.ask({ type: "job_finished", ...jobOf(job) })).toMatchObject({ type: "ack" });
  expect((await freshQueue<unknown>({}, queue).counts()).totals.completed).toBe(1);
});

test("idle, busy and last seen are right at every step, in every process", async () => {
  const queue = freshName();
  const [a, b] = [startStdio(redisEnv()), startStdio(redisEnv())];
  let wroteAt = 0;
  /** Writes a line of the worker, and checks what each process then says of it. */
  const expectAfter = async (line: object, state: "idle" | "busy", jobs: string[]) => {
    wroteAt = Date.now();
    await a.ask({ queue, worker: "w", ...line });
    await expectListed(state, jobs);
  };
  const expectListed = async (state: "idle" | "busy", jobs: string[]) => {
    await until(async () => {
      const lists = await Promise.all([a, b].map(({ ask }) => ask({ type: "list_workers", queue })));
      return lists.every(
        ({ workers }) => JSON.stringify((workers as ListedWorker[])[0]?.jobs) === JSON.stringify(jobs),
      );
    });
    for (const { ask } of [a, b]) {
      const { workers } = await ask({ type: "list_workers", queue });
      expect(workers).toEqual([{ worker: "w", state, lastSeen: expect.any(Number), jobs }]);
      const [{ lastSeen }] = workers as [ListedWorker];
      // The process of the worker knows its last line; the heartbeat in Redis is at most a tick older.
      expect(lastSeen).toBeGreaterThanOrEqual(ask === a.ask ? wroteAt : wroteAt - 3_000);
      expect(lastSeen).toBeLessThanOrEqual(Date.now());
    }
  };
  expect(await b.ask({ type: "list_workers", queue })).toMatchObject({ workers: [] });
  // The queue exists from its first job on.
  await b.ask({ type: "add_job", queue, data: 1, id: "a" });
  await expectAfter({ type: "worker_idle" }, "busy", ["a"]);
  const job = jobOf(await a.take({ type: "dispatch_job" }));
  await expectAfter({ type: "job_accepted", ...job }, "busy", ["a"]);
  await expectAfter({ type: "worker_progress", ...job, progress: 1 }, "busy", ["a"]);
  await expectAfter({ type: "job_finished", ...job }, "idle", []);
  await b.ask({ type: "add_job", queue, data: 1, id: "b" });
  const next = jobOf(await a.take({ type: "dispatch_job" }));
  await expectListed("busy", ["b"]);
  await expectAfter({ type: "job_failed", ...next, final: true }, "idle", []);
  await expectAfter({ type: "worker_idle" }, "idle", []);
});

test("a worker that reports to be idle gives the job back that it had accepted", async () => {
  const queue = freshName();
  const { write, ask, take } = startStdio(redisEnv());
  await ask({ type: "add_job", queue, data: 1, id: "a" });
  write({ type: "worker_idle", queue, worker: "w" });
  const job = await take({ type: "dispatch_job" });
  // A heartbeat that crossed the dispatch changes nothing.
  await ask({ type: "worker_idle", queue, worker: "w" });
  expect(await ask({ type: "job_accepted", ...jobOf(job) })).toMatchObject({ type: "ack" });
  await ask({ type: "worker_idle", queue, worker: "w" });
  const again = await take({ type: "dispatch_job" });
  expect([again.id, again.receipt === job.receipt]).toEqual(["a", false]);
  expect(await ask({ type: "job_finished", ...jobOf(job), idle: false })).toMatchObject({ type: "late" });
  expect(await ask({ type: "job_finished", ...jobOf(again), idle: false })).toMatchObject({ type: "ack" });
});

test("each bad line gets one error line, and ends nothing", async () => {
  const queue = freshName();
  const { write, lines, ask, end } = startStdio(redisEnv());
  const job = { queue, worker: "w", id: "a", receipt: "r" };
  const bad: [object | string, string][] = [
    ["{secret", "the line is not JSON"],
    ["[]", "the line is not an object"],
    [{ type: "dance", queue }, "type must be add_job, worker_idle"],
    [{ type: "add_job", queue: "a b", data: 1 }, "queue must be 1 to 128"],
    [{ type: "add_job", data: 1 }, "queue must be text"],
    [{ type: "add_job", queue }, "data must be the payload"],
    [{ type: "add_job", queue, data: "secret", priority: 10 }, "400: "],
    [{ type: "add_job", queue, data: "secret", whenever: 1 }, "400: "],
    [{ type: "worker_idle", queue, worker: 7 }, "worker must be text"],
    [{ type: "worker_progress", ...job, progress: 2 }, "progress must be a number from 0 to 1"],
    [{ type: "job_failed", ...job, delay: "soon" }, 'delay must be ms as a number, or text such as "30s"'],
    [`"${"x".repeat(10_000_000)}"`, "the line is longer than 4 MB"],
  ];
  const good = { type: "add_job", queue, data: "good", id: "good", correlation: "good" };
  write(...bad.map(([line]) => line), good);
  await until(() => lines.length === bad.length + 1);
  const errors = lines.filter(({ type }) => type === "error").sort((a, b) => Number(a.line) - Number(b.line));
  expect(errors).toEqual(
    bad.map(([, message], i) => ({ type: "error", line: i + 1, message: expect.stringContaining(message) })),
  );
  expect(lines).toContainEqual({
    type: "job_added",
    queue,
    id: "good",
    created: true,
    state: "ready",
    correlation: "good",
  });
  expect(await ask({ type: "job_finished", ...job })).toMatchObject({ type: "late", reason: "unknown" });
  const { code, stderr } = await end();
  expect(code).toBe(0);
  for (const line of stderr.trim().split("\n")) expect(JSON.parse(line)).toMatchObject({ level: "warn" });
  expect(stderr + JSON.stringify(errors)).not.toContain("secret");
});

test("no line is read while the answers are not, and all are answered in the end", async () => {
  const queue = freshName();
  const { child, write, lines, end } = startStdio(redisEnv());
  child.stdout.pause();
  const count = 20_000;
  const note = "x".repeat(400);
  for (let i = 0; i < count; i += 100)
    write(
      ...Array.from({ length: 100 }, (_, n) => ({ type: "worker_gone", queue, worker: `${i + n}`, correlation: note })),
    );
  // More than pipes hold: the rest waits in this process.
  await until(() => child.stdin.writableLength > 1_000_000);
  child.stdout.resume();
  await until(() => lines.length === count);
  expect(await end()).toEqual({ code: 0, stderr: "" });
});

test("SIGTERM gives back what was dispatched and not accepted", async () => {
  const queue = freshName();
  const stored = freshQueue<unknown>({}, queue);
  const { write, ask, take, end } = startStdio(redisEnv(), ["--accept", "1h", "--tick", "1h"]);
  await ask({ type: "add_job", queue, data: 1, id: "a" });
  await ask({ type: "add_job", queue, data: 1, id: "b" });
  write({ type: "worker_idle", queue, worker: "w1" }, { type: "worker_idle", queue, worker: "w2" });
  const accepted = await take({ type: "dispatch_job" });
  await take({ type: "dispatch_job" });
  await ask({ type: "job_accepted", ...jobOf(accepted) });
  expect((await end("SIGTERM")).code).toBe(0);
  expect(await stored.counts()).toMatchObject({ ready: 1, leased: 1, totals: { released: 1 } });
});
