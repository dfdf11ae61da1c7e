// The objects that an app caches between requests: a bounded number of queues, and no data of a request.
import { expect, onTestFinished, test, vi } from "vitest";
import { LruCache } from "../../src/access/lru-cache.ts";
import type { Adapter } from "../../src/redis/adapter.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { throwing } from "../setup/handlers.ts";
import { freshName } from "../setup/queue.ts";
import { createRecordingAdapter } from "../setup/recording-adapter.ts";
import { createApi } from "./kit/api.ts";

test("the options of a queue are read once for many requests", async () => {
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

test("the queues in the format of redis-work-queue are created once", async () => {
  const name = freshName();
  const redisWorkQueues = vi.fn((redis: Adapter) => ({ [name]: new RedisWorkQueue(name, { redis }) }));
  const { send } = await createApi({ redisWorkQueues });
  for (let i = 0; i < 3; i++) expect((await send(`GET /v1/redis-work-queues/${name}`)).status).toBe(200);
  expect(redisWorkQueues).toHaveBeenCalledTimes(1);
});

test("a worker that leases again within seconds is not recorded again, in declared and undeclared queues", async () => {
  const [declared, undeclared] = [freshName(), freshName()];
  const { redis, scripts } = createRecordingAdapter();
  const { send } = await createApi({ redis, queues: { [declared]: {} } });
  for (const name of [declared, undeclared]) {
    await send(`POST /v1/queues/${name}/jobs`, { body: [{ data: 1 }, { data: 2 }] });
    scripts.length = 0;
    for (let i = 0; i < 2; i++) await send(`POST /v1/queues/${name}/lease`);
    expect([scripts[0], scripts.at(-1)]).toEqual(["turn", "turnPlain"]);
  }
});

test("the cache drops the least recently used name when it is full", () => {
  const cache = new LruCache<object>(3);
  const get = (name: string) => cache.getOrCreate(name, () => ({}));
  const [a, b] = [get("a"), get("b")];
  for (const name of ["c", "a", "d", "e"]) get(name);
  expect(cache.size).toBe(3);
  expect(get("a")).toBe(a);
  expect(get("b")).not.toBe(b);
  for (let i = 0; i < 10_000; i++) get(`q${i}`);
  expect(cache.size).toBe(3);
  expect(() =>
    cache.getOrCreate(
      "?",
      throwing(() => new Error("no name")),
    ),
  ).toThrow("no name");
  expect(cache.size).toBe(3);
});

test("each of two concurrent requests reports the time that it waited for Redis itself", async () => {
  let now = 0;
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const slow = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const { redis, scripts } = createRecordingAdapter(() => {
    started.resolve();
    return scripts.length === 1 ? slow.promise : undefined;
  });
  const { send } = await createApi({ redis });
  const path = `/v1/queues/${freshName()}/jobs/a/explain`;
  const waiting = send(`GET ${path}`);
  await started.promise;
  const quick = await send(`GET ${path}`);
  now = 5_000;
  slow.resolve();
  const redisTimeOf = (response: Response) =>
    Number(/redis;dur=([\d.]+)/.exec(response.headers.get("Server-Timing") ?? "")?.[1]);
  expect([redisTimeOf(await waiting), redisTimeOf(quick)]).toEqual([5_000, 0]);
});
