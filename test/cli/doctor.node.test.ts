// `leasehold doctor` on a server of its own, healthy and with one fault after the other.
import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import { runCron } from "../../src/cron/run-cron.ts";
import { Queue } from "../../src/index.ts";
import { ioredis } from "../../src/redis/ioredis.ts";
import { runLeasehold } from "./kit/run.ts";

interface Finding {
  check: string;
  status: string;
  text: string;
  advice?: string;
}

let server: RedisServer;
let client: Redis;
beforeAll(async () => {
  server = await startRedis();
  client = new Redis(server.url);
});
afterAll(async () => {
  client?.disconnect();
  await server?.stop();
});
beforeEach(async () => {
  await client.flushall();
  await client.config("SET", "maxmemory", "0", "maxmemory-policy", "noeviction");
});

/** Runs the doctor. Resolves with its findings by check, and its exit code. */
async function examine() {
  const { code, stdout, stderr } = await runLeasehold(["doctor", "--json"], { env: { REDIS_URL: server.url } });
  expect(stderr).toBe("");
  const findings = stdout
    .trimEnd()
    .split("\n")
    .map((line): Finding => JSON.parse(line));
  return { code, findings, of: (check: string) => findings.filter((each) => each.check === check) };
}

const cleanAll = async () => {
  const options = { redis: ioredis(client), log: () => {} };
  await runCron("light", options);
  await runCron("deep", options);
};

test("a healthy database has no problem", async () => {
  await new Queue("emails", { redis: ioredis(client) }).enqueue(1);
  await cleanAll();
  const { code, findings } = await examine();
  expect(findings.map(({ check, status }) => [check, status])).toEqual([
    ["connection", "ok"],
    ["clock", "ok"],
    ["eviction", "ok"],
    ["memory", "ok"],
    ["key sizes", "ok"],
    ["light cron", "ok"],
    ["deep cron", "ok"],
    ["queue emails", "ok"],
  ]);
  expect(code).toBe(0);
});

test("a database without crons, with eviction and almost full has problems, each with its remedy", async () => {
  const used = Number(/used_memory:(\d+)/.exec(await client.info("memory"))?.[1]);
  await client.config("SET", "maxmemory", String(Math.round(used * 1.05)), "maxmemory-policy", "allkeys-lru");
  const { code, of } = await examine();
  expect(of("eviction")).toMatchObject([
    { status: "problem", text: expect.stringContaining("(allkeys-lru)"), advice: "Turn eviction off." },
  ]);
  expect(of("memory")).toMatchObject([{ status: "problem", text: expect.stringMatching(/9\d % of the limit/) }]);
  expect([...of("light cron"), ...of("deep cron")]).toMatchObject([{ status: "problem" }, { status: "problem" }]);
  expect(code).toBe(1);
});

test("queues that are paused, late, unattended, unreadable or with failed jobs are named", async () => {
  const past = Date.now() - 3_600_000;
  const create = (name: string, options = {}) => new Queue<number>(name, { redis: ioredis(client), ...options });
  const late = create("late", { now: () => past });
  await late.enqueue(1, { delay: "1m" });
  await create("unattended", { now: () => past }).enqueue(1);
  const failing = create("failing", { maxAttempts: 1 });
  await failing.enqueue(1);
  await (await failing.lease()).jobs[0]?.fail("no");
  const paused = create("paused");
  await paused.enqueue(1);
  await paused.pause();
  await create("old").enqueue(1);
  await client.hset("lh:{old}:meta", "head", "1 - 0 0 0 0 0 0|");
  await cleanAll();
  // The clean has moved the late job; another one is late since.
  await late.enqueue(2, { delay: "1m" });
  const { code, of } = await examine();
  expect(of("queue late")).toMatchObject([
    { status: "problem", text: expect.stringMatching(/^Overdue jobs: 1 delayed, 0 with/) },
    {},
  ]);
  expect(of("queue unattended")).toMatchObject([
    { status: "problem", text: expect.stringMatching(/No worker was seen/) },
  ]);
  expect(of("queue failing")).toMatchObject([
    { status: "note", advice: expect.stringContaining("leasehold redrive failing") },
  ]);
  expect(of("queue paused")).toMatchObject([
    { status: "note", text: "It is paused.", advice: "leasehold resume paused" },
  ]);
  expect(of("queue old")).toMatchObject([{ status: "problem", text: "Its keys have another layout." }]);
  expect(code).toBe(1);
});

test("a connection that does not answer is the only finding", async () => {
  const env = { UPSTASH_REDIS_REST_URL: inject("restUrl"), UPSTASH_REDIS_REST_TOKEN: "wrong" };
  const { code, stdout } = await runLeasehold(["doctor", "--json"], { env });
  expect(JSON.parse(stdout)).toMatchObject({ check: "connection", status: "problem" });
  expect(stdout).not.toContain("wrong");
  expect(code).toBe(1);
});
