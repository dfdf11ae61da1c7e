// `leasehold work --lines`: processes that speak lines of JSON, in Python, and misbehaving in every way.
import { readFileSync } from "node:fs";
import { expect, inject, test } from "vitest";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { useConnections } from "../kit/run.ts";
import { program, startWork } from "./kit.ts";

const redisEnv = () => ({ REDIS_URL: inject("redisUrl"), LEASEHOLD_PREFIX: testPrefix() });

// A worker that does what the payload of a job names, at the first attempt. It completes a later attempt with what it gets to see of
// the earlier ones, and any other job with the lines that it has received since the last result.
const WORKER = `
import { createInterface } from "node:readline";
const write = (type, job, fields) => process.stdout.write(JSON.stringify({ type, fence: job.fence, ...fields }) + "\\n");
let replies = [];
const deeds = {
  garbage(job) { process.stdout.write(Buffer.from("{\\n[1]\\nsecret\\n\\xff\\n" + '{"type":"dance","fence":1}\\n', "latin1")); finish(job); },
  twice(job) { finish(job, 1); finish(job, 2); write("progress", job, { progress: 1 }); },
  fence(job) { write("result", { fence: job.fence + 1 }, { result: "wrong" }); write("result", {}, {}); finish(job); },
  mute(job) {},
  silent(job) { write("accept", job); },
  long(job) { write("accept", job); process.stdout.write("x".repeat(10_000_000) + "\\n"); },
  flood(job) { write("accept", job); for (let i = 0; i < 200; i++) process.stdout.write("nothing\\n"); },
  exit(job) { write("accept", job); process.stderr.write("out of paper\\n"); process.exit(3); },
  early(job) { process.exit(0); },
  killed(job) { write("accept", job); setTimeout(() => process.kill(process.pid, "SIGKILL"), 20); },
  final(job) { write("error", job, { error: "no such user", final: true }); },
  delay(job) { write("error", job, { error: "busy", delay: "1h" }); },
  later(job) { write("error", job, { error: "closed", delay: "1h", later: true }); },
  note(job) { write("progress", job, { progress: 0.25, note: "a quarter" }); },
};
const finish = (job, result = replies) => { write("result", job, { result }); replies = []; };
for await (const line of createInterface({ input: process.stdin })) {
  const job = JSON.parse(line);
  if (job.type !== "job") replies.push(job);
  else if (job.data in deeds && !job.previous?.errors?.length) deeds[job.data](job);
  else { write("accept", job); finish(job, job.previous ?? replies); }
}`;

for (const [kind, variables] of useConnections()) {
  test(`the worker in Python handles jobs in two processes over ${kind}`, async () => {
    const name = freshName();
    const queue = freshQueue<unknown>({}, name);
    const jobs = Array.from({ length: 20 }, (_, i) => ({ id: `${i}`, data: { text: `ab${i}` } }));
    await queue.enqueueMany([...jobs, { id: "bad", data: {}, maxAttempts: 1 }]);
    const args = ["--lines", "--processes", "2", "--", "python3", "examples/workers/worker.py"];
    const work = startWork(name, args, variables());
    await until(async () => {
      const { totals } = await queue.counts();
      return totals.completed + totals.failed === 21;
    });
    expect(await work.stop()).toMatchObject({ code: 0, report: { completed: 20, retried: 1, lost: 0 } });
    expect(await queue.result("7")).toEqual({ text: "7ba" });
    expect((await queue.get("bad"))?.errors).toMatchObject([{ message: "KeyError: 'text'" }]);
    expect(await queue.counts()).toMatchObject({ ready: 0, leased: 0, failed: 1, totals: { stale: 0 } });
  });
}

/** Lets the worker handle a job of a kind until it has left the worker for good, and then a usual one. */
async function handle(deed: string) {
  const name = freshName();
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueue(deed, { id: "a", backoff: 1, maxAttempts: 3 });
  const work = startWork(name, ["--lines", "--lease", "1s", "--accept", "2s", ...program(WORKER)], redisEnv());
  await until(async () => {
    const { state, dueAt = 0 } = (await queue.get("a")) ?? {};
    return state === undefined || state === "failed" || (state === "delayed" && dueAt > Date.now() + 60_000);
  });
  const job = await queue.get("a");
  const result = await queue.result("a");
  await queue.enqueue("usual", { id: "b" });
  const next = await queue.wait("b", { timeout: "10s" });
  const { code, report, stderr } = await work.stop();
  expect(code).toBe(0);
  const replies = next.state === "done" ? (next.result as object[]) : undefined;
  return { job, result, replies, report, stderr, totals: (await queue.counts()).totals };
}

test("garbage lines are answered, and end nothing", async () => {
  const { replies, report, stderr } = await handle("garbage");
  expect(replies).toEqual(
    [
      "the line is not JSON",
      "the line is not an object",
      "the line is not JSON",
      "the line is not UTF-8",
      "type must be accept, progress, heartbeat, result or error",
    ].map((message) => ({ type: "invalid", message })),
  );
  expect(report).toMatchObject({ completed: 2, retried: 0 });
  expect(stderr).not.toContain("secret");
});

