// work while Redis goes away, comes back, or does not answer at all; over each adapter.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { Redis as Upstash } from "@upstash/redis";
import { Redis } from "ioredis";
import { afterAll, describe, expect, test } from "vitest";
import { Cleanup } from "../../../scripts/processes/cleanup.ts";
import { findFreePort } from "../../../scripts/processes/ports.ts";
import { type RedisServer, startRedis } from "../../../scripts/processes/redis-server.ts";
import { LeaseholdError, type Queue, type QueueOptions, upstash } from "../../../src/index.ts";
import { startGateway } from "../../../src/instruments/gateway/server.ts";
import { ioredis } from "../../../src/redis/ioredis.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { freshName, freshQueue } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { startLossy } from "../kit/lossy.ts";

const cleanups: Cleanup[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup.run();
});

type Way = "upstash()" | "a default @upstash/redis client" | "ioredis" | "node-redis";
const WAYS: Way[] = ["upstash()", "a default @upstash/redis client", "ioredis", "node-redis"];

/** A server of the test's own that keeps what it has, and a queue over one adapter. */
class Place {
  readonly cleanup = new Cleanup();
  readonly name = freshName();
  server: RedisServer | undefined;
  #folder = "";
  #port = 0;
  #gateway: { url: string; token: string } | undefined;

