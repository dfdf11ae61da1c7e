// Lists of many queues, whose counts are read at once, over clients that fail in different ways.
import { afterEach, expect, inject, test, vi } from "vitest";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { type Adapter, LeaseholdError, upstash } from "../../src/index.ts";
import { throwing, waitForever } from "../setup/handlers.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { createApi } from "./kit/api.ts";
import { CANARY } from "./kit/hostile-requests.ts";

afterEach(() => vi.useRealTimers());

/** Returns a client that lists two queues, and reads them with `runMany`. */
const createTwoQueueClient = (runMany: NonNullable<Adapter["runMany"]>): Adapter => ({
  run: (script) => Promise.resolve(script.name === "queues" ? "ok\na\nb" : "odd"),
  runMany,
});

test.each<[string, string, NonNullable<Adapter["runMany"]>]>([
  ["rejects", "redis_unreachable", (calls) => calls.map(() => Promise.reject(new Error(CANARY)))],
  ["throws", "redis_unreachable", throwing(() => new TypeError(CANARY))],
  [
    "is busy for one of the queues",
    "redis_busy",
    () => [Promise.resolve("ok"), Promise.reject(new LeaseholdError("redis_busy", "busy"))],
  ],
])("a list of queues is answered 503 if the client %s", async (_what, code, runMany) => {
  const { expectProblem } = await createApi({ redis: createTwoQueueClient(runMany) });
  for (const path of ["/v1/queues", "/metrics"])
    expect(JSON.stringify(await expectProblem(`GET ${path}`, [503, code]))).not.toContain(CANARY);
});

test("a list of queues is answered 503 if the client never replies", async () => {
  vi.useFakeTimers();
  const { app, token } = await createApi({ redis: createTwoQueueClient((calls) => calls.map(waitForever)) });
  const response = Promise.resolve(app.request("/metrics", { headers: { Authorization: `Bearer ${token}` } }));
  await vi.advanceTimersByTimeAsync(31_000);
  expect((await response).status).toBe(503);
});

test.each<[string, NonNullable<Adapter["runMany"]>]>([
  ["too few replies", () => []],
  ["a reply of another type", (calls) => calls.map(() => Promise.resolve({ a: CANARY }))],
])("queues are listed as unreadable if the client returns %s", async (_what, runMany) => {
  const { call } = await createApi({ redis: createTwoQueueClient(runMany) });
  const { queues } = await call("GET /v1/queues", [200, responses.queuePage]);
  expect(queues).toEqual([
    { name: "a", code: "bad_reply" },
    { name: "b", code: "bad_reply" },
  ]);
});

test("a client that sends one script per request has at most six requests in flight", async () => {
  const prefix = `${testPrefix()}:${freshName()}`;
  const gateway = upstash({ url: inject("restUrl"), token: inject("token") });
  const names = Array.from({ length: 20 }, (_, i) => `queue-${i}`).sort();
  await Promise.all(names.map((name) => freshQueue({ prefix }, name).enqueue(1)));
  let [inFlight, maxInFlight] = [0, 0];
  const run: Adapter["run"] = async (...call) => {
    inFlight += 1;
    maxInFlight = Math.max(maxInFlight, inFlight);
    return gateway.run(...call).finally(() => {
      inFlight -= 1;
    });
  };
  const { call } = await createApi({ redis: { run }, prefix });
  const { queues } = await call("GET /v1/queues?limit=20", [200, responses.queuePage]);
  expect(queues.map(({ name }) => name)).toEqual(names);
  expect(maxInFlight).toBe(6);
});
