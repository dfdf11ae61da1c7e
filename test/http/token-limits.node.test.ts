// What a token may use of one process.
import { expect, inject, test } from "vitest";
import type { TokenLimits } from "../../src/access/token.ts";
import { sha256 } from "../../src/core/hex.ts";
import { createApp } from "../../src/http/app.ts";
import { upstash } from "../../src/index.ts";
import { freshName, testPrefix } from "../setup/queue.ts";

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
    { name: freshName(), hash: await sha256(token), scopes: ["produce", "consume", "read"] as const, limits },
  ];
  const app = createApp({ redis, prefix: testPrefix(), tokens });
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
  // What was refused is not counted.
  expect((await send("POST", "/jobs", '{"data":1}')).status).toBe(201);
});
