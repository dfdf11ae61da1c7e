// The limits of a token within one process: bodies beyond its bytes, costs of jobs, and requests in flight.
import { expect, inject, test } from "vitest";
import type { TokenLimits } from "../../../src/access/token.ts";
import { parseTokens } from "../../../src/deployment/token-variables.ts";
import { upstash } from "../../../src/index.ts";
import { freshName } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";
import { createApi, createToken } from "../kit/api.ts";

/** Creates an app with a limited token. Counts the calls to Redis that are in flight; `holdCalls` delays them. */
async function createLimitedApp(limits: TokenLimits) {
  const base = upstash({ url: inject("restUrl"), token: inject("token"), retries: 0 });
  const calls = { inFlight: 0, maxInFlight: 0, startedAt: [] as number[] };
  let gate: Promise<void> | undefined;
  const redis: typeof base = {
    async run(script, keys, args) {
      // This script only adds up the quotas of all processes.
      if (script.name === "chargeToken") return base.run(script, keys, args);
      calls.inFlight += 1;
      calls.maxInFlight = Math.max(calls.maxInFlight, calls.inFlight);
      calls.startedAt.push(performance.now());
      await gate;
      try {
        return await base.run(script, keys, args);
      } finally {
        calls.inFlight -= 1;
      }
    },
  };
  const { token, access } = await createToken(["produce", "consume", "read"]);
  const { app } = await createApi({ redis, tokens: [{ ...access, name: freshName(), limits }] });
  const name = freshName();
  const send = (method: string, rest: string, body?: BodyInit) =>
    app.request(`/v1/queues/${name}${rest}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body, duplex: "half" }),
    });
  /** Holds calls to Redis until the returned function is called. */
  const holdCalls = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate = promise;
    return () => {
      gate = undefined;
      resolve();
    };
  };
  return { send, calls, holdCalls };
}

/** Returns a body of a thousand chunks of 1,000 bytes each, and the number of chunks that were read. */
function createLongBody() {
  let chunks = 0;
  const body = new ReadableStream({
    pull(controller) {
      chunks += 1;
      if (chunks > 1_000) controller.close();
      else controller.enqueue(new Uint8Array(1_000).fill(32));
    },
  });
  return { body, countChunks: () => chunks };
}

test("a body with more bytes than the token has left is read only in part", async () => {
  const { send } = await createLimitedApp({ bytes: 5_000 });
  const { body, countChunks } = createLongBody();
  const response = await send("POST", "/jobs", body);
  expect([response.status, (await response.json()).code]).toEqual([429, "limit_reached"]);
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(countChunks()).toBeLessThan(20);
  // The bytes of a refused request do not count.
  expect((await send("POST", "/jobs", '{"data":1}')).status).toBe(201);
});

test("a token has at most its limit of requests in flight, and some of its other requests wait", async () => {
  const { send, calls, holdCalls } = await createLimitedApp({ inFlight: 2, waits: 3 });
  const release = holdCalls();
  const responses = Promise.all(Array.from({ length: 10 }, () => send("POST", "/jobs", '{"data":1}')));
  await until(() => calls.inFlight === 2);
  release();
  const statuses = (await responses).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(201), ...Array(5).fill(429)]);
  expect(calls.maxInFlight).toBe(2);
  const refused = (await responses).find(({ status }) => status === 429);
  expect(await refused?.json()).toMatchObject({
    code: "limit_reached",
    detail: expect.stringContaining("2 requests in flight"),
  });
  expect(refused?.headers.get("Retry-After")).toBe("1");
});

test("after a request its slot stays empty for as long as the request took", async () => {
  const { send, calls, holdCalls } = await createLimitedApp({ inFlight: 1 });
  const release = holdCalls();
  const [first, second] = [send("GET", ""), send("GET", "")];
  await until(() => calls.inFlight === 1 && performance.now() - (calls.startedAt[0] ?? 0) > 200);
  const releasedAt = performance.now();
  release();
  await Promise.all([first, second]);
  expect((calls.startedAt[1] ?? 0) - releasedAt).toBeGreaterThan(150);
});

test("a request that waits for jobs occupies no slot", async () => {
  const { send } = await createLimitedApp({ inFlight: 1 });
  const waiting = send("POST", "/lease", '{"wait":"10s"}');
  expect((await send("POST", "/jobs", '{"data":1}')).status).toBe(201);
  expect((await (await waiting).json()).jobs).toHaveLength(1);
});

test("the variables of a deployment set the limit of requests in flight", async () => {
  const [token] = parseTokens(`${"a".repeat(64)} produce in-flight=3`);
  expect(token?.limits).toEqual({ inFlight: 3 });
});

test("a job that costs more than the token's limit is refused, with the others of its request", async () => {
  const { send } = await createLimitedApp({ maxCost: 10 });
  const enqueue = (...costs: number[]) => {
    const jobs = costs.map((cost) => ({ data: 1, ...(cost > 0 && { cost }) }));
    return send("POST", "/jobs", JSON.stringify(jobs));
  };
  const refused = await enqueue(1, 11);
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    { code: "forbidden", detail: "The token's limit is a cost of 10 for a job." },
  ]);
  expect((await enqueue(0, 1, 10)).status).toBe(201);
  expect(await (await send("GET", "")).json()).toMatchObject({ ready: 3 });
});

test("a job without a cost costs 1, also for the limit of a token", async () => {
  const { send } = await createLimitedApp({ maxCost: 0 });
  expect((await send("POST", "/jobs", '{"data":1}')).status).toBe(403);
});
