// Sends malformed and hostile requests to every route, generated from a seed, with a token of all scopes.
// Then sends valid requests while Redis fails or sends any reply.
import fc from "fast-check";
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest";
import type { Operation } from "../../scripts/openapi/operation.ts";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { LeaseholdError } from "../../src/base/errors.ts";
import { sha256Hex } from "../../src/base/hex.ts";
import { saveBulk } from "../../src/engine/all-scripts.ts";
import { upstash } from "../../src/index.ts";
import { QueueContext } from "../../src/queue/jobs/queue-context.ts";
import { findBulk } from "../../src/queue/operate/bulk-storage.ts";
import type { Adapter } from "../../src/redis/adapter.ts";
import { Item } from "../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { sharedSecret } from "../../src/webhooks.ts";
import { throwing, waitForever } from "../setup/handlers.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { createApi } from "./kit/api.ts";
import { expectHarmless } from "./kit/harmless.ts";
import { CANARY, hostileRequests, toRequest } from "./kit/hostile-requests.ts";
import { exampleBody, isItemOperation, operationPath } from "./kit/operations-by-subject.ts";

// fast-check prints it for a failure, with the path to the failing request.
const SEED = 20_261_118;

const cron = { secret: "the-secret-of-the-crons", light: async () => ({}), deep: async () => ({}) };

let log: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  log = vi.spyOn(console, "error");
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const HOOK_SECRET = "the-secret-of-the-shop";
const sources = { shop: { verify: sharedSecret(HOOK_SECRET), queue: "hooks" } };

/** Returns the secrets that no response may contain. */
const secretsOf = async (token: string) => [token, await sha256Hex(token), inject("token"), cron.secret, HOOK_SECRET];

/** Returns the secret or the token that authorizes requests to an operation. */
function credentialOf({ path }: Operation, token: string): string {
  if (path.startsWith("/hooks")) return HOOK_SECRET;
  return path.startsWith("/cron") ? cron.secret : token;
}

test("the response to any malformed request is documented and contains no secret", async () => {
  const queue = freshName();
  const id = "known";
  // A prefix without other queues: /metrics reads each of them.
  const prefix = `${testPrefix()}:${queue}`;
  const jobs = freshQueue({ prefix }, queue);
  const gateway = upstash({ url: inject("restUrl"), token: inject("token") });
  const items = new RedisWorkQueue(`${prefix}:items`, { redis: gateway });
  const redisWorkQueues = (redis: Adapter) => ({ items: new RedisWorkQueue(items.prefix, { redis }) });
  const { app, token, issueReceipt } = await createApi({ cron, sources, prefix, redisWorkQueues, storedTokens: true });
  const receipt = await issueReceipt(queue, 1);
  const secrets = await secretsOf(token);
  const context = new QueueContext(queue, { redis: gateway, prefix });
  await jobs.enqueue(1);
  const bulk = await jobs.startBulk({ operation: "redrive", filter: { state: "failed" } });
  const stored = JSON.stringify({ operation: { ...bulk, id }, args: (await findBulk(context, bulk.id))?.args });
  const reached = new Set<string>();
  await fc.assert(
    fc.asyncProperty(hostileRequests({ queue, items: "items", id, receipt }), async (hostile) => {
      const request = toRequest(hostile, credentialOf(hostile.operation, token));
      fc.pre(request !== undefined);
      // An earlier request may have destroyed the queue or cancelled the job.
      if (isItemOperation(hostile.operation)) await items.addItem(Item.json({ mark: CANARY }, id));
      else if (hostile.operation.path.includes("/batches/:id")) {
        await jobs.cancel(id);
        await jobs.startBatch({ ended: { data: CANARY, id } });
      } else await jobs.enqueue({ mark: CANARY }, { id });
      if (hostile.operation.path.includes(":operation"))
        await context.call(saveBulk, { id, version: 0, text: stored, most: 20 });
      if (hostile.operation.path.includes(":schedule")) await jobs.schedule(id, { every: "1h" }, { data: CANARY });
      const response = await app.fetch(request);
      await expectHarmless(request, response, secrets);
      if (response.ok || response.status === 409) reached.add(hostile.operation.id);
    }),
    { seed: SEED, numRuns: 2_600 },
  );
  // Each wake must be signed anew, so that none of them is accepted here.
  const missed = OPERATIONS.map(({ id }) => id).filter((id) => id !== "wake" && !reached.has(id));
  expect(missed).toEqual([]);
  expect(log).not.toHaveBeenCalled();
  expect(Object.prototype).not.toHaveProperty("polluted");
}, 60_000);

// Routes that send nothing to Redis here. The wake is not signed, and so refused.
const WITHOUT_REDIS = ["readCost", "openapi", "getToken", "lightCron", "deepCron", "wake"];
const MAX_CALLS = 30;

