// A worker with the app of leasehold/http: jobs that are enqueued over HTTP, crons as requests, and wakes.
import { expect, test } from "vitest";
import { Queue } from "../../src/index.ts";
import { wake } from "../../src/webhooks/wake.ts";
import { createWorker } from "../../src/worker/create-worker.ts";
import { Realm } from "../setup/realm.ts";
import { captureLogs, parseFirstLine } from "./kit/captured-logs.ts";
import { createContext, createRecordingHandler, enqueueRequest, produceTokens } from "./kit/invocation.ts";

const logs = captureLogs();
const SECRET = "a-secret-of-the-scheduler";

test("a job that a request enqueues is handled after the response, with the settings of its queue", async () => {
  const { redis, prefix } = new Realm();
  const { done, handler } = createRecordingHandler();
  const emails = { handler, retention: { done: "1d" } } as const;
  const worker = createWorker({ redis, prefix, tokens: await produceTokens(), queues: { emails } });
  const ctx = createContext();
  const response = await worker.fetch(enqueueRequest("emails", { data: { to: "ada" }, id: "x" }), {}, ctx);
  expect(await response.json()).toMatchObject({ jobs: [{ id: "x", created: true }] });
  await ctx.done();
  expect(done).toEqual([{ to: "ada" }]);
  expect(await new Queue("emails", { redis, prefix }).counts()).toMatchObject({ done: 1, totals: { completed: 1 } });
});

test("a request with the secret runs a cron", async () => {
  const realm = new Realm();
  await realm.queue("a").enqueue(1);
  const { fetch } = createWorker({ ...realm.options, queues: { a: () => {} }, cronSecret: SECRET });
  const requestCron = (path: string, secret: string) =>
    fetch(new Request(`http://worker${path}`, { headers: { Authorization: `Bearer ${secret}` } }));
  expect((await requestCron("/cron/light", "a-guess-of-a-stranger")).status).toBe(401);
  expect(logs.log).toEqual([]);
  const light = await requestCron("/cron/light", SECRET);
  expect(await light.json()).toMatchObject({ kind: "light", queues: 1, drained: { jobs: { completed: 1 } } });
  expect(await (await requestCron("/cron/deep", SECRET)).json()).toMatchObject({ kind: "deep", errors: [] });
  expect(parseFirstLine(logs.log)).toMatchObject({ event: "clean", kind: "light" });
});

test("a deployment that enqueues wakes the deployment that drains", async () => {
  const realm = new Realm();
  const { done, handler } = createRecordingHandler();
  const secret = btoa("a secret of twenty-four bytes or more");
  const [here, there] = [createContext(), createContext()];
  const consumer = createWorker({ ...realm.options, queues: { a: handler }, drainSecret: secret });
  // Stands for the network between the two.
  const statuses: number[] = [];
  const send = async (url: string | URL | Request, init?: RequestInit) => {
    const response = await consumer.fetch(new Request(url, init), {}, there);
    statuses.push(response.status);
    return response;
  };
  const createWake = (key: string) =>
    wake({ url: "https://jobs.example.com", secret: key, fetch: send as typeof fetch });
  const createProducer = (key: string) => createWorker({ ...realm.options, queues: {}, wake: { a: createWake(key) } });
  await realm.queue("a").enqueue(1);
  createProducer(btoa("the secret of another deployment")).enqueued("a", undefined, here);
  await here.done();
  expect(there.count).toBe(0);
  createProducer(secret).enqueued("a", undefined, here);
  await here.done();
  await there.done();
  expect(statuses).toEqual([401, 202]);
  expect(done).toEqual([1]);
});

test("a worker without options answers every request 503", async () => {
  const { fetch } = createWorker(() => ({ queues: {} }) as never);
  const response = await fetch(new Request("http://worker/healthz"));
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ code: "not_configured" });
});
