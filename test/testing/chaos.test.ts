// A bad connection on purpose: each fault is what it says, by script and by chance, and the same for the same seed.
import { Redis } from "@upstash/redis/cloudflare";
import { expect, inject, test } from "vitest";
import { type Adapter, type Script, upstash } from "../../src/index.ts";
import { type ChaosOptions, chaos, type Fault, type PlannedFault, parseChaos } from "../../src/testing.ts";
import { Clock, freshQueue } from "../setup/queue.ts";

const real = () => upstash({ url: inject("restUrl"), token: inject("token") });

function queueOver(options: ChaosOptions, redis: Parameters<typeof chaos>[0] = real()) {
  const wire = chaos(redis, options);
  const clock = new Clock();
  return { wire, clock, queue: freshQueue<string>({ redis: wire, now: clock.now }) };
}

test.each<[Fault, created: boolean]>([
  ["dropRequest", false],
  ["dropReply", true],
  ["cutBody", true],
])("%s looks as if Redis were away, and the job is there: %s", async (fault, isThere) => {
  const { queue, wire } = queueOver({ plan: [`enqueue#1=${fault}`] });
  await expect(queue.enqueue("a", { id: "a" })).rejects.toMatchObject({ code: "redis_unreachable" });
  expect((await queue.get("a"))?.state).toBe(isThere ? "ready" : undefined);
  expect(wire.faults).toMatchObject({ [fault]: 1 });
});

test("an error is Redis's refusal, and nothing has happened", async () => {
  const { queue } = queueOver({ plan: ["enqueue#1=error"] });
  await expect(queue.enqueue("a", { id: "a" })).rejects.toMatchObject({ code: "redis_busy" });
  expect(await queue.get("a")).toBeUndefined();
  const full = queueOver({ plan: ["enqueue#1=error"], errorReply: "OOM command not allowed" });
  await expect(full.queue.enqueue("a")).rejects.toMatchObject({ code: "redis_full" });
});

test("a request that is doubled takes effect once", async () => {
  const { queue, wire } = queueOver({ plan: ["enqueue#1=duplicate", "lease#1=duplicate", "settle#1=duplicate"] });
  await queue.enqueue("a");
  const { jobs } = await queue.lease({ count: 5 });
  expect(jobs.map(({ data }) => data)).toEqual(["a"]);
  expect(await jobs[0]?.complete()).toBe(true);
  expect((await queue.counts()).totals).toMatchObject({ enqueued: 1, leased: 1, completed: 1, replayed: 3 });
  expect(wire.faults.duplicate).toBe(3);
});

test("a copy that is late arrives when others have gone on, and has no effect", async () => {
  const { queue, wire } = queueOver({ plan: ["settle#1=duplicate", "settle#1=delay:20"] });
  await queue.enqueueMany([{ data: "a" }, { data: "b" }]);
  const { jobs } = await queue.lease({ count: 2 });
  expect(await jobs[0]?.complete()).toBe(true);
  expect((await queue.counts()).totals.replayed).toBe(0);
  // This goes by the lane that the first has left free, so that the copy of the first comes too late there.
  expect(await jobs[1]?.complete()).toBe(true);
  await wire.settled();
  expect((await queue.counts()).totals).toMatchObject({ completed: 2, replayed: 0, stale: 0 });
});

test("a copy that is late, and after which nothing came in its lane, is answered as the first was", async () => {
  const { queue, wire } = queueOver({ plan: ["settle#1=duplicate", "settle#1=delay:20"] });
  await queue.enqueue("a");
  const { jobs } = await queue.lease();
  expect(await jobs[0]?.complete()).toBe(true);
  await wire.settled();
  expect((await queue.counts()).totals).toMatchObject({ completed: 1, replayed: 1, stale: 0 });
});

