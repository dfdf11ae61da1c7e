// `npm run stack` as a process: what it prints, what it keeps, and that it leaves nothing behind.
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "@upstash/redis";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { freePort, isFree } from "../../scripts/processes/redis-server.ts";
import { until } from "../setup/wait.ts";
import { type Command, end, npmRun, printed, processOf } from "./command.ts";

interface Addresses {
  redisUrl: string;
  restUrl: string;
  token: string;
  readOnlyToken: string;
}

const commands: Command[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "leasehold-stack-"));
});
afterEach(async () => {
  await Promise.all(commands.splice(0).map(end));
  await rm(folder, { recursive: true, force: true });
});

function start(args: string[] = [], env: NodeJS.ProcessEnv = {}): Command {
  const command = npmRun("stack", args, { env: { REDIS_URL: "", ...env } });
  commands.push(command);
  return command;
}

async function addressesOf(command: Command): Promise<Addresses> {
  return JSON.parse(await printed(command, "\n"));
}

async function isGone(command: Command, { redisUrl, restUrl }: Addresses): Promise<boolean> {
  const ports = [redisUrl, restUrl].map((url) => Number(new URL(url).port));
  const free = await Promise.all(ports.map(isFree));
  return free.every(Boolean) && command.running().length === 0;
}

test("it prints one line of JSON, answers, and is gone after SIGTERM", async () => {
  const command = start();
  const addresses = await addressesOf(command);
  expect(Object.keys(addresses)).toEqual(["redisUrl", "restUrl", "token", "readOnlyToken"]);
  expect(command.output().trim().split("\n")).toHaveLength(1);
  const redis = new Redis({ url: addresses.restUrl, token: addresses.token });
  expect(await redis.set("k", "v")).toBe("OK");
  expect(await new Redis({ url: addresses.restUrl, token: addresses.readOnlyToken }).get("k")).toBe("v");

  command.process.kill("SIGTERM");
  await command.exited;
  await until(() => isGone(command, addresses));
});

test("it is gone after Ctrl-C, which reaches every process of the terminal", async () => {
  const command = start();
  const addresses = await addressesOf(command);
  process.kill(-(command.process.pid as number), "SIGINT");
  await command.exited;
  await until(() => isGone(command, addresses));
});

test.each(["npm run", "scripts/run.mjs", "scripts/stack.ts"])(
  "nothing outlives %s when that is killed",
  async (which) => {
    const command = start();
    const addresses = await addressesOf(command);
    process.kill(processOf(command, which), "SIGKILL");
    await until(() => isGone(command, addresses));
  },
);

test("it takes its ports from the command line and keeps its data where told", async () => {
  const [port, redisPort] = [await freePort(), await freePort()];
  const args = ["--port", String(port), "--redis-port", String(redisPort), "--persist", join(folder, "not/there/yet")];
  const first = start(args);
  const addresses = await addressesOf(first);
  expect(addresses).toMatchObject({ redisUrl: `redis://127.0.0.1:${redisPort}`, restUrl: `http://127.0.0.1:${port}` });
  await new Redis({ url: addresses.restUrl, token: addresses.token }).set("kept", "yes");
  first.process.kill("SIGTERM");
  await first.exited;
  await until(() => isGone(first, addresses));

  const again = await addressesOf(start(args));
  expect(await new Redis({ url: again.restUrl, token: again.token }).get("kept")).toBe("yes");
});

test("it stays when its Redis is killed, and says so to each request", async () => {
  const command = start();
  const { restUrl, token } = await addressesOf(command);
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

test("with --chaos it loses what it is told to, and says at the end how often", async () => {
  const command = start(["--chaos", "incr#1=dropReply,seed=7"]);
  const { restUrl, token } = await addressesOf(command);
  const redis = new Redis({ url: restUrl, token, retry: { retries: 1, backoff: () => 1 } });
  expect(await redis.incr("k")).toBe(2);
  command.process.kill("SIGTERM");
  await command.exited;
  const [, counted] = command.output().trim().split("\n");
  expect(JSON.parse(counted ?? "")).toMatchObject({ faults: { dropReply: 1, duplicate: 0 } });
});

test("a taken port is an error, and nothing stays behind", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  const command = start(["--port", String(port)]);
  expect(await command.exited).toBe(1);
  expect(command.output()).toContain("EADDRINUSE");
  await until(() => command.running().length === 0);
  other.close();
});

test("a Redis that already listens at the given port is not taken for its own", async () => {
  const { port } = new URL(inject("redisUrl"));
  const command = start(["--redis-port", port]);
  expect(await command.exited).toBe(1);
  expect(command.output()).toBe(`leasehold: port ${port} is in use\n`);
});

test("a Redis that does not start is quoted", async () => {
  const server = join(folder, "redis-server");
  await writeFile(server, '#!/bin/sh\n[ "$1" = --version ] && echo v=7.0.0 && exit\necho the reason >&2; exit 1\n');
  await chmod(server, 0o755);
  const command = start([], { LEASEHOLD_REDIS_SERVER: server });
  expect(await command.exited).toBe(1);
  expect(command.output()).toContain("ended with code 1 before it was ready:\nthe reason\n");
});

test("a Redis that refuses is reported at once, without the password", async () => {
  const url = new URL(inject("redisUrl"));
  url.username = "nobody";
  url.password = "s3cret";
  const command = start([], { REDIS_URL: url.href });
  expect(await command.exited).toBe(1);
  expect(command.output()).toMatch(/^leasehold: The Redis at redis:\/\/nobody:\*\*\*@\S+ refuses: WRONGPASS/);
  expect(command.output()).not.toContain("s3cret");
});

test.each([
  ["--port", "http"],
  ["--port", "70000"],
  ["--redis-port", "0"],
  ["--colour", "red"],
  ["--chaos", "lots"],
])("%s %s is refused with a reason", async (...args) => {
  const command = start(args);
  expect(await command.exited).toBe(1);
  const reasons: Record<string, string> = { "--colour": "--colour", "--chaos": 'chaos: "lots" is none of seed' };
  expect(command.output()).toContain(reasons[args[0] ?? ""] ?? `${args[1]} is no port`);
  await until(() => command.running().length === 0);
});
