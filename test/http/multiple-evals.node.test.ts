// The number of EVALs of requests that need more than one: first requests, replays, lists, cleans and waits.
import { expect, test } from "vitest";
import { QueueContext } from "../../src/queue/jobs/queue-context.ts";
import { admitWithLimits } from "../../src/queue/jobs/registration.ts";
import { decorateAdapter } from "../../src/redis/decorate-adapter.ts";
import { freshName } from "../setup/queue.ts";
import { until } from "../setup/wait.ts";
import { createToken } from "./kit/api.ts";
import { useEvalCounter } from "./kit/eval-counter.ts";

const counter = useEvalCounter();
const { createFreshApi, createWarmApi, createFilledQueue, countEvalsIn, countEvalsOf, countSubscribers } = counter;

test("the first enqueue to a new queue sends three more EVALs, which admit and register it", async () => {
  const route = `POST /v1/queues/${freshName()}/jobs`;
  expect(await countEvalsOf(route, { body: { data: 1 } })).toBe(4);
  expect(await countEvalsOf(route, { body: { data: 1 } })).toBe(1);
});

test("the first receipt of a process sends one more EVAL, which reads the secret of the prefix", async () => {
  const { name } = await createFilledQueue();
  const api = await createFreshApi();
  expect(await countEvalsOf(`POST /v1/queues/${name}/lease`, { api, body: {} })).toBe(2);
  expect(await countEvalsOf(`POST /v1/queues/${name}/lease`, { api, body: {} })).toBe(1);
});

test("a list of queues sends one EVAL for the names, and one for each queue", async () => {
  for (let queues = 0; queues < 9; queues++) await createFilledQueue();
  expect(await countEvalsOf("GET /v1/queues?limit=4")).toBe(5);
  expect(await countEvalsOf("GET /metrics")).toBe(10);
});

/** Registers queues. Returns a function that reads a path of an app, and counts the EVALs and the requests to Redis. */
async function createCountedReader(count: number) {
  const { redis } = counter;
  const contexts = Array.from({ length: count }, (_, i) => new QueueContext(`web-${i}`, { redis }));
  const limits = { maker: "stranger", maxQueues: count, maxQueuesOfMaker: count };
  for (let from = 0; from < count; from += 100)
    await Promise.all(contexts.slice(from, from + 100).map((context) => admitWithLimits(context, limits)));
  let requests = 0;
  const counted = decorateAdapter(redis, {
    run: (...call) => {
      requests += 1;
      return redis.run(...call);
    },
    runMany: (calls) => {
      requests += 1;
      return redis.runMany?.(calls) ?? [];
    },
  });
  const reader = await createToken(["read"]);
  const { send, token: operator } = await createFreshApi({ redis: counted, tokens: [reader.access] });
  return async (path: string, as: "operator" | "reader" = "reader") => {
    const before = requests;
    let response!: Response;
    let text!: string;
    const evals = await countEvalsIn(async () => {
      response = await send(`GET ${path}`, { token: as === "reader" ? reader.token : operator });
      text = await response.text();
    });
    return { response, text, evals, requests: requests - before };
  };
}

test("a page of metrics over 1,500 queues takes three requests to Redis, and all pages together have each queue once", async () => {
  const read = await createCountedReader(1_500);
  for (const as of ["reader", "operator"] as const) {
    const { text, evals, requests } = await read("/metrics", as);
    expect({ as, evals, requests }).toEqual({ as, evals: 501, requests: 3 });
    expect(text.length).toBeLessThan(700_000);
    expect(text).toMatch(/^leasehold_queues 1500$/m);
    expect(text).toMatch(/^leasehold_queues_omitted 1000$/m);
  }
  const names: string[] = [];
  const requestsPerPage: number[] = [];
  for (let path: string | undefined = "/metrics?limit=1000"; path; ) {
    const { response, text, requests } = await read(path);
    names.push(...Array.from(text.matchAll(/^leasehold_paused\{queue="([^"]+)"/gm), ([, name = ""]) => name));
    requestsPerPage.push(requests);
    const [, next] = /^<(.*)>; rel="next"$/.exec(response.headers.get("Link") ?? "") ?? [];
    path = next && `/metrics${next}`;
  }
  expect(requestsPerPage).toEqual([5, 3]);
  expect([names.length, new Set(names).size]).toEqual([1_500, 1_500]);
  expect(await read("/metrics?queue=web-1&queue=web-2")).toMatchObject({ evals: 3, requests: 2 });
  expect(await read("/v1/queues?limit=200")).toMatchObject({ evals: 201, requests: 2 });
});

test("a replay sends one more EVAL if the first reply had jobs, to read them", async () => {
  const { name } = await createFilledQueue();
  const { send } = await createFreshApi();
  const countReplay = async (verb: string, body: object) => {
    const sent = { headers: { "Idempotency-Key": verb }, body };
    await send(`POST /v1/queues/${name}/${verb}`, sent);
    return countEvalsIn(() => send(`POST /v1/queues/${name}/${verb}`, sent));
  };
  expect(await countReplay("lease", {})).toBe(2);
  // No job was left for this one.
  expect(await countReplay("turn", { lease: {} })).toBe(1);
});

test("a purge sends one EVAL for each 500 jobs", async () => {
  const { name, queue } = await createFilledQueue();
  for (let i = 0; i < 2; i++) await queue.enqueueMany(Array.from({ length: 550 }, () => ({ data: 0 })));
  // One of the four is for the audit log.
  expect(await countEvalsOf(`POST /v1/queues/${name}/purge`, { body: { state: "ready" } })).toBe(4);
});

test("a deep clean sends one more EVAL for each slice of the queue", async () => {
  const { name, queue } = await createFilledQueue();
  for (let i = 0; i < 2; i++) await queue.enqueueMany(Array.from({ length: 1_000 }, () => ({ data: 0 })));
  expect(await countEvalsOf(`POST /v1/queues/${name}/deep-clean`)).toBeLessThan(24 + (2 * 2_000) / 250 + 16);
});

test("a waiting lease sends an EVAL when it arrives, when it has subscribed, and when a job is ready", async () => {
  const { name, queue } = await createFilledQueue();
  await queue.lease();
  const { send } = await createWarmApi();
  const evals = await countEvalsIn(async () => {
    const waiting = send(`POST /v1/queues/${name}/lease`, { body: { wait: "20s" } });
    await until(async () => (await countSubscribers(name)) > 0);
    await queue.enqueue(4);
    expect(await (await waiting).json()).toMatchObject({ jobs: [{ data: 4 }] });
  });
  // The fourth is that of the enqueue.
  expect(evals).toBeLessThanOrEqual(4);
});
