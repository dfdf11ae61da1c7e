// enqueue: what is written for new jobs, and nothing for those that are known.
import { expect, test } from "vitest";
import { enqueue } from "../../src/core/scripts.gen.ts";
import { benches, due, KEEP, order, record, redis, run, START, type State } from "./state.ts";

const fresh = benches();
const POLICY = "- - - -";
const META = { layout: "1", policy: POLICY };

/** The four fields of a job, and the key parts for those whose sender chose the id. */
type Given = [id: string, when?: string, window?: string, body?: string];
const args = (...jobs: Given[]) => ({
  fields: jobs.flatMap(([id, when = "", window = "0", body = "5\n{}"]) => [id, when, window, body]),
});
const parts = (...jobs: Given[]) => ({ ids: jobs.filter(([, , window]) => window !== "").map(([id]) => id) });

test("writes ready and delayed jobs, each in its place", async () => {
  const queue = fresh();
  const jobs: Given[] = [
    ["now"],
    ["soon", "+1000", "", '0\n"x"'],
    ["at", `@${START + 5_000}`, "0", "9 3 60000\n{}"],
    ["first", "", "0", "0 - 1000\n{}"],
    ["last", "+0", "", "9\n{}"],
    ["past", `@${START - 1}`],
  ];
  expect(await queue.call(enqueue, args(...jobs), parts(...jobs))).toEqual(["ok", "rddrrr", ""]);
  expect(await queue.state()).toEqual({
    ready: [
      ["first", order(2, 0)],
      ["now", order(1)],
      ["past", order(4)],
      ["last", order(3, 9)],
    ],
    delayed: [
      ["soon", due(START + 1_000, 0)],
      ["at", due(START + 5_000, 9)],
    ],
    expiring: [
      ["first", START + 1_000],
      ["at", START + 60_000],
    ],
    jobs: {
      now: record(),
      soon: record('"x"', "", 0),
      at: record("{}", "3 60000", 9),
      first: record("{}", "- 1000", 0),
      last: record("{}", "", 9),
      past: record(),
    },
    meta: { ...META, sequence: "4", enqueued: "6" },
    "reply:n": ["rddrrr", KEEP],
  });
});

test("creates nothing for an id in any state, nor for one that was seen", async () => {
  const queue = fresh();
  const before = {
    ready: [["ready", order(1)]] as [string, number][],
    delayed: [["delayed", due(START + 1)]] as [string, number][],
    leased: [["leased", START + 1]] as [string, number][],
    failed: [["failed", START]] as [string, number][],
    done: [["done", START]] as [string, number][],
    jobs: { ready: record(), delayed: record(), leased: record(), failed: record(), done: record(), nowhere: record() },
    runs: { leased: run("L", 1), failed: run("F", 2), done: run("D", 3) },
    meta: { ...META, sequence: "1", registered: "1" },
    "seen:seen": ["1", 60_000] as [string, number],
  };
  await queue.seed(before);
  const jobs: Given[] = ["ready", "delayed", "leased", "failed", "done", "nowhere", "seen"].map((id) => [
    id,
    "",
    "9000",
  ]);
  expect(await queue.call(enqueue, args(...jobs), parts(...jobs))).toEqual(["ok", "RDLFOSS", "1"]);
  expect(await queue.state()).toEqual({
    ...before,
    meta: { ...before.meta, duplicates: "7" },
    "reply:n": ["RDLFOSS", KEEP],
  });
});

test("remembers which jobs were asked for, and refuses others under the same nonce", async () => {
  const queue = fresh();
  const jobs: Given[] = [["a"]];
  const ask = (fingerprint: string, nonce = "n") =>
    queue.call(enqueue, { ...args(...jobs), fingerprint }, { ...parts(...jobs), nonce });
  expect(await ask("f1")).toEqual(["ok", "r", ""]);
  const after = {
    ready: [["a", order(1)]] as [string, number][],
    jobs: { a: record() },
    meta: { ...META, sequence: "1", enqueued: "1" },
    "reply:n": ["r f1", KEEP] as [string, number],
  };
  expect(await queue.state()).toEqual(after);
  expect(await ask("f1")).toEqual(["ok", "r", ""]);
  // Who says nothing of them asks as one did who knew of no fingerprints.
  expect(await ask("")).toEqual(["ok", "r", ""]);
  const again = { ...after, meta: { ...after.meta, replayed: "2" } };
  expect(await queue.state()).toEqual(again);
  expect(await ask("f2")).toEqual(["reused"]);
  expect(await queue.state()).toEqual(again);
  const old = {
    ...again,
    "reply:old": ["rR", KEEP] as [string, number],
    "reply:lease": ["1 0\n2 1 a", KEEP] as [string, number],
  };
  await queue.seed({ "reply:old": old["reply:old"], "reply:lease": old["reply:lease"] });
  expect(await ask("f1", "old")).toEqual(["ok", "rR", ""]);
  // What another operation was answered is no reply to this one.
  expect(await ask("f1", "lease")).toEqual(["reused"]);
  expect(await queue.state()).toEqual({ ...old, meta: { ...old.meta, replayed: "3" } });
});

test("creates a job once where its id stands twice in a batch, and remembers the id as the first of them asks", async () => {
  const queue = fresh();
  const jobs: Given[] = [
    ["a", "", "0", "5\n1"],
    ["b", "+1000", "5000"],
    ["a", "+1000", "3000", "5\n2"],
    ["b", "", "1000"],
  ];
  expect(await queue.call(enqueue, args(...jobs), parts(...jobs))).toEqual(["ok", "rdRD", ""]);
  expect(await queue.state()).toEqual({
    ready: [["a", order(1)]],
    delayed: [["b", due(START + 1_000)]],
    jobs: { a: record("1"), b: record() },
    meta: { ...META, sequence: "1", enqueued: "2", duplicates: "2" },
    "seen:b": ["1", 5_000],
    "reply:n": ["rdRD", KEEP],
  });
});