/** Sends a valid request to every route while `run` replies in place of Redis. Expects a harmless, permitted response. */
async function callEveryRoute(run: Adapter["run"], isPermitted: (status: number) => boolean): Promise<void> {
  let calls = 0;
  const redis: Adapter = {
    run: async (script, keys, args) => {
      // The secret is known, so that valid receipts are accepted.
      if (script.name === "ensureSecret") return `ok\n${"0".repeat(64)}`;
      // A reply can make the app call again, so the number of calls is bounded.
      if (calls++ >= MAX_CALLS) throw new LeaseholdError("redis_busy", "Redis is busy");
      return run(script, keys, args);
    },
  };
  const redisWorkQueues = (client: Adapter) => ({ items: new RedisWorkQueue("items", { redis: client }) });
  const options = { redis, cron, sources, redisWorkQueues, storedTokens: true };
  const { app, token, issueReceipt, signItemLease } = await createApi(options);
  const valid = { queue: "q", receipt: await issueReceipt("q", 1), lease: await signItemLease("items", "a") };
  const secrets = await secretsOf(token);
  for (const operation of OPERATIONS) {
    const { id, method } = operation;
    const queue = isItemOperation(operation) ? "items" : "q";
    const path =
      operationPath(operation, { queue, id: "a", group: "a", schedule: "a", source: "shop", operation: "a" }) +
      (id === "listJobs" ? "?state=ready" : "");
    const body = operation.body && JSON.stringify(exampleBody(operation, valid));
    const headers: [string, string][] = [["Content-Type", "application/json"]];
    const request = toRequest({ method: method.toUpperCase(), path, headers, body }, credentialOf(operation, token));
    if (!request) throw new Error(`there is no request for ${id}`);
    calls = 0;
    const response = await app.fetch(request);
    await expectHarmless(request, response, secrets);
    const { status } = response;
    if (!WITHOUT_REDIS.includes(id)) expect([id, status, isPermitted(status)]).toEqual([id, status, true]);
  }
  expect(log).not.toHaveBeenCalled();
}

const isUnavailable = (status: number) => status === 503;

test.each<[string, () => unknown]>([
  ["a foreign error", () => new Error(`EVAL ${CANARY} failed`)],
  ["a network error", () => new TypeError("fetch failed", { cause: new Error(CANARY) })],
  ["an abort", () => new DOMException(CANARY, "AbortError")],
  ["undefined", () => undefined],
  ["text", () => CANARY],
  ["an object that cannot be turned into text", () => ({ toString: throwing(() => new Error(CANARY)) })],
  ["a LeaseholdError", () => new LeaseholdError("redis_busy", "Redis is busy")],
])("every route answers 503 when the client rejects with or throws %s", async (_what, error) => {
  await callEveryRoute(() => Promise.reject(error()), isUnavailable);
  await callEveryRoute(throwing(error), isUnavailable);
});

test("every route answers 503 when Redis never replies", async () => {
  vi.useFakeTimers();
  const called = callEveryRoute(waitForever, isUnavailable);
  let isOver = false;
  called.finally(() => {
    isOver = true;
  });
  while (!isOver) await vi.advanceTimersByTimeAsync(1_000);
  await called;
});

const NOW = "1700000000000";
// Replies that were once accepted: a cursor that does not advance, a time that is not a number, a damaged result, an
// invalid name, and a reply with a part missing.
const DAMAGED_REPLIES = [
  ["ok", `${NOW} 0`],
  ["ok", `${NOW} 0 - - - - ${"9".repeat(20)} - 0`, `${NOW} 5\n{}`, "", ""],
  ["ok", `${NOW} 0 - - - - - - 0`, "", "", `C ${NOW} {`],
  ["ok", "-no name"],
  ["ok", "L"],
];

test("every route has a documented response without secrets, whatever Redis replies", async () => {
  const word = fc.constantFrom("ok", "again", "full", "other_layout", CANARY);
  const text = fc.oneof(
    fc.constantFrom(
      ...["", "0", "1", "1 0 - 0", "1700000000000 0 - - - - - - 0", "L", "r", "LL", "-1", "9".repeat(30), "1 1 a"],
    ),
    fc.constantFrom(
      ...["1700000000000 5\n{}", `C 1 ${CANARY}`, "C 99999999999999999999 {", "L 1 1 0 5 5 1 1\nw\n\n", "W 1 w"],
      "H 1 1 a\nw",
    ),
    fc.string(),
    fc
      .array(fc.constantFrom("-", "0", "1", "7", "99999999999999999999", "x"), { maxLength: 12 })
      .map((words) => words.join(" ")),
  );
  const flatReply = fc
    .tuple(word, fc.array(fc.oneof(text, fc.integer()), { maxLength: 5 }))
    .map(([first, rest]) => [first, ...rest]);
  const reply = fc.oneof({ weight: 4, arbitrary: flatReply }, { weight: 1, arbitrary: fc.anything() });
  await fc.assert(
    fc.asyncProperty(reply, (value) =>
      callEveryRoute(
        async () => value,
        () => true,
      ),
    ),
    { seed: SEED, numRuns: 150, examples: DAMAGED_REPLIES.map((value): [unknown] => [value]) },
  );
}, 60_000);
