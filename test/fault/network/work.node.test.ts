// Fault: Redis stops, restarts, or stops replying while `work` runs.
// Guarantee: `work` continues when Redis is back, completes each job once, and always stops.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Cleanup } from "../../../scripts/processes/cleanup.ts";
import { findFreePort } from "../../../scripts/processes/ports.ts";
import { type RedisServer, startRedis } from "../../../scripts/processes/redis-server.ts";
import { LeaseholdError, type Queue, upstash } from "../../../src/index.ts";
import { startGateway } from "../../../src/instruments/gateway/server.ts";
import { freshName, freshQueue } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { CLIENT_KINDS, type ClientKind, createRedis } from "../kit/client-kinds.ts";
import { startFaultyProxy } from "../kit/faulty-proxy.ts";

const cleanup = new Cleanup();
afterAll(() => cleanup.run());

/** Starts a Redis server that keeps its data over restarts, with a gateway. */
async function setUp() {
  const folder = await mkdtemp(join(tmpdir(), "leasehold-fault-"));
  cleanup.add(() => rm(folder, { recursive: true, force: true }));
  const port = await findFreePort();
  const start = async () => {
    const started = await startRedis({ port, persist: folder, settings: ["--appendfsync", "always"] });
    cleanup.add(started.stop);
    return started;
  };
  let server: RedisServer = await start();
  const gateway = await startGateway({ redisUrl: server.url });
  cleanup.add(gateway.close);
  const rest = { url: gateway.url, token: gateway.token };
  const [name, redisUrl] = [freshName(), server.url];
  return {
    rest,
    stopServer: () => server.stop(),
    restartServer: async () => {
      server = await start();
    },
    /** Suspends the process of the server until the end of the tests. */
    suspendServer: () => {
      const pid = server.pid as number;
      process.kill(pid, "SIGSTOP");
      cleanup.add(async () => void process.kill(pid, "SIGCONT"));
    },
    createQueue: (kind: ClientKind, url = rest.url): Queue<number> => {
      const redis = createRedis(kind, {
        redisUrl,
        rest: { ...rest, url, retries: 0 },
        maxRetriesPerRequest: 2,
        cleanup,
      });
      return freshQueue<number>({ redis, lease: 5_000, backoff: 0 }, name);
    },
  };
}

/** Starts `work` on a queue, and records the handled jobs and the reported errors. */
function startWork(queue: Queue<number>, grace = 200) {
  const [handled, errors]: [number[], unknown[]] = [[], []];
  const working = queue.work((job) => void handled.push(job.data), {
    grace,
    concurrency: 2,
    worker: "w",
    on: { error: ({ error }) => void errors.push(error) },
  });
  return { handled, errors, working };
}

describe.concurrent.each(CLIENT_KINDS)("work over %s", (kind) => {
  test("continues after Redis was restarted, and receives wakes again", async () => {
    const setup = await setUp();
    const queue = setup.createQueue(kind);
    const { handled, errors, working } = startWork(queue);
    await queue.enqueue(1);
    await until(() => handled.length === 1);

    // The job becomes due during the outage, so that the worker sends a request.
    await queue.enqueue(2, { delay: 1_000 });
    await setup.stopServer();
    // Clients over TCP hold their requests until Redis is back, so no error is reported.
    if (kind.includes("upstash")) await until(() => errors.length > 0, 15_000);
    await setup.restartServer();
    await until(() => handled.length === 2, 15_000);
    await until(() => queue.enqueue(3, { id: "third" }).catch(() => undefined), 15_000);
    await until(() => handled.length === 3);
    // The turn that follows the new subscription may have found the third job. The fourth one needs a wake.
    await queue.enqueue(4);
    await until(() => handled.length === 4);
    expect(await working.stop()).toMatchObject({ leased: 4, completed: 4, lost: 0 });
    const { totals } = await queue.counts();
    expect(totals).toMatchObject({ completed: 4, stale: 0 });
    // A lease whose reply was lost with the connection has expired if the outage took longer.
    expect([4, 5]).toContain(totals.leased);
    for (const error of errors) expect(error).toBeInstanceOf(LeaseholdError);
  }, 40_000);

  test("stops during an outage with a job in hand", async () => {
    const setup = await setUp();
    const queue = setup.createQueue(kind);
    let signal: AbortSignal | undefined;
    const working = queue.work(
      (_job, jobSignal) => {
        signal = jobSignal;
        return new Promise(() => {});
      },
      { grace: 100 },
    );
    await queue.enqueue(1);
    await until(() => signal !== undefined);
    await setup.stopServer();
    expect(await working.stop()).toMatchObject({ leased: 1, completed: 0 });
    expect(signal?.aborted).toBe(true);
  }, 40_000);

  test("stops although Redis accepts requests and does not reply", async () => {
    const setup = await setUp();
    const queue = setup.createQueue(kind);
    const { handled, working } = startWork(queue);
    await queue.enqueue(1);
    await until(() => handled.length === 1);
    setup.suspendServer();
    expect(await working.stop()).toMatchObject({ leased: 1 });
  }, 40_000);
});

test("work that starts during an outage stops during the outage, or continues when Redis is back", async () => {
  const setup = await setUp();
  await setup.stopServer();
  for (const kind of CLIENT_KINDS) await startWork(setup.createQueue(kind), 0).working.stop();
  const { handled, working } = startWork(setup.createQueue("node-redis"));
  await setup.restartServer();
  const otherClient = setup.createQueue("upstash()");
  await until(() => otherClient.enqueue(1, { id: "a" }).catch(() => undefined), 15_000);
  await until(() => handled.length === 1, 15_000);
  await working.stop();
}, 60_000);

test("work repeats a turn that may have taken effect until it gets the reply", async () => {
  const setup = await setUp();
  const direct = setup.createQueue("ioredis");
  const proxy = await startFaultyProxy(setup.rest.url);
  cleanup.add(proxy.close);
  const queue = setup.createQueue("upstash()", proxy.url);
  await direct.enqueueMany([1, 2, 3].map((data) => ({ data })));
  // A lease of another queue makes Redis cache the script of the turn.
  await freshQueue({ redis: upstash(setup.rest) }).lease();
  // Loses more replies in a row than one turn is repeated.
  proxy.injectFaults((number, body) => (body.startsWith('["EVAL') && number <= 9 ? { loseReply: true } : undefined));
  const { handled, errors, working } = startWork(queue);
  await until(() => handled.length === 3, 15_000);
  expect(errors.length).toBeGreaterThan(0);
  expect(await working.stop()).toMatchObject({ leased: 3, completed: 3, lost: 0 });
  expect((await direct.counts()).totals).toMatchObject({ leased: 3, completed: 3, stale: 0, reclaimed: 0 });
}, 40_000);

test("work starts another job while a long job runs", async () => {
  const setup = await setUp();
  const queue = setup.createQueue("ioredis");
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const working = queue.work((job) => (job.data === 1 ? held : release()), { concurrency: 2, batch: 1 });
  await queue.enqueue(1);
  await until(async () => (await queue.counts()).leased === 1);
  await queue.enqueue(2);
  await held;
  expect(await working.stop()).toMatchObject({ leased: 2, completed: 2 });
});
