// A client with a faulty connection: each fault has its effect, planned or random, and is the same for the same seed.
import { Redis } from "@upstash/redis/cloudflare";
import { expect, inject, test } from "vitest";
import { type Adapter, type Script, upstash } from "../../src/index.ts";
import { type ChaosOptions, chaos, type Fault, type PlannedFault, parseChaos } from "../../src/testing.ts";
import { Clock, freshQueue } from "../setup/queue.ts";

const real = () => upstash({ url: inject("restUrl"), token: inject("token") });

/** Creates a queue over a client with faults. */
function createChaosQueue(options: ChaosOptions, redis: Parameters<typeof chaos>[0] = real()) {
  const client = chaos(redis, options);
  const clock = new Clock();
  return { client, clock, queue: freshQueue<string>({ redis: client, now: clock.now }) };
}

test.each<[Fault, exists: boolean]>([
  ["dropRequest", false],
  ["dropReply", true],
  ["cutBody", true],
])("%s rejects as if Redis were unreachable, and the job exists: %s", async (fault, exists) => {
  const { queue, client } = createChaosQueue({ plan: [`enqueue#1=${fault}`] });
  await expect(queue.enqueue("a", { id: "a" })).rejects.toMatchObject({ code: "redis_unreachable" });
  expect((await queue.get("a"))?.state).toBe(exists ? "ready" : undefined);
  expect(client.faults).toMatchObject({ [fault]: 1 });
});

test("an error rejects as a refusal by Redis, and has no effect", async () => {
  const { queue } = createChaosQueue({ plan: ["enqueue#1=error"] });
  await expect(queue.enqueue("a", { id: "a" })).rejects.toMatchObject({ code: "redis_busy" });
  expect(await queue.get("a")).toBeUndefined();
  const full = createChaosQueue({ plan: ["enqueue#1=error"], errorReply: "OOM command not allowed" });
  await expect(full.queue.enqueue("a")).rejects.toMatchObject({ code: "redis_full" });
});

test("a doubled request takes effect once", async () => {
  const { queue, client } = createChaosQueue({
    plan: ["enqueue#1=duplicate", "lease#1=duplicate", "settle#1=duplicate"],
  });
  await queue.enqueue("a");
  const { jobs } = await queue.lease({ count: 5 });
  expect(jobs.map(({ data }) => data)).toEqual(["a"]);
  expect(await jobs[0]?.complete()).toBe(true);
  expect((await queue.counts()).totals).toMatchObject({ enqueued: 1, leased: 1, completed: 1, replayed: 3 });
  expect(client.faults.duplicate).toBe(3);
});

test("a copy that arrives after later requests has no effect", async () => {
  const { queue, client } = createChaosQueue({ plan: ["settle#1=duplicate", "settle#1=delay:200"] });
  await queue.enqueueMany([{ data: "a" }, { data: "b" }]);
  const { jobs } = await queue.lease({ count: 2 });
  expect(await jobs[0]?.complete()).toBe(true);
  expect((await queue.counts()).totals.replayed).toBe(0);
  // This request reuses the lane of the first one, so the copy of the first is late there.
  expect(await jobs[1]?.complete()).toBe(true);
  await client.settled();
  expect((await queue.counts()).totals).toMatchObject({ completed: 2, replayed: 0, stale: 0 });
});

test("a delayed copy without a later request in its lane gets the first reply", async () => {
  const { queue, client } = createChaosQueue({ plan: ["settle#1=duplicate", "settle#1=delay:20"] });
  await queue.enqueue("a");
  const { jobs } = await queue.lease();
  expect(await jobs[0]?.complete()).toBe(true);
  await client.settled();
  expect((await queue.counts()).totals).toMatchObject({ completed: 1, replayed: 1, stale: 0 });
});

test("an overtaken request arrives after a later one", async () => {
  // Without batching: both calls would be one request.
  const queue = freshQueue<string>({ redis: chaos(real(), { plan: ["enqueue#1=reorder"] }), batching: false });
  await Promise.all([queue.enqueue("first", { id: "first" }), queue.enqueue("second", { id: "second" })]);
  const { jobs } = await queue.lease({ count: 2 });
  expect(jobs.map(({ id }) => id)).toEqual(["second", "first"]);
});

