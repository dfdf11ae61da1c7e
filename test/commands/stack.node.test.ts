// `npm run stack`: its output, its options and its end, after which no process remains.
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "@upstash/redis";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { findFreePort, isPortFree } from "../../scripts/processes/ports.ts";
import { until } from "../setup/wait.ts";
import { type Command, endCommand, findProcess, startCommand, untilPrinted } from "./command.ts";

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
  await Promise.all(commands.splice(0).map(endCommand));
  await rm(folder, { recursive: true, force: true });
});

function start(args: string[] = [], env: NodeJS.ProcessEnv = {}): Command {
  const command = startCommand("stack", args, { env: { REDIS_URL: "", ...env } });
  commands.push(command);
  return command;
}

async function readAddresses(command: Command): Promise<Addresses> {
  return JSON.parse(await untilPrinted(command, "\n"));
}

async function isGone(command: Command, { redisUrl, restUrl }: Addresses): Promise<boolean> {
  const ports = [redisUrl, restUrl].map((url) => Number(new URL(url).port));
  const free = await Promise.all(ports.map(isPortFree));
  return free.every(Boolean) && command.running().length === 0;
}

test("the command prints one line of JSON, serves requests, and leaves no process after SIGTERM", async () => {
  const command = start();
  const addresses = await readAddresses(command);
  expect(Object.keys(addresses)).toEqual(["redisUrl", "restUrl", "token", "readOnlyToken"]);
  expect(command.output().trim().split("\n")).toHaveLength(1);
  const redis = new Redis({ url: addresses.restUrl, token: addresses.token });
  expect(await redis.set("k", "v")).toBe("OK");
  expect(await new Redis({ url: addresses.restUrl, token: addresses.readOnlyToken }).get("k")).toBe("v");

  command.process.kill("SIGTERM");
  await command.exited;
  await until(() => isGone(command, addresses));
});

test("no process remains after Ctrl-C, which reaches every process of the terminal", async () => {
  const command = start();
  const addresses = await readAddresses(command);
  process.kill(-(command.process.pid as number), "SIGINT");
  await command.exited;
  await until(() => isGone(command, addresses));
});

test.each(["npm run", "scripts/run.mjs", "scripts/stack.ts"])(
  "no process remains after %s was killed",
  async (which) => {
    const command = start();
    const addresses = await readAddresses(command);
    process.kill(findProcess(command, which), "SIGKILL");
    await until(() => isGone(command, addresses));
  },
);

test("the command uses the ports and the folder of its options, and reads stored data again", async () => {
  const [port, redisPort] = [await findFreePort(), await findFreePort()];
  const args = ["--port", String(port), "--redis-port", String(redisPort), "--persist", join(folder, "not/there/yet")];
  const first = start(args);
  const addresses = await readAddresses(first);
  expect(addresses).toMatchObject({ redisUrl: `redis://127.0.0.1:${redisPort}`, restUrl: `http://127.0.0.1:${port}` });
  await new Redis({ url: addresses.restUrl, token: addresses.token }).set("kept", "yes");
  first.process.kill("SIGTERM");
  await first.exited;
  await until(() => isGone(first, addresses));

  const again = await readAddresses(start(args));
  expect(await new Redis({ url: again.restUrl, token: again.token }).get("kept")).toBe("yes");
});

test("the command runs on when its Redis is killed, and reports that to each request", async () => {
  const command = start();
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
  const command = start(["--chaos", "incr#1=dropReply,seed=7"]);
  const { restUrl, token } = await readAddresses(command);
  const redis = new Redis({ url: restUrl, token, retry: { retries: 1, backoff: () => 1 } });
  expect(await redis.incr("k")).toBe(2);
  command.process.kill("SIGTERM");
  await command.exited;
  const [, counted] = command.output().trim().split("\n");
  expect(JSON.parse(counted ?? "")).toMatchObject({ faults: { dropReply: 1, duplicate: 0 } });
});

test("a port in use is an error, and no process remains", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  const command = start(["--port", String(port)]);
  expect(await command.exited).toBe(1);
  expect(command.output()).toContain("EADDRINUSE");
  await until(() => command.running().length === 0);
  other.close();
});

test("a Redis that listens on the port of the option is not mistaken for the command's own", async () => {
  const { port } = new URL(inject("redisUrl"));
  const command = start(["--redis-port", port]);
  expect(await command.exited).toBe(1);
  expect(command.output()).toBe(`leasehold: port ${port} is in use\n`);
});

test("the output of a Redis that does not start is printed", async () => {
  const server = join(folder, "redis-server");
  await writeFile(server, '#!/bin/sh\n[ "$1" = --version ] && echo v=7.0.0 && exit\necho the reason >&2; exit 1\n');
  await chmod(server, 0o755);
  const command = start([], { LEASEHOLD_REDIS_SERVER: server });
  expect(await command.exited).toBe(1);
  expect(command.output()).toContain("ended with code 1 before it was ready:\nthe reason\n");
});

test("a Redis that refuses the password is reported at once, without the password", async () => {
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
  ["--color", "red"],
  ["--chaos", "lots"],
])("the command refuses %s %s with a reason", async (...args) => {
  const command = start(args);
  expect(await command.exited).toBe(1);
  const reasons: Record<string, string> = { "--color": "--color", "--chaos": 'chaos: "lots" is not a setting' };
  expect(command.output()).toContain(reasons[args[0] ?? ""] ?? `${args[1]} is not a port`);
  await until(() => command.running().length === 0);
});
