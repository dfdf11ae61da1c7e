// `leasehold work` with one process for each job: exit codes, the environment, leases, timeouts, and the end by SIGTERM.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject, onTestFinished, test } from "vitest";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { runLeasehold, useConnections } from "../kit/run.ts";
import { program, startWork } from "./kit.ts";

const redisEnv = () => ({ REDIS_URL: inject("redisUrl"), LEASEHOLD_PREFIX: testPrefix() });

/** Returns a file that does not exist yet, and a program that waits until it does. */
function gate() {
  const folder = mkdtempSync(join(tmpdir(), "leasehold-gate-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "open");
  const wait = `import { existsSync } from "node:fs";
    while (!existsSync(${JSON.stringify(file)})) await new Promise((resolve) => setTimeout(resolve, 10));`;
  return { wait, open: () => writeFileSync(file, "") };
}

for (const [kind, variables] of useConnections()) {
  test(`the worker in bash completes, retries and puts off jobs over ${kind}`, async () => {
    const name = freshName();
    const queue = freshQueue<unknown>({}, name);
    await queue.enqueueMany([
      { id: "a", data: { to: "Ada" } },
      { id: "b", data: "broken", maxAttempts: 1 },
      { id: "c", data: "later" },
    ]);
    const work = startWork(name, ["--later", "1h", "--", "examples/workers/worker.sh"], variables());
    await until(async () => {
      const { failed, delayed, totals } = await queue.counts();
      return failed === 1 && delayed === 1 && totals.completed === 1;
    });
    const { code, report, stderr } = await work.stop();
    expect(code).toBe(0);
    expect(report).toEqual({ completed: 1, retried: 2, failed: 0, released: 0, lost: 0 });
    expect(await queue.result("a")).toEqual({ sent: true, bytes: 12 });
    expect(await queue.get("b")).toMatchObject({ errors: [{ message: "job b, attempt 1\nno such mailbox" }] });
    expect(await queue.get("c")).toMatchObject({ state: "delayed", attempts: [{ outcome: "postponed" }] });
    // The output of the program is passed on; no payload is in what the command adds.
    expect(stderr).toMatch(/^job a, attempt 1$/m);
    expect(stderr).not.toMatch(/Ada|broken/);
  });
}

test("the output of a program is the result of its job", async () => {
  const name = freshName();
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueueMany(["json", "text", "nothing"].map((data) => ({ data, id: data })));
  const source = `let text = ""; for await (const chunk of process.stdin) text += chunk;
    const outputs = { json: '{"n": 1}\\n', text: "done\\n", nothing: "" };
    process.stdout.write(outputs[JSON.parse(text)]);`;
  const work = startWork(name, ["--processes", "3", ...program(source)], redisEnv());
  expect(await queue.wait("json", { timeout: "10s" })).toMatchObject({ state: "done", result: { n: 1 } });
  expect(await queue.wait("text", { timeout: "10s" })).toMatchObject({ state: "done", result: "done" });
  await until(async () => (await queue.counts()).totals.completed === 3);
  expect((await work.stop()).report.completed).toBe(3);
});

test("the program learns of its job from the environment, and may read the payload from a file", async () => {
  const name = freshName();
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueue({ secret: "é" }, { id: "a", group: "g" });
  const source = `import { existsSync, readFileSync, statSync } from "node:fs";
    const { LEASEHOLD_FILE: file, ...env } = process.env;
    const names = ["QUEUE", "JOB_ID", "ATTEMPT", "FENCE", "LEASED_UNTIL", "GROUP"];
    const found = Object.fromEntries(names.map((name) => [name, env["LEASEHOLD_" + name]]));
    console.log(JSON.stringify({ ...found, file, mode: statSync(file).mode & 0o777, data: JSON.parse(readFileSync(file)) }));`;
  const before = Date.now();
  const work = startWork(name, ["--file", "--lease", "1h", ...program(source)], redisEnv());
  const ended = await queue.wait("a", { timeout: "10s" });
  const result = (ended as { result: Record<string, unknown> }).result;
  expect(result).toMatchObject({
    QUEUE: name,
    JOB_ID: "a",
    ATTEMPT: "1",
    GROUP: "g",
    mode: 0o600,
    data: { secret: "é" },
  });
  expect(Number(result.FENCE)).toBeGreaterThan(0);
  expect(Number(result.LEASED_UNTIL)).toBeGreaterThanOrEqual(before + 3_600_000);
  await work.stop();
  expect(() => rmSync(String(result.file))).toThrow(/ENOENT/);
});

test("the lease is renewed while the program runs, and SIGTERM lets it finish", async () => {
  const name = freshName();
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueueMany([
    { data: 1, id: "a" },
    { data: 2, id: "b" },
  ]);
  const { wait, open } = gate();
  const work = startWork(name, ["--lease", "1s", "--worker", "w1", ...program(wait)], redisEnv());
  const leasedUntil = async () => (await queue.workers()).find(({ worker }) => worker === "w1")?.holds[0]?.leasedUntil;
  const first = (await until(leasedUntil)) ?? 0;
  // Longer than one lease, so it was renewed more than once.
  await until(async () => ((await leasedUntil()) ?? 0) > first + 1_000);
  const ended = work.stop();
  open();
  expect(await ended).toMatchObject({ code: 0, report: { completed: 1, released: 0 } });
  expect(await queue.counts()).toMatchObject({ ready: 1, leased: 0, totals: { completed: 1, reclaimed: 0 } });
});

test("a job that is running after the grace goes back, and keeps its attempt", async () => {
  const name = freshName();
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueue(1, { id: "a" });
  const work = startWork(name, ["--grace", "0s", ...program(gate().wait)], redisEnv());
  await until(async () => (await queue.counts()).leased === 1);
  expect(await work.stop()).toMatchObject({ code: 0, report: { completed: 0, retried: 0, released: 1 } });
  expect(await queue.get("a")).toMatchObject({ state: "ready", attempts: [{ outcome: "released" }] });
});

test.each<[string, string[], RegExp]>([
  [
    "runs for longer than its timeout",
    ["--timeout", "200ms", ...program("setInterval(() => {}, 1_000);")],
    /^timed out after 200 ms$/,
  ],
  ["prints more than 1 MB", program('process.stdout.write("x".repeat(1_000_001));'), /more than 1 MB to stdout/],
  ["is ended by a signal", program('process.kill(process.pid, "SIGKILL");'), /was ended by SIGKILL/],
  ["exits with a code and no error", program("process.exit(3);"), /^the program exited with code 3$/],
])("the attempt of a program that %s has failed", async (_, args, error) => {
  const name = freshName();
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueue(1, { id: "a", maxAttempts: 1 });
  const work = startWork(name, args, redisEnv());
  expect(await queue.wait("a", { timeout: "10s" })).toMatchObject({ state: "failed" });
  expect((await queue.get("a"))?.errors).toMatchObject([{ message: expect.stringMatching(error) }]);
  expect((await work.stop()).code).toBe(0);
});

test("the timeout and the backoff of a job override those of the command and of the queue", async () => {
  const name = freshName();
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueue(1, { id: "a", timeout: "200ms", backoff: "1h" });
  const work = startWork(name, program("setInterval(() => {}, 1_000);"), redisEnv());
  const job = await until(async () => {
    const found = await queue.get("a");
    return found?.state === "delayed" ? found : undefined;
  });
  expect(job.errors).toMatchObject([{ message: "timed out after 200 ms" }]);
  expect(job.dueAt ?? 0).toBeGreaterThan(Date.now() + 3_000_000);
  await work.stop();
});

test("a cancelled job ends its program, with all that it has started", async () => {
  const name = freshName();
  const queue = freshQueue<{ n: number }>({}, name);
  await queue.enqueue({ n: 1 }, { id: "a" });
  // A shell that waits for another program.
  const work = startWork(name, ["--lease", "1s", "--", "bash", "-c", "sleep 1000; echo never"], redisEnv());
  await until(async () => (await queue.counts()).leased === 1);
  await queue.cancel(["a"]);
  await queue.enqueue({ n: 2 }, { id: "b" });
  // The place is free for the next job.
  await until(async () => (await queue.get("b"))?.state === "leased");
  const { report, stderr } = await work.stop("SIGINT").then((end) => end);
  expect(report).toMatchObject({ completed: 0, lost: 1, released: 1 });
  expect(stderr).toMatch(/"reason":"cancelled"/);
});

test("a program that cannot be started costs no attempt, and ends the command", async () => {
  const name = freshName();
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueue(1, { id: "a" });
  for (const [i, args] of [
    ["--", "./none"],
    ["--lines", "--", "./none"],
  ].entries()) {
    const { code, report, stderr } = await startWork(name, args, redisEnv()).ended;
    expect({ code, report }).toEqual({ code: 1, report: {} });
    expect(stderr).toMatch(/^leasehold: \.\/none could not be started \(ENOENT\)$/m);
    const { state, attempts } = (await queue.get("a")) ?? {};
    expect([state, ...(attempts ?? []).map(({ outcome }) => outcome)]).toEqual([
      "ready",
      ...Array(i + 1).fill("released"),
    ]);
  }
});

test.each<[string, string[], RegExp]>([
  ["no program", [], /work needs <program>/],
  ["a payload file for lines", ["--lines", "--file", "--", "cat"], /--file is for one process a job/],
  ["no process", ["--processes", "0", "--", "cat"], /--processes must be a number from 1 to 1000/],
  ["a lease that is too short", ["--lease", "1ms", "--", "cat"], /--lease must be ms as a number, or text/],
])("%s is refused", async (_, args, message) => {
  const ended = await runLeasehold(["work", freshName(), ...args], { env: redisEnv() });
  expect(ended).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(message) });
});