test("a request that no other overtakes is sent after a timeout", async () => {
  const { queue } = createChaosQueue({ reorder: 1 });
  expect(await queue.enqueue("a")).toMatchObject({ created: true });
});

test("a planned number counts the requests of its operation, whatever comes between", async () => {
  const { queue, client } = createChaosQueue({ plan: ["lease#3=dropReply"] });
  await queue.enqueueMany([{ data: "a" }, { data: "b" }, { data: "c" }]);
  for (const n of [1, 2]) {
    expect((await queue.lease()).jobs, `lease ${n}`).toHaveLength(1);
    await queue.counts();
  }
  const lost = { idempotencyKey: "third" };
  await expect(queue.lease(lost)).rejects.toThrow("Redis did not answer (ECONNRESET)");
  expect((await queue.lease(lost)).jobs.map(({ data }) => data)).toEqual(["c"]);
  expect(client.faults.dropReply).toBe(1);
});

test("any client that a queue takes can be wrapped", async () => {
  const { queue } = createChaosQueue(
    { plan: ["enqueue#1=dropReply"] },
    new Redis({ url: inject("restUrl"), token: inject("token") }),
  );
  await expect(queue.enqueue("a")).rejects.toMatchObject({ code: "redis_unreachable" });
  expect((await queue.lease()).jobs.map(({ data }) => data)).toEqual(["a"]);
});

test("subscriptions pass through, so a waiting lease is woken", async () => {
  const { queue } = createChaosQueue({ seed: 3 });
  const waiting = queue.lease({ wait: "10s" });
  await queue.enqueue("a");
  expect((await waiting).jobs).toHaveLength(1);
});

/** An adapter without a Redis, for tests of the faults alone. */
const echo: Adapter = { run: async ({ name }) => name };

/** Returns a faulty client of an adapter with `runMany`, the scripts that arrived, and a function that sends some. */
function createChaosBatches(options: ChaosOptions) {
  const arrived: string[] = [];
  const runMany: Adapter["runMany"] = (calls) =>
    calls.map(async ({ script }) => {
      arrived.push(script.name);
      if (script.name === "broken") throw new Error("broken");
      return script.name;
    });
  const client = chaos({ ...echo, runMany }, options);
  const send = async (...names: string[]) => {
    const calls = names.map((name) => ({ script: { name, text: "" }, keys: [], args: [] }));
    const replies = await Promise.allSettled(client.runMany?.(calls) ?? []);
    return replies.map((reply) =>
      reply.status === "fulfilled" ? reply.value : `${reply.reason.code} ${reply.reason.message.split(";")[0]}`,
    );
  };
  return { client, arrived, send };
}

const LOST = "Redis did not answer";

test.each<[Fault, arrived: string[], replies: (name: string) => string]>([
  ["dropRequest", [], (name) => `redis_unreachable ${name}: ${LOST} (ECONNRESET)`],
  ["dropReply", ["a", "b"], (name) => `redis_unreachable ${name}: ${LOST} (ECONNRESET)`],
  ["cutBody", ["a", "b"], (name) => `redis_unreachable ${name}: ${LOST} (UND_ERR_SOCKET)`],
  ["duplicate", ["a", "b", "a", "b"], (name) => name],
])("%s affects all scripts of one request", async (fault, sent, replyTo) => {
  const { client, arrived, send } = createChaosBatches({ plan: [`b#2=${fault}`] });
  expect(await send("b")).toEqual(["b"]);
  expect(await send("a", "b")).toEqual(["a", "b"].map(replyTo));
  expect(arrived).toEqual(["b", ...sent]);
  expect(await send("b", "a")).toEqual(["b", "a"]);
  expect(client.faults).toMatchObject({ [fault]: 1 });
});

test("an error refuses all scripts of one request, each by its name", async () => {
  const { arrived, send } = createChaosBatches({ plan: ["a#1=error"], errorReply: "OOM command not allowed" });
  const [one, other] = await send("a", "b");
  expect([one, other]).toEqual([expect.stringMatching(/^redis_full a: /), expect.stringMatching(/^redis_full b: /)]);
  expect(arrived).toEqual([]);
});