test("a request that is overtaken arrives after a later one", async () => {
  // Without batching, since both calls would travel as one request.
  const queue = freshQueue<string>({ redis: chaos(real(), { plan: ["enqueue#1=reorder"] }), batching: false });
  await Promise.all([queue.enqueue("first", { id: "first" }), queue.enqueue("second", { id: "second" })]);
  const { jobs } = await queue.lease({ count: 2 });
  expect(jobs.map(({ id }) => id)).toEqual(["second", "first"]);
});

test("a request that nobody overtakes goes on by itself", async () => {
  const { queue } = queueOver({ reorder: 1 });
  expect(await queue.enqueue("a")).toMatchObject({ created: true });
});

test("the third of an operation is the third of that one, whatever comes between", async () => {
  const { queue, wire } = queueOver({ plan: ["lease#3=dropReply"] });
  await queue.enqueueMany([{ data: "a" }, { data: "b" }, { data: "c" }]);
  for (const n of [1, 2]) {
    expect((await queue.lease()).jobs, `lease ${n}`).toHaveLength(1);
    await queue.counts();
  }
  const lost = { idempotencyKey: "third" };
  await expect(queue.lease(lost)).rejects.toThrow("Redis did not answer (ECONNRESET)");
  expect((await queue.lease(lost)).jobs.map(({ data }) => data)).toEqual(["c"]);
  expect(wire.faults.dropReply).toBe(1);
});

test("any client that a queue takes can be wrapped", async () => {
  const { queue } = queueOver(
    { plan: ["enqueue#1=dropReply"] },
    new Redis({ url: inject("restUrl"), token: inject("token") }),
  );
  await expect(queue.enqueue("a")).rejects.toMatchObject({ code: "redis_unreachable" });
  expect((await queue.lease()).jobs.map(({ data }) => data)).toEqual(["a"]);
});

test("messages come through, so that a worker hears of work", async () => {
  const { queue } = queueOver({ seed: 3 });
  const waiting = queue.lease({ wait: "10s" });
  await queue.enqueue("a");
  expect((await waiting).jobs).toHaveLength(1);
});

/** An adapter that answers without a Redis, for what is about the dice alone. */
const echo: Adapter = { run: async ({ name }) => name };

/** A bad connection to an adapter that takes scripts together; what it is sent, and how each script is answered. */
function together(options: ChaosOptions) {
  const arrived: string[] = [];
  const runMany: Adapter["runMany"] = (calls) =>
    calls.map(async ({ script }) => {
      arrived.push(script.name);
      if (script.name === "broken") throw new Error("broken");
      return script.name;
    });
  const wire = chaos({ ...echo, runMany }, options);
  const send = async (...names: string[]) => {
    const calls = names.map((name) => ({ script: { name, text: "" }, keys: [], args: [] }));
    const replies = await Promise.allSettled(wire.runMany?.(calls) ?? []);
    return replies.map((reply) =>
      reply.status === "fulfilled" ? reply.value : `${reply.reason.code} ${reply.reason.message.split(";")[0]}`,
    );
  };
  return { wire, arrived, send };
}

const LOST = "Redis did not answer";

test.each<[Fault, arrived: string[], replies: (name: string) => string]>([
  ["dropRequest", [], (name) => `redis_unreachable ${name}: ${LOST} (ECONNRESET)`],
  ["dropReply", ["a", "b"], (name) => `redis_unreachable ${name}: ${LOST} (ECONNRESET)`],
  ["cutBody", ["a", "b"], (name) => `redis_unreachable ${name}: ${LOST} (UND_ERR_SOCKET)`],
  ["duplicate", ["a", "b", "a", "b"], (name) => name],
])("%s meets all scripts of one request", async (fault, sent, replyTo) => {
  const { wire, arrived, send } = together({ plan: [`b#2=${fault}`] });
  expect(await send("b")).toEqual(["b"]);
  expect(await send("a", "b")).toEqual(["a", "b"].map(replyTo));
  expect(arrived).toEqual(["b", ...sent]);
  expect(await send("b", "a")).toEqual(["b", "a"]);
  expect(wire.faults).toMatchObject({ [fault]: 1 });
});

