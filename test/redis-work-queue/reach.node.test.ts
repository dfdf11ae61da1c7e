// How far add and complete look into long lists, and what they take out of the notes of cleans: each script by itself, over
// the keys as they are.
import { beforeEach, describe, expect, inject, test } from "vitest";
import { upstash } from "../../src/index.ts";
import type { Script } from "../../src/redis/adapter.ts";
import { add, complete } from "../../src/redis-work-queue/scripts.gen.ts";
import { type Bench, benches } from "./kit/bench.ts";

const fresh = benches();
const REACH = 2;
const KEPT = "60000";
let bench: Bench;
let send: (...words: (string | number)[]) => Promise<unknown>;
let call: (script: Script & { keys: readonly string[] }, args: string[]) => Promise<unknown>;

beforeEach(() => {
  bench = fresh();
  const redis = upstash({ url: inject("restUrl"), token: inject("token") });
  const keyOf = (name: string) => {
    if (name === "queue" || name === "processing") return `:${name}`;
    return `:leasehold:${name}${name === "reply" ? `:${crypto.randomUUID()}` : ""}`;
  };
  // A word that begins with ":" is a key of the queue.
  send = (...words) => bench.wire.send(...words.map((word) => String(word).replace(/^:/, `${bench.prefix}:`)));
  call = (script, args) =>
    redis.run(
      script,
      script.keys.map((name) => bench.prefix + keyOf(name)),
      args,
    );
});

const push = (list: string, ...ids: string[]) => send("RPUSH", `:${list}`, ...ids);
const fields = async (key: string) => String(await send("HKEYS", `:leasehold:${key}`));

describe("add, of an item that is there", () => {
  const again = () => call(add, ["=5", bench.prefix, KEPT, "60", "0", String(REACH), "ta", "t1"]);

  test.each([
    ["is in no list that can be looked through", ["b", "c"], ["d", "e"], "a"],
    ["waits", ["a", "c"], ["d", "e"], ""],
    ["is in processing", ["b", "c"], ["d", "a"], ""],
    ["may wait in a list that is too long", ["b", "c", "d"], [], ""],
    ["may be in a processing that is too long", [], ["b", "c", "d"], ""],
  ])("notes for the cleans one that %s", async (_, queue, processing, noted) => {
    await send("SET", ":item:a", "0");
    if (queue.length > 0) await push("queue", ...queue);
    if (processing.length > 0) await push("processing", ...processing);
    expect(await again()).toEqual(["ok", "k"]);
    expect(await fields("marks")).toBe(noted);
  });

  test("notes none that is leased, and keeps the note that is there", async () => {
    await send("SET", ":item:a", "0");
    await send("SET", ":lease:a", "somebody", "EX", 60);
    await again();
    expect(await fields("marks")).toBe("");
    await send("DEL", ":lease:a");
    await send("HSET", ":leasehold:marks", "a", "3 - 1");
    await again();
    expect(String(await send("HGET", ":leasehold:marks", "a"))).toBe("3 - 1");
  });
});

test("add takes what is new out of what a deep clean has found", async () => {
  await send("HSET", ":leasehold:found", "a", "s", "b", "s");
  expect(await call(add, ["=5", bench.prefix, KEPT, "60", "0", String(REACH), "ta", "t1"])).toEqual(["ok", "a"]);
  expect(await fields("found")).toBe("b");
});

describe("complete", () => {
  const end = (holder: string) =>
    call(complete, [bench.prefix, KEPT, String(REACH), "ta", holder, holder && "0".repeat(40)]);

  test("takes the item out of wherever it stands, however often", async () => {
    await send("SET", ":item:a", "1");
    await push("queue", "a", "a");
    await push("processing", "a", "b", "a");
    await send("HSET", ":leasehold:found", "a", "s", "b", "s");
    expect(await end("")).toEqual(["ok", "1"]);
    expect(await bench.state()).toMatchObject({ processing: ["b"], others: [":leasehold:found"] });
    expect(await bench.state()).not.toHaveProperty("queue");
    expect(await fields("found")).toBe("b");
  });

  test.each([
    ["looks into a queue that is short for its own item", "me", "me", 2, []],
    ["leaves a long queue alone for its own item", "me", "me", 3, ["a"]],
    ["looks into a long queue for one that it does not hold", "", "other", 3, []],
  ])("%s", async (_, holder, holds, length, left) => {
    await send("SET", ":item:a", "1");
    await send("SET", ":lease:a", holds, "EX", 60);
    await push("queue", "a", ...Array.from({ length: length - 1 }, (_, i) => `other${i}`));
    await push("processing", "a");
    expect(await end(holder)).toEqual(["ok", "1"]);
    const { queue = [], processing = [] } = await bench.state();
    expect([queue.filter((id) => id === "a"), processing]).toEqual([left, []]);
  });

  test("of what is gone tidies up, whoever holds it", async () => {
    await push("processing", "a", "b");
    await send("SET", ":lease:a", "other", "EX", 60);
    expect(await end("me")).toEqual(["ok", "0"]);
    expect(await bench.state()).toEqual({ processing: ["b"] });
  });

  test("leaves alone what another holds", async () => {
    await send("SET", ":item:a", "1");
    await send("SET", ":lease:a", "other", "EX", 60);
    await push("processing", "a");
    const before = await bench.state();
    expect(await end("me")).toEqual(["ok", "0"]);
    expect(await bench.state()).toEqual(before);
  });
});
