// What a worker is made with.
import { expect, test } from "vitest";
import { sha256Hex } from "../../src/base/hex.ts";
import { createWorker } from "../../src/worker/create-worker.ts";
import type { WorkerOptions } from "../../src/worker/options.ts";
import { Realm } from "../setup/realm.ts";
import { lineOf, listen, minutely } from "./kit.ts";

const said = listen();
const usual: WorkerOptions = { redis: { run: async () => ["ok"] }, queues: {} };

test.each<[string, unknown, string]>([
  ["nothing", undefined, "an object with its options"],
  ["no client", { queues: {} }, "redis"],
  ["no queues", { redis: usual.redis }, "queues"],
  ["a queue without a handler", { ...usual, queues: { emails: { concurrency: 2 } } }, "queues.emails.handler"],
  ["a handler that is none", { ...usual, queues: { emails: { handler: "send" } } }, "queues.emails.handler"],
  ["a wake that is none", { ...usual, wake: { emails: "https://example.com" } }, "wake.emails"],
  ["a waitUntil that is none", { ...usual, waitUntil: true }, "waitUntil"],
])("with %s it is not configured, and says what is missing", (_what, wrong, what) => {
  const make = () => createWorker(wrong as WorkerOptions);
  expect(make).toThrow(expect.objectContaining({ code: "not_configured", message: expect.stringContaining(what) }));
});

test("a function is asked once for each environment", async () => {
  const made: number[] = [];
  const worker = createWorker<{ n: number }>(({ n }) => {
    made.push(n);
    return { ...usual, queues: { a: () => {} }, app: () => new Response(String(n)) };
  });
  const [one, two] = [{ n: 1 }, { n: 2 }];
  for (const env of [one, two, one]) {
    const response = await worker.fetch(new Request("http://worker/"), env);
    expect(await response.text()).toBe(String(env.n));
  }
  expect(made).toEqual([1, 2]);
});

test("a cron that nothing is configured for fails, with its line", async () => {
  const { scheduled } = createWorker(() => ({ queues: {} }) as unknown as WorkerOptions);
  await expect(scheduled(minutely)).rejects.toMatchObject({ code: "not_configured" });
  expect(lineOf(said.error)).toMatchObject({ event: "clean", cron: "* * * * *", failed: { code: "not_configured" } });
});

test("without an app of its own it answers as the app of leasehold/http", async () => {
  const { fetch } = createWorker({ ...new Realm().options, queues: {} });
  const response = await fetch(new Request("http://worker/healthz"));
  expect(await response.json()).toMatchObject({ ok: true });
});

test("the app of a worker reads no larger bodies than the worker says", async () => {
  const tokens = [{ hash: await sha256Hex("token"), scopes: ["produce" as const] }];
  const { fetch } = createWorker({ ...new Realm().options, queues: {}, tokens, maxBodyBytes: 20 });
  const enqueue = (data: string) => {
    const headers = { Authorization: "Bearer token", "Content-Type": "application/json" };
    return fetch(
      new Request("http://worker/v1/queues/a/jobs", { method: "POST", headers, body: `{"data":"${data}"}` }),
    );
  };
  expect((await enqueue("short")).status).toBe(201);
  expect((await enqueue("longer than that")).status).toBe(413);
});