test("answers a repeated nonce as the first time, and changes only the count of replays", async () => {
  const queue = fresh();
  await queue.call(enqueue, args(["a"]), parts(["a"]));
  const before = await queue.state();
  expect(await queue.call(enqueue, args(["b"]), parts(["b"]))).toEqual(["ok", "r", ""]);
  expect(await queue.state()).toEqual({ ...before, meta: { ...before.meta, replayed: "1" } });
});

test("refuses a batch as a whole that the queue has no room for, and takes one that just fits", async () => {
  const queue = fresh();
  const before = {
    ready: [["r", order(1)]] as [string, number][],
    delayed: [["d", due(START + 1)]] as [string, number][],
    leased: [["l", START + 1]] as [string, number][],
    jobs: { r: record(), d: record(), l: record() },
    meta: { ...META, sequence: "1" },
  };
  await queue.seed(before);
  const three: Given[] = [["a", "", "60000"], ["b", "+1"], ["r"]];
  expect(await queue.call(enqueue, { ...args(...three), maxLength: 3 }, parts(...three))).toEqual(["full"]);
  expect(await queue.state()).toEqual(before);
  expect(await queue.call(enqueue, { ...args(...three), maxLength: 4 }, parts(...three))).toEqual(["ok", "rdR", ""]);
  expect(await queue.call(enqueue, { ...args(["r"]), maxLength: 1 }, { ...parts(["r"]), nonce: "m" })).toEqual([
    "ok",
    "R",
    "",
  ]);
});

test("refuses a job that is alone where there is no room", async () => {
  const queue = fresh();
  const before: State = { ready: [["r", order(1)]], jobs: { r: record() } };
  await queue.seed(before);
  expect(await queue.call(enqueue, { ...args(["a"]), maxLength: 1 }, parts(["a"]))).toEqual(["full"]);
  expect(await queue.state()).toEqual(before);
});

test("changes nothing when a job in the batch is damaged", async () => {
  const queue = fresh();
  const jobs: Given[] = [
    ["a", "", "1000"],
    ["b", "", "0", "x\n{}"],
  ];
  await expect(queue.call(enqueue, args(...jobs), parts(...jobs))).rejects.toMatchObject({ code: "redis_error" });
  expect(await queue.state()).toEqual({});
});

test("writes the policy when it is another, and leaves the rest of meta", async () => {
  const queue = fresh();
  await queue.seed({ meta: { ...META, sequence: "7", fence: "3", paused: "1", audit: "2 0" } });
  await queue.call(enqueue, { ...args(["a", "", "", "0\n"]), policy: "1000 - - 5" });
  expect(await queue.state()).toEqual({
    ready: [["a", order(8, 0)]],
    jobs: { a: record("", "", 0) },
    meta: { layout: "1", policy: "1000 - - 5", sequence: "8", fence: "3", paused: "1", audit: "2 0", enqueued: "1" },
    "reply:n": ["r", KEEP],
  });
});

test("keeps ids and payloads of odd characters as they are", async () => {
  const queue = fresh();
  const ids = [" ", "%", "%1 %s", "ünï 😀", "\u2028", "a}b{c", "*", "7", "é", "x".repeat(256)];
  const jobs: Given[] = ids.map((id) => [id, "", "1000", `5\n${id}\n%d\u0000`]);
  expect(await queue.call(enqueue, args(...jobs), parts(...jobs))).toEqual(["ok", "r".repeat(ids.length), ""]);
  expect(await queue.state()).toEqual({
    ready: ids.map((id, i) => [id, order(i + 1)]),
    jobs: Object.fromEntries(ids.map((id) => [id, record(`${id}\n%d\u0000`)])),
    meta: { ...META, sequence: String(ids.length), enqueued: String(ids.length) },
    ...Object.fromEntries(ids.map((id) => [`seen:${id}`, ["1", 1_000]])),
    "reply:n": ["r".repeat(ids.length), KEEP],
  });
});

test("keeps the bands of priorities apart when the sequence is large", async () => {
  const queue = fresh();
  await queue.seed({ meta: { ...META, sequence: "9999999999990" } });
  await queue.call(enqueue, args(["a", "", "", "9\n"], ["b", "", "", "8\n"], ["c", "", "", "0\n"]));
  expect((await queue.state()).ready).toEqual([
    ["c", 9_999_999_999_993],
    ["b", 89_999_999_999_992],
    ["a", 99_999_999_999_991],
  ]);
  const [score] = await redis().zmScore(queue.keys.resolve(["ready"], {})[0] ?? "", ["a"]);
  expect(Number.isSafeInteger(score)).toBe(true);
});

test("tells nobody, and forgets no id, when every job was known", async () => {
  const queue = fresh();
  const listener = redis().duplicate();
  await listener.connect();
  const heard: string[] = [];
  await listener.subscribe(queue.keys.channel, (message) => heard.push(message));
  await queue.call(enqueue, { ...args(["a"]), channel: queue.keys.channel }, { ...parts(["a"]), nonce: "1" });
  await queue.call(enqueue, { ...args(["a"]), channel: queue.keys.channel }, { ...parts(["a"]), nonce: "2" });
  await queue.call(
    enqueue,
    { ...args(["b"]), channel: queue.keys.channel, clock: `=${START + 1}` },
    { ...parts(["b"]), nonce: "3" },
  );
  await listener.ping();
  expect(heard).toEqual([String(START), String(START + 1)]);
  listener.destroy();
});
