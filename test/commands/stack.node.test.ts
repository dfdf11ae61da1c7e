// `npm run stack`: its output, its options and its end, after which no process remains.
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { Redis } from "@upstash/redis";
import { expect, inject, onTestFinished, test } from "vitest";
import { listenOnLoopback } from "../../scripts/processes/loopback.ts";
import { findFreePort } from "../../scripts/processes/ports.ts";
import { createTemporaryFolder } from "../setup/temporary-folder.ts";
import { until } from "../setup/wait.ts";
import { type Command, findProcess, startCommand, untilGone, untilPrinted } from "./command.ts";

interface Addresses {
  redisUrl: string;
  restUrl: string;
  token: string;
  readOnlyToken: string;
}

function startStack(args: string[] = [], env: NodeJS.ProcessEnv = {}): Command {
  return startCommand("stack", args, { env: { REDIS_URL: "", ...env } });
}

/** Waits for the line of JSON with which a stack reports its addresses. */
async function readAddresses(command: Command): Promise<Addresses> {
  return JSON.parse(await untilPrinted(command, "\n"));
}

test("the command prints one line of JSON, serves requests, and leaves no process after SIGTERM", async () => {
  const command = startStack();
  const addresses = await readAddresses(command);
  expect(Object.keys(addresses)).toEqual(["redisUrl", "restUrl", "token", "readOnlyToken"]);
  expect(command.output().trim().split("\n")).toHaveLength(1);
  const redis = new Redis({ url: addresses.restUrl, token: addresses.token });
  expect(await redis.set("k", "v")).toBe("OK");
  expect(await new Redis({ url: addresses.restUrl, token: addresses.readOnlyToken }).get("k")).toBe("v");

  command.process.kill("SIGTERM");
  await command.exited;
  await untilGone(command);
});

test("no process remains after Ctrl-C, which reaches every process of the terminal", async () => {
  const command = startStack();
  await readAddresses(command);
  process.kill(-(command.process.pid as number), "SIGINT");
  await command.exited;
  await untilGone(command);
});

test.each(["npm run", "scripts/run.mjs", "scripts/stack.ts"])(
  "no process remains after %s was killed",
  async (which) => {
    const command = startStack();
    await readAddresses(command);
    process.kill(findProcess(command, which), "SIGKILL");
    await untilGone(command);
  },
);

test("the command uses the ports and the folder of its options, and reads stored data again", async () => {
  const [port, redisPort] = [await findFreePort(), await findFreePort()];
  const folder = join(await createTemporaryFolder(), "not/there/yet");
  const args = ["--port", String(port), "--redis-port", String(redisPort), "--persist", folder];
  const first = startStack(args);
  const addresses = await readAddresses(first);
  expect(addresses).toMatchObject({ redisUrl: `redis://127.0.0.1:${redisPort}`, restUrl: `http://127.0.0.1:${port}` });
  await new Redis({ url: addresses.restUrl, token: addresses.token }).set("kept", "yes");
  first.process.kill("SIGTERM");
  await first.exited;
  await untilGone(first);

  const again = await readAddresses(startStack(args));
  expect(await new Redis({ url: again.restUrl, token: again.token }).get("kept")).toBe("yes");
});

test("the command runs on when its Redis is killed, and reports that to each request", async () => {
  const command = startStack();
  const { restUrl, token } = await readAddresses(command);
  const redis = new Redis({ url: restUrl, token, automaticDeserialization: false });
  const info = await redis.eval<[], string>("return redis.call('INFO', 'server')", [], []);
  process.kill(Number(/process_id:(\d+)/.exec(info)?.[1]), "SIGKILL");
  await until(() =>
    redis.ping().then(
      () => false,
      (error) => error.message.includes("ERR Redis is unreachable"),
    ),
  );
  expect(command.process.exitCode).toBeNull();
});

test("--chaos injects its faults, and the command prints their number at the end", async () => {
  const command = startStack(["--chaos", "incr#1=dropReply,seed=7"]);
  const { restUrl, token } = await readAddresses(command);
  const redis = new Redis({ url: restUrl, token, retry: { retries: 1, backoff: () => 1 } });
  expect(await redis.incr("k")).toBe(2);
  command.process.kill("SIGTERM");
  await command.exited;
  const [, counted] = command.output().trim().split("\n");
  expect(JSON.parse(counted ?? "")).toMatchObject({ faults: { dropReply: 1, duplicate: 0 } });
});

test("a port in use is an error, and no process remains", async () => {
  const { url, close } = await listenOnLoopback(createServer());
  onTestFinished(close);
  const command = startStack(["--port", new URL(url).port]);
  expect(await command.exited).toBe(1);
  expect(command.output()).toContain("EADDRINUSE");
  await until(() => command.running().length === 0);
});

test("a Redis that listens on the port of the option is not mistaken for the command's own", async () => {
  const { port } = new URL(inject("redisUrl"));
  const command = startStack(["--redis-port", port]);
  expect(await command.exited).toBe(1);
  expect(command.output()).toBe(`leasehold: port ${port} is in use\n`);
});

test("the output of a Redis that does not start is printed", async () => {
  const server = join(await createTemporaryFolder(), "redis-server");
  const program = '#!/bin/sh\n[ "$1" = --version ] && echo v=7.0.0 && exit\necho the reason >&2; exit 1\n';
  await writeFile(server, program, { mode: 0o755 });
  const command = startStack([], { LEASEHOLD_REDIS_SERVER: server });
  expect(await command.exited).toBe(1);
  expect(command.output()).toContain("ended with code 1 before it was ready:\nthe reason\n");
});

test("a Redis that refuses the password is reported at once, without the password", async () => {
  const url = new URL(inject("redisUrl"));
  url.username = "nobody";
  url.password = "s3cret";
  const command = startStack([], { REDIS_URL: url.href });
  expect(await command.exited).toBe(1);
  expect(command.output()).toMatch(/^leasehold: The Redis at redis:\/\/nobody:\*\*\*@\S+ refuses: WRONGPASS/);
  expect(command.output()).not.toContain("s3cret");
});

test.each([
  ["--port", "http"],
  ["--port", "70000"],
  ["--redis-port", "0"],
  ["--color", "red"],
  ["--chaos", "lots"],
])("the command refuses %s %s with a reason", async (...args) => {
  const command = startStack(args);
  expect(await command.exited).toBe(1);
  const reasons: Record<string, string> = { "--color": "--color", "--chaos": 'chaos: "lots" is not a setting' };
  expect(command.output()).toContain(reasons[args[0] ?? ""] ?? `${args[1]} is not a port`);
  await until(() => command.running().length === 0);
});
