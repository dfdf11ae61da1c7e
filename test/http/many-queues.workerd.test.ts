// Counting many queues at once, over clients that fail in their own ways.
import { afterEach, expect, inject, test, vi } from "vitest";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { type Adapter, LeaseholdError, upstash } from "../../src/index.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { createApi } from "./kit/api.ts";
import { CANARY } from "./kit/hostile-requests.ts";

afterEach(() => vi.useRealTimers());

/** A client that names two queues, and sends what reads them in its own way. */
const naming = (runMany: NonNullable<Adapter["runMany"]>): Adapter => ({
  run: (script) => Promise.resolve(script.name === "queues" ? "ok\na\nb" : "odd"),
  runMany,
});

test.each<[string, string, NonNullable<Adapter["runMany"]>]>([
  ["rejects", "redis_unreachable", (calls) => calls.map(() => Promise.reject(new Error(CANARY)))],
  [
    "throws",
    "redis_unreachable",
    () => {
      throw new TypeError(CANARY);
    },
  ],
  [
    "is busy with one of them",
    "redis_busy",
    () => [Promise.resolve("ok"), Promise.reject(new LeaseholdError("redis_busy", "busy"))],
  ],
])("Redis is away where the client %s", async (_what, code, runMany) => {
  const { expectProblem } = await createApi({ redis: naming(runMany) });
  for (const path of ["/v1/queues", "/metrics"])
    expect(JSON.stringify(await expectProblem(`GET ${path}`, [503, code]))).not.toContain(CANARY);
});

test("Redis is away where the client never answers", async () => {
  vi.useFakeTimers();
  const { app, token } = await createApi({ redis: naming((calls) => calls.map(() => new Promise(() => {}))) });
  const asked = Promise.resolve(app.request("/metrics", { headers: { Authorization: `Bearer ${token}` } }));
  await vi.advanceTimersByTimeAsync(31_000);
  expect((await asked).status).toBe(503);
});

test.each<[string, NonNullable<Adapter["runMany"]>]>([
  ["too few answers", () => []],
  ["something else", (calls) => calls.map(() => Promise.resolve({ a: CANARY }))],
])("queues cannot be read where the client gives %s", async (_what, runMany) => {
  const { call } = await createApi({ redis: naming(runMany) });
  const { queues } = await call("GET /v1/queues", [200, responses.queuePage]);
  expect(queues).toEqual([
    { name: "a", code: "bad_reply" },
    { name: "b", code: "bad_reply" },
  ]);
});

test("a client that sends one script a request has six at once", async () => {
  const prefix = `${testPrefix()}:${freshName()}`;
  const gateway = upstash({ url: inject("restUrl"), token: inject("token") });
  const names = Array.from({ length: 20 }, (_, i) => `queue-${i}`).sort();
  await Promise.all(names.map((name) => freshQueue({ prefix }, name).enqueue(1)));
  let [open, most] = [0, 0];
  const run: Adapter["run"] = async (...call) => {
    open += 1;
    most = Math.max(most, open);
    return gateway.run(...call).finally(() => {
      open -= 1;
    });
  };
  const { call } = await createApi({ redis: { run }, prefix });
  const { queues } = await call("GET /v1/queues?limit=20", [200, responses.queuePage]);
  expect(queues.map(({ name }) => name)).toEqual(names);
  expect(most).toBe(6);
});
