// Creating a worker: its validation, its environments and its app.
import { expect, test } from "vitest";
import { createWorker } from "../../src/worker/create-worker.ts";
import type { WorkerOptions } from "../../src/worker/options.ts";
import { Realm } from "../setup/realm.ts";
import { captureLogs, parseFirstLine } from "./kit/captured-logs.ts";
import { EVERY_MINUTE, enqueueRequest, produceTokens } from "./kit/invocation.ts";

const logs = captureLogs();
const validOptions: WorkerOptions = { redis: { run: async () => ["ok"] }, queues: {} };

test.each<[string, unknown, string]>([
  ["no options", undefined, "an object with its options"],
  ["no client", { queues: {} }, "redis"],
  ["no queues", { redis: validOptions.redis }, "queues"],
  ["a queue without a handler", { ...validOptions, queues: { emails: { concurrency: 2 } } }, "queues.emails.handler"],
  [
    "a handler that is not a function",
    { ...validOptions, queues: { emails: { handler: "send" } } },
    "queues.emails.handler",
  ],
  ["a wake that is not a function", { ...validOptions, wake: { emails: "https://example.com" } }, "wake.emails"],
  ["a waitUntil that is not a function", { ...validOptions, waitUntil: true }, "waitUntil"],
])("a worker with %s is not created, and the error names the option", (_what, wrong, what) => {
  const create = () => createWorker(wrong as WorkerOptions);
  expect(create).toThrow(expect.objectContaining({ code: "not_configured", message: expect.stringContaining(what) }));
});

test("a function of the environment is called once for each environment", async () => {
  const created: number[] = [];
  const worker = createWorker<{ n: number }>(({ n }) => {
    created.push(n);
    return { ...validOptions, queues: { a: () => {} }, app: () => new Response(String(n)) };
  });
  const [one, two] = [{ n: 1 }, { n: 2 }];
  for (const env of [one, two, one]) {
    const response = await worker.fetch(new Request("http://worker/"), env);
    expect(await response.text()).toBe(String(env.n));
  }
  expect(created).toEqual([1, 2]);
});

test("a cron of a worker without options fails, and logs its line", async () => {
  const { scheduled } = createWorker(() => ({ queues: {} }) as unknown as WorkerOptions);
  await expect(scheduled(EVERY_MINUTE)).rejects.toMatchObject({ code: "not_configured" });
  expect(parseFirstLine(logs.error)).toMatchObject({
    event: "clean",
    cron: "* * * * *",
    failed: { code: "not_configured" },
  });
});

test("a worker without an app of its own serves the app of leasehold/http", async () => {
  const { fetch } = createWorker({ ...new Realm().options, queues: {} });
  const response = await fetch(new Request("http://worker/healthz"));
  expect(await response.json()).toMatchObject({ ok: true });
});

test("the app of a worker has the body limit of the worker", async () => {
  const tokens = await produceTokens();
  const { fetch } = createWorker({ ...new Realm().options, queues: {}, tokens, maxBodyBytes: 20 });
  expect((await fetch(enqueueRequest("a", { data: "short" }))).status).toBe(201);
  expect((await fetch(enqueueRequest("a", { data: "longer than that" }))).status).toBe(413);
});