test("Redis refuses all scripts of one request, each by its name", async () => {
  const { arrived, send } = together({ plan: ["a#1=error"], errorReply: "OOM command not allowed" });
  const [one, other] = await send("a", "b");
  expect([one, other]).toEqual([expect.stringMatching(/^redis_full a: /), expect.stringMatching(/^redis_full b: /)]);
  expect(arrived).toEqual([]);
});

test("a script that fails leaves the replies of others in its request alone", async () => {
  const { send } = together({});
  expect(await send("a", "broken", "b")).toEqual(["a", "undefined broken", "b"]);
});

test("a client that sends scripts one by one does so over a bad connection too", () => {
  expect(chaos(echo, {}).runMany).toBeUndefined();
});

/** What happens to each of some requests, told by who asked and in what order the two came. */
async function played(options: ChaosOptions, order: string[]): Promise<string> {
  const wire = chaos(echo, options);
  const seen: Record<string, string[]> = {};
  for (const name of order) {
    const before = JSON.stringify(wire.faults);
    await wire.run({ name, text: "" } satisfies Script, [], []).catch(() => {});
    seen[name] = [...(seen[name] ?? []), before === JSON.stringify(wire.faults) ? "." : "x"];
  }
  return JSON.stringify(Object.entries(seen).sort());
}

test("a seed does the same each time, also when the operations come in another order", async () => {
  const options = { dropReply: 0.3, dropRequest: 0.1, error: 0.1 };
  const [one, other] = [Array.from({ length: 80 }, (_, i) => (i % 2 ? "lease" : "settle")), [] as string[]];
  for (const name of ["settle", "lease"]) other.push(...Array<string>(40).fill(name));
  const first = await played({ ...options, seed: 7 }, one);
  expect(await played({ ...options, seed: 7 }, one)).toBe(first);
  expect(await played({ ...options, seed: 7 }, other)).toBe(first);
  expect(await played({ ...options, seed: 8 }, one)).not.toBe(first);
});

test("each fault happens about as often as asked, and one more changes nothing about the others", async () => {
  const wire = chaos(echo, { seed: 5, dropReply: 0.2, duplicate: 0.05 });
  for (let i = 0; i < 4_000; i++) await wire.run({ name: "turn", text: "" }, [], []).catch(() => {});
  expect(wire.faults.dropReply).toBeGreaterThan(700);
  expect(wire.faults.dropReply).toBeLessThan(900);
  expect(wire.faults.duplicate).toBeGreaterThan(140);
  expect(wire.faults.duplicate).toBeLessThan(260);
  const more = chaos(echo, { seed: 5, dropReply: 0.2, duplicate: 0.05, cutBody: 0.3 });
  for (let i = 0; i < 4_000; i++) await more.run({ name: "turn", text: "" }, [], []).catch(() => {});
  expect(more.faults).toMatchObject({ dropReply: wire.faults.dropReply, duplicate: wire.faults.duplicate });
});

test("nothing happens any more once it is calm", async () => {
  const { queue, wire } = queueOver({ dropRequest: 1 });
  await expect(queue.enqueue("a")).rejects.toThrow();
  wire.calm();
  expect(await queue.enqueue("a")).toMatchObject({ created: true });
});

test("a command line says the same as options", () => {
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
  "%s is refused with a reason",
  (text) => {
    expect(() => parseChaos(text)).toThrow(/^chaos: /);
  },
);

test("options that are wrong are refused before anything is sent", () => {
  expect(() => chaos(echo, { duplicate: 1.5 })).toThrow("duplicate must be a chance from 0 to 1");
  expect(() => chaos(echo, { plan: ["lease=dropReply" as PlannedFault] })).toThrow("is no planned fault");
  expect(() => chaos(echo, { plan: ["lease#1=dropReply:5s" as PlannedFault] })).toThrow("is no planned fault");
});
