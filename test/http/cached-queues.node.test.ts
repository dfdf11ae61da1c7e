// What the app keeps between requests: its queues, a bounded number of them, and nothing of a request.
import { expect, inject, test, vi } from "vitest";
import { RecentlyUsed } from "../../src/access/lru-cache.ts";
import { upstash } from "../../src/index.ts";
import type { Adapter } from "../../src/redis/adapter.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { freshName } from "../setup/queue.ts";
import { createApi } from "./kit/api.ts";

/** An adapter that notes the names of the scripts that run. */
function recording(): { redis: Adapter; ran: string[] } {
  const gateway = upstash({ url: inject("restUrl"), token: inject("token") });
  const ran: string[] = [];
  const run: Adapter["run"] = (script, keys, args) => {
    ran.push(script.name);
    return gateway.run(script, keys, args);
  };
  return { redis: { run }, ran };
}

test("the options of a queue are read once, however many requests come", async () => {
  const name = freshName();
  const read: string[] = [];
  const settings = new Proxy({ lease: "1m" } as const, {
    get(options, option, self) {
      read.push(String(option));
      return Reflect.get(options, option, self);
    },
  });
  const { send } = await createApi({ queues: { [name]: settings } });
  const before = read.length;
  expect(before).toBeGreaterThan(0);
  for (let i = 0; i < 3; i++) expect((await send(`POST /v1/queues/${name}/lease`)).status).toBe(200);
  expect(read).toHaveLength(before);
});

test("queues of redis-work-queue are made once", async () => {
  const name = freshName();
  const redisWorkQueues = vi.fn((redis: Adapter) => ({ [name]: new RedisWorkQueue(name, { redis }) }));
  const { send } = await createApi({ redisWorkQueues });
  for (let i = 0; i < 3; i++) expect((await send(`GET /v1/redis-work-queues/${name}`)).status).toBe(200);
  expect(redisWorkQueues).toHaveBeenCalledTimes(1);
});

test("a worker that leases again within seconds is not noted again, declared or not", async () => {
  const [declared, undeclared] = [freshName(), freshName()];
  const { redis, ran } = recording();
  const { send } = await createApi({ redis, queues: { [declared]: {} } });
  for (const name of [declared, undeclared]) {
    await send(`POST /v1/queues/${name}/jobs`, { body: [{ data: 1 }, { data: 2 }] });
    ran.length = 0;
    for (let i = 0; i < 2; i++) await send(`POST /v1/queues/${name}/lease`);
    expect([ran[0], ran.at(-1)]).toEqual(["turn", "turnPlain"]);
  }
});

test("names are kept up to a number: the one that was used least recently goes first", () => {
  const kept = new RecentlyUsed<object>(3);
  const [a, b] = [kept.get("a", () => ({})), kept.get("b", () => ({}))];
  for (const name of ["c", "a", "d", "e"]) kept.get(name, () => ({}));
  expect(kept.size).toBe(3);
  expect(kept.get("a", () => ({}))).toBe(a);
  expect(kept.get("b", () => ({}))).not.toBe(b);
  for (let i = 0; i < 10_000; i++) kept.get(`q${i}`, () => ({}));
  expect(kept.size).toBe(3);
  const refuse = () =>
    kept.get("?", () => {
      throw new Error("no name");
    });
  expect(refuse).toThrow("no name");
  expect(kept.size).toBe(3);
});

test("requests at the same time are each told how long they waited for Redis themselves", async () => {
  const { redis } = recording();
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const slow = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  let calls = 0;
  const run: Adapter["run"] = async (...call) => {
    if (calls++ === 0) {
      started.resolve();
      await slow.promise;
    }
    return redis.run(...call);
  };
  try {
    const { send } = await createApi({ redis: { run } });
    const path = `/v1/queues/${freshName()}/jobs/a/explain`;
    const waiting = send(`GET ${path}`);
    await started.promise;
    const quick = await send(`GET ${path}`);
    now = 5_000;
    slow.resolve();
    const timeOf = (response: Response) =>
      Number(/redis;dur=([\d.]+)/.exec(response.headers.get("Server-Timing") ?? "")?.[1]);
    expect([timeOf(await waiting), timeOf(quick)]).toEqual([5_000, 0]);
  } finally {
    vi.restoreAllMocks();
  }
});
