// Limits of a token in one process: the bytes of its bodies, and its requests in flight.
import { expect, inject, test } from "vitest";
import type { TokenLimits } from "../../../src/access/token.ts";
import { sha256Hex } from "../../../src/base/hex.ts";
import { tokensIn } from "../../../src/deployment/token-variables.ts";
import { createApp } from "../../../src/http/app.ts";
import { upstash } from "../../../src/index.ts";
import { freshName, testPrefix } from "../../setup/queue.ts";
import { until } from "../../setup/wait.ts";

/** An app whose calls of Redis can be held up, with one token that has limits. */
async function limitedApp(limits: TokenLimits) {
  const base = upstash({ url: inject("restUrl"), token: inject("token"), retries: 0 });
  const seen = { running: 0, most: 0, startedAt: [] as number[] };
  const gate = { held: undefined as Promise<void> | undefined };
  const redis: typeof base = {
    async run(script, keys, args) {
      // The sums of the limits are those of all processes.
      if (script.name === "charge") return base.run(script, keys, args);
      seen.running += 1;
      seen.most = Math.max(seen.most, seen.running);
      seen.startedAt.push(performance.now());
      await gate.held;
      try {
        return await base.run(script, keys, args);
      } finally {
        seen.running -= 1;
      }
    },
  };
  const token = crypto.randomUUID();
  const tokens = [
    { name: freshName(), hash: await sha256Hex(token), scopes: ["produce", "consume", "read"] as const, limits },
  ];
  const app = createApp({ redis, prefix: testPrefix(), tokens, maxQueues: 1_000_000 });
  const name = freshName();
  const send = (method: string, rest: string, body?: BodyInit) =>
    app.request(`/v1/queues/${name}${rest}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body, duplex: "half" }),
    });
  /** Holds calls up until the returned function is called. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gate.held = promise;
    return () => {
      gate.held = undefined;
      resolve();
    };
  };
  return { send, seen, hold };
}

/** A body of a thousand chunks of 1,000 bytes each, and the number of those that were read. */
function endlessBody() {
  let chunks = 0;
  const body = new ReadableStream({
    pull(controller) {
      chunks += 1;
      if (chunks > 1_000) controller.close();
      else controller.enqueue(new Uint8Array(1_000).fill(32));
    },
  });
  return { body, chunks: () => chunks };
}

test("a body beyond the bytes that a token has left is not read to its end", async () => {
  const { send } = await limitedApp({ bytes: 5_000 });
  const { body, chunks } = endlessBody();
  const response = await send("POST", "/jobs", body);
  expect([response.status, (await response.json()).code]).toEqual([429, "limit_reached"]);
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
  expect(chunks()).toBeLessThan(20);
  // Refused bytes are not counted.
  expect((await send("POST", "/jobs", '{"data":1}')).status).toBe(201);
});

test("no more requests of a token are in flight than its limit, and others of them wait", async () => {
  const { send, seen, hold } = await limitedApp({ inFlight: 2, waits: 3 });
  const release = hold();
  const answers = Promise.all(Array.from({ length: 10 }, () => send("POST", "/jobs", '{"data":1}')));
  await until(() => seen.running === 2);
  release();
  const statuses = (await answers).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(5).fill(201), ...Array(5).fill(429)]);
  expect(seen.most).toBe(2);
  const refused = (await answers).find(({ status }) => status === 429);
  expect(await refused?.json()).toMatchObject({
    code: "limit_reached",
    detail: expect.stringContaining("2 requests in flight"),
  });
  expect(refused?.headers.get("Retry-After")).toBe("1");
});

test("after a request its place stays empty for as long as it took", async () => {
  const { send, seen, hold } = await limitedApp({ inFlight: 1 });
  const release = hold();
  const [first, second] = [send("GET", ""), send("GET", "")];
  await until(() => seen.running === 1 && performance.now() - (seen.startedAt[0] ?? 0) > 200);
  release();
  await first;
  const endedAt = performance.now();
  await second;
  expect((seen.startedAt[1] ?? 0) - endedAt).toBeGreaterThan(150);
});

test("a request that waits for jobs leaves its place to others", async () => {
  const { send } = await limitedApp({ inFlight: 1 });
  const waiting = send("POST", "/lease", '{"wait":"10s"}');
  expect((await send("POST", "/jobs", '{"data":1}')).status).toBe(201);
  expect((await (await waiting).json()).jobs).toHaveLength(1);
});

test("the limit is read from the settings of a deployment", async () => {
  const [token] = tokensIn(`${"a".repeat(64)} produce in-flight=3`);
  expect(token?.limits).toEqual({ inFlight: 3 });
});