test("the first of two results counts, and all after it is late", async () => {
  const { result, replies, totals } = await handle("twice");
  expect(result).toBe(1);
  expect(replies).toMatchObject([
    { type: "late", of: "result" },
    { type: "late", of: "progress" },
  ]);
  expect(totals).toMatchObject({ completed: 2, stale: 0 });
});

test("a result under the fence of another lease, or under none, counts for nothing", async () => {
  const { result, replies, totals } = await handle("fence");
  expect(result).toEqual([]);
  expect(replies).toMatchObject([
    { type: "late", of: "result" },
    { type: "invalid", message: "fence must be that of a job" },
  ]);
  expect(totals).toMatchObject({ completed: 2, stale: 0 });
});

test("a process that accepts no job loses it without an attempt", async () => {
  const name = freshName();
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueue("mute", { id: "a" });
  const args = ["--lines", "--lease", "1h", "--accept", "500ms", ...program(WORKER)];
  const work = startWork(name, args, redisEnv());
  await until(async () => (await queue.counts()).totals.released >= 2);
  const { report, stderr } = await work.stop();
  expect(stderr).toMatch(/"the process did not accept the job in time"/);
  expect(report).toMatchObject({ completed: 0, retried: 0, lost: 0 });
  const { state, attempts = [] } = (await queue.get("a")) ?? {};
  expect([state, ...new Set(attempts.map(({ outcome }) => outcome))]).toEqual(["ready", "released"]);
  expect((await queue.counts()).totals.reclaimed).toBe(0);
});

test.each<[string, string, RegExp]>([
  ["is silent after it has accepted a job", "silent", /^the process was silent for longer than its lease$/],
  ["writes a line of 10 MB", "long", /^the process wrote a line that cannot be read: the line is longer than 4 MB$/],
  ["writes lines without end that are of no effect", "flood", /^the process wrote 101 lines in a row without effect$/],
  ["exits in the middle of a job", "exit", /^the process exited with code 3: out of paper$/],
  ["is killed", "killed", /^the process was ended by SIGKILL$/],
])("the attempt of a process that %s has failed, and another process goes on", async (_, deed, error) => {
  const { result, totals } = await handle(deed);
  // The worker completes the second attempt with what it sees of the first one.
  expect(result).toMatchObject({ errors: [{ attempt: 1, message: expect.stringMatching(error) }] });
  expect(totals).toMatchObject({ completed: 2, retried: 1, reclaimed: 0, stale: 0 });
});

test("a process that ends before it accepts costs no attempt", async () => {
  const name = freshName();
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueue("early", { id: "a" });
  const work = startWork(name, ["--lines", ...program(WORKER)], redisEnv());
  await until(async () => (await queue.counts()).totals.released >= 3);
  await work.stop();
  const { state, attempts = [] } = (await queue.get("a")) ?? {};
  expect([state, ...new Set(attempts.map(({ outcome }) => outcome))]).toEqual(["ready", "released"]);
});

test("an error fails the job for good, delays it, or puts it off without an attempt", async () => {
  expect((await handle("final")).job).toMatchObject({ state: "failed", errors: [{ message: "no such user" }] });
  expect((await handle("delay")).job).toMatchObject({ state: "delayed", errors: [{ message: "busy" }] });
  expect((await handle("later")).job).toMatchObject({ state: "delayed", attempts: [{ outcome: "postponed" }] });
});

test("a job is leased for the time of the accept, and accept and progress extend that", async () => {
  const name = freshName();
  const queue = freshQueue<unknown>({}, name);
  const left = async (id: string) => {
    const job = await queue.get(id);
    return job?.leasedUntil === undefined ? undefined : { job, ms: job.leasedUntil - Date.now() };
  };
  await queue.enqueue("mute", { id: "mute" });
  const args = ["--lines", "--lease", "1h", "--accept", "1m", ...program(WORKER)];
  const mute = startWork(name, args, redisEnv());
  const first = await until(() => left("mute"));
  expect(first.ms).toBeLessThanOrEqual(61_000);
  await queue.cancel(["mute"]);
  await mute.stop();
  await queue.enqueue("silent", { id: "silent" });
  await queue.enqueue("note", { id: "note" });
  const work = startWork(name, ["--grace", "0s", "--processes", "2", ...args], redisEnv());
  await until(async () => ((await left("silent"))?.ms ?? 0) > 3_000_000);
  const noted = await until(async () => {
    const found = await left("note");
    return (found?.ms ?? 0) > 3_000_000 && found?.job.progress !== undefined ? found.job : undefined;
  });
  expect(noted).toMatchObject({ progress: { fraction: 0.25, note: "a quarter" } });
  expect((await work.stop()).report).toMatchObject({ released: 2 });
});

test("the workers of the examples have no library", () => {
  const imports = readFileSync("examples/workers/worker.py", "utf8").match(/^(import|from) .*$/gm);
  expect(imports).toEqual(["import json", "import sys"]);
});