test("a script that fails leaves the other replies of its request unchanged", async () => {
  const { send } = createChaosBatches({});
  expect(await send("a", "broken", "b")).toEqual(["a", "undefined broken", "b"]);
});

test("a client without runMany has none behind a faulty connection either", () => {
  expect(chaos(echo, {}).runMany).toBeUndefined();
});

/** Sends scripts in an order. Resolves with a text of the outcomes of each script: "." without a fault, "x" with one. */
async function formatOutcomes(options: ChaosOptions, order: string[]): Promise<string> {
  const client = chaos(echo, options);
  const outcomes: Record<string, string[]> = {};
  for (const name of order) {
    const before = JSON.stringify(client.faults);
    await client.run({ name, text: "" } satisfies Script, [], []).catch(() => {});
    outcomes[name] = [...(outcomes[name] ?? []), before === JSON.stringify(client.faults) ? "." : "x"];
  }
  return JSON.stringify(Object.entries(outcomes).sort());
}

test("a seed gives the same faults each time, even if the operations come in another order", async () => {
  const options = { dropReply: 0.3, dropRequest: 0.1, error: 0.1 };
  const [one, other] = [Array.from({ length: 80 }, (_, i) => (i % 2 ? "lease" : "settle")), [] as string[]];
  for (const name of ["settle", "lease"]) other.push(...Array<string>(40).fill(name));
  const first = await formatOutcomes({ ...options, seed: 7 }, one);
  expect(await formatOutcomes({ ...options, seed: 7 }, one)).toBe(first);
  expect(await formatOutcomes({ ...options, seed: 7 }, other)).toBe(first);
  expect(await formatOutcomes({ ...options, seed: 8 }, one)).not.toBe(first);
});

test("each fault is about as frequent as its probability, and another fault does not change it", async () => {
  const client = chaos(echo, { seed: 5, dropReply: 0.2, duplicate: 0.05 });
  for (let i = 0; i < 4_000; i++) await client.run({ name: "turn", text: "" }, [], []).catch(() => {});
  expect(client.faults.dropReply).toBeGreaterThan(700);
  expect(client.faults.dropReply).toBeLessThan(900);
  expect(client.faults.duplicate).toBeGreaterThan(140);
  expect(client.faults.duplicate).toBeLessThan(260);
  const more = chaos(echo, { seed: 5, dropReply: 0.2, duplicate: 0.05, cutBody: 0.3 });
  for (let i = 0; i < 4_000; i++) await more.run({ name: "turn", text: "" }, [], []).catch(() => {});
  expect(more.faults).toMatchObject({ dropReply: client.faults.dropReply, duplicate: client.faults.duplicate });
});

test("calm ends the faults", async () => {
  const { queue, client } = createChaosQueue({ dropRequest: 1 });
  await expect(queue.enqueue("a")).rejects.toThrow();
  client.calm();
  expect(await queue.enqueue("a")).toMatchObject({ created: true });
});

test("parseChaos returns the options of a command line", () => {
  expect(parseChaos("seed=7, dropReply=0.2,delay=0.1,longestDelay=5s,lease#3=dropReply,turn#*=delay:45s")).toEqual({
    seed: 7,
    dropReply: 0.2,
    delay: 0.1,
    longestDelay: "5s",
    plan: ["lease#3=dropReply", "turn#*=delay:45s"],
  });
  expect(parseChaos("errorReply=OOM no memory")).toEqual({ errorReply: "OOM no memory" });
});

test.each(["dropReplies=0.2", "dropReply=2", "dropReply", "dropReply=", "lease#0=dropReply", "lease#1=lost", "seed=x"])(
  "parseChaos refuses %s with a reason",
  (text) => {
    expect(() => parseChaos(text)).toThrow(/^chaos: /);
  },
);

test("wrong options are refused when the client is wrapped", () => {
  expect(() => chaos(echo, { duplicate: 1.5 })).toThrow("duplicate must be a probability from 0 to 1");
  expect(() => chaos(echo, { plan: ["lease=dropReply" as PlannedFault] })).toThrow("is not a planned fault");
  expect(() => chaos(echo, { plan: ["lease#1=dropReply:5s" as PlannedFault] })).toThrow("is not a planned fault");
});
