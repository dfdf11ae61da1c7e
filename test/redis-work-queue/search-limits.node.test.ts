// The limits up to which add and complete search lists, and their effect on the notes of cleans. The tests call the scripts
// directly, on keys that they write themselves.
import { beforeEach, describe, expect, inject, test } from "vitest";
import { upstash } from "../../src/index.ts";
import type { Script } from "../../src/redis/adapter.ts";
import { add, complete } from "../../src/redis-work-queue/scripts.gen.ts";
import { connectItemQueues, type TestItemQueue } from "./kit/test-item-queue.ts";

const createTestItemQueue = connectItemQueues();
const MAX_SEARCHED = "2";
const REMEMBER = "60000";
let testQueue: TestItemQueue;
let send: (...parts: (string | number)[]) => Promise<unknown>;
let call: (script: Script & { keys: readonly string[] }, args: string[]) => Promise<unknown>;

beforeEach(() => {
  testQueue = createTestItemQueue();
  const redis = upstash({ url: inject("restUrl"), token: inject("token") });
  const keyOf = (name: string) => {
    if (name === "queue" || name === "processing") return `:${name}`;
    return `:leasehold:${name}${name === "reply" ? `:${crypto.randomUUID()}` : ""}`;
  };
  // A part that begins with ":" is a key of the queue.
  send = (...parts) =>
    testQueue.connection.send(...parts.map((part) => String(part).replace(/^:/, `${testQueue.prefix}:`)));
  call = (script, args) =>
    redis.run(
      script,
      script.keys.map((name) => testQueue.prefix + keyOf(name)),
      args,
    );
});

const push = (list: string, ...ids: string[]) => send("RPUSH", `:${list}`, ...ids);
const fieldsOf = async (key: string) => String(await send("HKEYS", `:leasehold:${key}`));

const addItem = () => call(add, ["=5", testQueue.prefix, REMEMBER, "60", "0", MAX_SEARCHED, "ta", "t1"]);

describe("add of an item that exists", () => {
  test.each([
    ["is in neither list", ["b", "c"], ["d", "e"], "a"],
    ["is in the queue", ["a", "c"], ["d", "e"], ""],
    ["is in processing", ["b", "c"], ["d", "a"], ""],
    ["may be in a queue that is too long to search", ["b", "c", "d"], [], ""],
    ["may be in a list of processing that is too long to search", [], ["b", "c", "d"], ""],
  ])("marks the item for the cleans only if it is in neither list: it %s", async (_, queue, processing, marked) => {
    await send("SET", ":item:a", "0");
    if (queue.length > 0) await push("queue", ...queue);
    if (processing.length > 0) await push("processing", ...processing);
    expect(await addItem()).toEqual(["ok", "k"]);
    expect(await fieldsOf("marks")).toBe(marked);
  });

  test("does not mark a leased item, and keeps an earlier mark", async () => {
    await send("SET", ":item:a", "0");
    await send("SET", ":lease:a", "other", "EX", 60);
    await addItem();
    expect(await fieldsOf("marks")).toBe("");
    await send("DEL", ":lease:a");
    await send("HSET", ":leasehold:marks", "a", "3 - 1");
    await addItem();
    expect(String(await send("HGET", ":leasehold:marks", "a"))).toBe("3 - 1");
  });
});

test("add deletes the note of a deep clean about a new item", async () => {
  await send("HSET", ":leasehold:found", "a", "s", "b", "s");
  expect(await addItem()).toEqual(["ok", "a"]);
  expect(await fieldsOf("found")).toBe("b");
});

describe("complete", () => {
  const completeAs = (holder: string) =>
    call(complete, [testQueue.prefix, REMEMBER, MAX_SEARCHED, "ta", holder, holder && "0".repeat(40)]);

  test("removes all entries of the id from both lists", async () => {
    await send("SET", ":item:a", "1");
    await push("queue", "a", "a");
    await push("processing", "a", "b", "a");
    await send("HSET", ":leasehold:found", "a", "s", "b", "s");
    expect(await completeAs("")).toEqual(["ok", "1"]);
    expect(await testQueue.readState()).toMatchObject({ processing: ["b"], others: [":leasehold:found"] });
    expect(await testQueue.readState()).not.toHaveProperty("queue");
    expect(await fieldsOf("found")).toBe("b");
  });

  test.each([
    ["searches a short queue for an item that the caller holds", "me", "me", 2, []],
    ["does not search a long queue for an item that the caller holds", "me", "me", 3, ["a"]],
    ["searches a long queue for an item that the caller does not hold", "", "other", 3, []],
  ])("%s", async (_, holder, currentHolder, length, left) => {
    await send("SET", ":item:a", "1");
    await send("SET", ":lease:a", currentHolder, "EX", 60);
    await push("queue", "a", ...Array.from({ length: length - 1 }, (_, i) => `other${i}`));
    await push("processing", "a");
    expect(await completeAs(holder)).toEqual(["ok", "1"]);
    const { queue = [], processing = [] } = await testQueue.readState();
    expect([queue.filter((id) => id === "a"), processing]).toEqual([left, []]);
  });

  test("removes the id and the lease of an item without data, even if another client holds it", async () => {
    await push("processing", "a", "b");
    await send("SET", ":lease:a", "other", "EX", 60);
    expect(await completeAs("me")).toEqual(["ok", "0"]);
    expect(await testQueue.readState()).toEqual({ processing: ["b"] });
  });

  test("changes nothing if another client holds the item", async () => {
    await send("SET", ":item:a", "1");
    await send("SET", ":lease:a", "other", "EX", 60);
    await push("processing", "a");
    const before = await testQueue.readState();
    expect(await completeAs("me")).toEqual(["ok", "0"]);
    expect(await testQueue.readState()).toEqual(before);
  });
});
