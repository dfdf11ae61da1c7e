// The help, wrong usage, exit codes, connections from files, and completions.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, inject, onTestFinished, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands/all.ts";
import { closest } from "../../src/cli/suggest.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { runLeasehold } from "./kit/run.ts";

const NAMES = COMMANDS.map(({ name }) => name);
const redisEnv = () => ({ REDIS_URL: inject("redisUrl"), LEASEHOLD_PREFIX: testPrefix() });

test("the help lists every command, and the help of each has an example that names it", async () => {
  const { code, stdout, stderr } = await runLeasehold(["help"]);
  expect([code, stderr]).toEqual([0, ""]);
  for (const name of NAMES) expect(stdout).toMatch(new RegExp(`^ {2}${name}[ \\n]`, "m"));
  for (const way of [
    ["help", "list"],
    ["list", "--help"],
    ["list", "emails", "-h"],
  ]) {
    const { stdout: help } = await runLeasehold(way);
    expect(help).toMatch(/^Usage: leasehold list <queue> <state> \[options\]\n\nLists the jobs of a state/);
    expect(help).toMatch(/Examples:\n {2}leasehold list emails failed\n/);
  }
  for (const { name, examples } of COMMANDS) {
    expect(
      examples.some((example) => example.includes(`leasehold ${name}`)),
      name,
    ).toBe(true);
  }
});

test.each<[string, string[], number, RegExp]>([
  ["a mistyped command", ["queue", "q"], 2, /there is no command queue: did you mean queues\?/],
  ["an unknown command", ["nothing"], 2, /there is no command nothing: leasehold help lists the commands/],
  ["a missing argument", ["list", "q"], 2, /list needs <state>: leasehold list <queue> <state>/],
  ["an argument too many", ["pause", "q", "r"], 2, /pause takes <queue>, and got one more/],
  ["an unknown option", ["pause", "q", "--now"], 2, /Unknown option '--now'/],
  ["--watch of a command that changes something", ["pause", "q", "--watch", "1"], 2, /Unknown option '--watch'/],
  ["an interval of 0", ["queues", "--watch", "0"], 2, /--watch must be a number of seconds/],
  ["a limit of 0", ["queues", "--limit", "0"], 2, /--limit must be a whole number/],
  ["a state that does not exist", ["list", "q", "stuck"], 1, /400: The query: state must be /],
  ["a queue that does not exist", ["counts", "none"], 3, /404: /],
  ["a job that does not exist", ["get", "none", "none"], 3, /404: /],
  ["a payload that is no JSON", ["enqueue", "q", "{"], 2, /the payload must be JSON/],
  ["a destruction without a terminal or --yes", ["destroy", "q"], 2, /needs --yes where no question can be asked/],
  ["a purge without questions or --yes", ["purge", "q", "done", "--no-input"], 2, /needs --yes/],
  ["a shell that has no completions", ["completion", "csh"], 2, /the shells are bash, zsh, fish/],
  ["a missing file", ["queues", "--connection", "none.env"], 2, /there is no file none.env/],
])("%s is refused", async (_, args, code, message) => {
  const ended = await runLeasehold(args, { env: redisEnv() });
  expect(ended).toMatchObject({ code, stdout: "", stderr: expect.stringMatching(message) });
  expect(ended.stderr.trimEnd().split("\n").length).toBe(1);
});

test("a Redis that does not respond is a failure, and its password is in no message", async () => {
  const env = { REDIS_URL: "redis://:s3cret@127.0.0.1:1" };
  const { code, stdout, stderr } = await runLeasehold(["queues"], { env });
  expect({ code, stdout, stderr }).toEqual({ code: 1, stdout: "", stderr: "leasehold: 127.0.0.1:1 did not respond\n" });
});

test("the connection comes from the environment, else from one file, never from both", async () => {
  const folder = mkdtempSync(join(tmpdir(), "leasehold-cli-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const name = freshName();
  await freshQueue<unknown>({}, name).enqueue(1);
  const counts = async (env: Record<string, string>, ...args: string[]) =>
    runLeasehold(["counts", name, "--json", ...args], { env, cwd: folder });
  expect((await counts({})).stderr).toMatch(/no connection: set LEASEHOLD_URL/);
  const lines = Object.entries(redisEnv()).map(([key, value]) => `export ${key}="${value}"  `);
  writeFileSync(join(folder, ".dev.vars"), `# the database\n${lines.join("\r\n")}\n`);
  expect(JSON.parse((await counts({})).stdout)).toMatchObject({ name, ready: 1 });
  expect((await counts({ REDIS_URL: "redis://127.0.0.1:1" })).code).toBe(1);
  writeFileSync(join(folder, "other.env"), "REDIS_URL=redis://127.0.0.1:1\n");
  expect((await counts(redisEnv(), "--connection", "other.env")).stderr).toMatch(/127\.0\.0\.1:1 did not respond/);
});

test("bash completes commands and options", async () => {
  const { stdout } = await runLeasehold(["completion", "bash"]);
  const complete = (...words: string[]) => {
    const call = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}`;
    const line = `COMP_LINE='${words.join(" ")}'; _leasehold leasehold '${words.at(-1)}' ''; echo "\${COMPREPLY[@]}"`;
    return execFileSync("bash", ["-c", `${stdout}\n${call}; ${line}`], { encoding: "utf8" }).trim();
  };
  expect(complete("leasehold", "re")).toBe("redrive resume resume-schedule");
  expect(complete("leasehold", "list", "--al")).toBe("--all");
});

test("a reader that stops early ends the command without an error", async () => {
  const name = freshName();
  const jobs = Array.from({ length: 1_000 }, (_, i) => ({ data: "x".repeat(2_000), id: `${i}` }));
  await freshQueue<unknown>({}, name).enqueueMany(jobs);
  const command = `'${process.execPath}' src/cli.ts list ${name} ready --all --json | head -n 1; echo "\${PIPESTATUS[0]}" >&2`;
  const pipe = execFileSync("bash", ["-c", `( ${command} ) 2>&1`], {
    encoding: "utf8",
    env: { ...redisEnv(), PATH: process.env.PATH },
  });
  const [first = "", code] = pipe.trim().split("\n");
  expect(JSON.parse(first)).toMatchObject({ id: "0" });
  expect(code).toBe("0");
});

test("a name is suggested if few letters differ", () => {
  expect(closest("queue", NAMES)).toBe("queues");
  expect(closest("paused", NAMES)).toBe("pause");
  expect(closest("xyz", NAMES)).toBeUndefined();
});

test("--watch repeats a command until it is interrupted", async () => {
  const name = freshName();
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueue(1);
  const child = spawn(process.execPath, ["src/cli.ts", "counts", name, "--json", "--watch", "0.1"], {
    env: redisEnv(),
  });
  const ended = once(child, "close");
  const readies: number[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    readies.push(JSON.parse(line).ready);
    if (readies.length === 1) await queue.enqueue(2);
    if (readies.at(-1) === 2) child.kill("SIGINT");
  }
  expect(readies.slice(0, 1).concat(readies.slice(-1))).toEqual([1, 2]);
  expect(await ended).toEqual([0, null]);
});