  static async open(): Promise<Place> {
    const place = new Place();
    cleanups.push(place.cleanup);
    place.#folder = await mkdtemp(join(tmpdir(), "leasehold-fault-"));
    place.cleanup.add(() => rm(place.#folder, { recursive: true, force: true }));
    place.#port = await findFreePort();
    await place.start();
    const gateway = await startGateway({ redisUrl: place.url });
    place.cleanup.add(gateway.close);
    place.#gateway = { url: gateway.url, token: gateway.token };
    return place;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.server = await startRedis({
      port: this.#port,
      persist: this.#folder,
      settings: ["--appendfsync", "always"],
    });
    this.cleanup.add(this.server.stop);
  }

  get gateway(): { url: string; token: string } {
    return this.#gateway ?? { url: "", token: "" };
  }

  queue(way: Way, url = this.gateway.url): Queue<number> {
    const redis = this.#client(way, url, this.gateway.token);
    return freshQueue<number>({ redis, lease: 5_000, backoff: 0 }, this.name);
  }

  #client(way: Way, url: string, token: string): QueueOptions<unknown>["redis"] {
    if (way === "upstash()") return upstash({ url, token, retries: 0 });
    if (way === "a default @upstash/redis client") return new Upstash({ url, token });
    if (way === "ioredis") {
      const client = new Redis(this.url, { maxRetriesPerRequest: 2 });
      client.on("error", () => {});
      this.cleanup.add(async () => client.disconnect());
      return ioredis(client);
    }
    const client = createClient({ url: this.url });
    client.on("error", () => {});
    void client.connect().catch(() => {});
    this.cleanup.add(async () => client.destroy());
    return nodeRedis(client);
  }
}

/** Work on a queue that notes what it does. */
function start(queue: Queue<number>, grace = 200) {
  const [handled, warnings]: [number[], unknown[]] = [[], []];
  const working = queue.work((job) => void handled.push(job.data), {
    grace,
    concurrency: 2,
    worker: "w",
    on: { error: ({ error }) => void warnings.push(error) },
  });
  return { handled, warnings, working };
}

describe.concurrent.each(WAYS)("work over %s", (way) => {
  test("goes on after Redis was away, and hears of new work again", async () => {
    const place = await Place.open();
    const queue = place.queue(way);
    const { handled, warnings, working } = start(queue);
    await queue.enqueue(1);
    await until(() => handled.length === 1);

    // Due during the outage, so that the worker has a reason to ask.
    await queue.enqueue(2, { delay: 1_000 });
    await place.server?.stop();
    // Clients over TCP keep what they are asked until Redis is back, so that nothing is to be warned of.
    if (way.includes("upstash")) await until(() => warnings.length > 0, 15_000);
    await place.start();
    await until(() => handled.length === 2, 15_000);
    await until(() => queue.enqueue(3, { id: "third" }).catch(() => undefined), 15_000);
    await until(() => handled.length === 3);
    // Once more, since the third may have been found by the turn with which it began to listen again.
    await queue.enqueue(4);
    await until(() => handled.length === 4);
    expect(await working.stop()).toMatchObject({ leased: 4, completed: 4, lost: 0 });
    expect((await queue.counts()).totals).toMatchObject({ leased: 4, completed: 4, stale: 0 });
    for (const error of warnings) expect(error).toBeInstanceOf(LeaseholdError);
  }, 40_000);

  test("stops during an outage, with a job in hand", async () => {
    const place = await Place.open();
    const queue = place.queue(way);
    let signal: AbortSignal | undefined;
    const working = queue.work(
      (_job, given) => {
        signal = given;
        return new Promise(() => {});
      },
      { grace: 100 },
    );
    await queue.enqueue(1);
    await until(() => signal !== undefined);
    await place.server?.stop();
    expect(await working.stop()).toMatchObject({ leased: 1, completed: 0 });
    expect(signal?.aborted).toBe(true);
  }, 40_000);

  test("stops though Redis takes requests and answers none", async () => {
    const place = await Place.open();
    const queue = place.queue(way);
    const { handled, working } = start(queue);
    await queue.enqueue(1);
    await until(() => handled.length === 1);
    process.kill(place.server?.pid as number, "SIGSTOP");
    place.cleanup.add(async () => void process.kill(place.server?.pid as number, "SIGCONT"));
    expect(await working.stop()).toMatchObject({ leased: 1 });
  }, 40_000);
});

test("work begun while Redis is away begins when it comes, and stops if it does not", async () => {
  const place = await Place.open();
  await place.server?.stop();
  for (const way of WAYS) await start(place.queue(way), 0).working.stop();
  const { handled, working } = start(place.queue("node-redis"));
  await place.start();
  await until(
    () =>
      place
        .queue("upstash()")
        .enqueue(1, { id: "a" })
        .catch(() => undefined),
    15_000,
  );
  await until(() => handled.length === 1, 15_000);
  await working.stop();
}, 60_000);

test("work gives up on no turn that may have taken effect", async () => {
  const place = await Place.open();
  const direct = place.queue("ioredis");
  const lossy = await startLossy(place.gateway.url);
  place.cleanup.add(lossy.close);
  const queue = place.queue("upstash()", lossy.url);
  await direct.enqueueMany([1, 2, 3].map((data) => ({ data })));
  // Another queue, so that Redis knows the script of the turn.
  await freshQueue({ redis: upstash(place.gateway) }).lease();
  // More losses in a row than a turn is insisted on.
  lossy.play((number, body) => (body.startsWith('["EVAL') && number <= 9 ? { loseReply: true } : undefined));
  const { handled, warnings, working } = start(queue);
  await until(() => handled.length === 3, 15_000);
  expect(warnings.length).toBeGreaterThan(0);
  expect(await working.stop()).toMatchObject({ leased: 3, completed: 3, lost: 0 });
  expect((await direct.counts()).totals).toMatchObject({ leased: 3, completed: 3, stale: 0, reclaimed: 0 });
}, 40_000);

test("work begins another job beside one that takes long", async () => {
  const place = await Place.open();
  const queue = place.queue("ioredis");
  let release: (value?: unknown) => void = () => {};
  const held = new Promise((resolve) => {
    release = resolve;
  });
  const working = queue.work((job) => (job.data === 1 ? held : release()), { concurrency: 2, batch: 1 });
  await queue.enqueue(1);
  await until(async () => (await queue.counts()).leased === 1);
  await queue.enqueue(2);
  await held;
  expect(await working.stop()).toMatchObject({ leased: 2, completed: 2 });
});
