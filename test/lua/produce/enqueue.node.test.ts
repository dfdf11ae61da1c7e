// enqueue: what is written for new jobs, and nothing for those that are known.
import { describe, expect, test } from "vitest";
import { bucketDigits } from "../../../src/engine/keys.ts";
import { enqueue } from "../../../src/engine/scripts.gen.ts";
import { enqueueAll, type NewJob } from "../kit/enqueuing.ts";
import { recording } from "../kit/recording.ts";
import { benches, clockAt, due, head, place, record, redis, reply, START, type State, tick } from "../kit/state.ts";

const fresh = benches();
const HEARD = String(START + 600_000);

test("writes ready and delayed jobs, each in its place, and makes the queue", async () => {
  const queue = fresh();
  const jobs: NewJob[] = [
    ["now"],
    ["soon", "0 +1000 - - -", '"x"'],
    ["at", `9 @${START + 5_000} 0 3 60000`],
    ["first", "0 - 0 - 1000"],
    ["last", "9 +0 - - -"],
    ["past", `5 @${START - 1} 0 - -`],
    ["present", `5 @${START} 0 - -`],
  ];
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", "rddrrrr", "u"]);
  expect(await queue.state()).toEqual({
    ready: [
      ["first", place(4, 0)],
      ["now", place(1)],
      ["past", place(6)],
      ["present", place(7)],
      ["last", place(5, 9)],
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
      now: record(place(1)),
      soon: record(place(0, 0, START + 1_000), '"x"', `c${START}`),
      at: record(place(0, 9, START + 5_000), "{}", `c${START} m3 x${START + 60_000}`),
      first: record(place(4, 0), "{}", `x${START + 1_000}`),
      last: record(place(5, 9)),
      past: record(place(6)),
      present: record(place(7)),
    },
    // Nobody knows yet what is due, and somebody may wait for the queue.
    meta: { head: head({ flags: "h", tick: tick(7), due: 0, enqueued: 7 }), born: String(START), heard: HEARD },
    ...reply("rddrrrr"),
  });
});

test("notes of a queue that exists when something is due, and leaves the rest of meta", async () => {
  const queue = fresh();
  const meta = { policy: "1 2 3 4", registered: String(START), born: "1", audit: "2 0", retried: "3" };
  await queue.seed({
    meta: { ...meta, head: head({ flags: "p", due: START + 9_000, runs: 3, enqueued: 6, leased: 5 }) },
  });
  const jobs: NewJob[] = [
    ["a", "5 +8000 - - -"],
    ["b", "5 - - - 7000"],
    ["c", "5 +7500 - - 20000"],
  ];
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", "drd"]);
  expect((await queue.state()).meta).toEqual({
    ...meta,
    head: head({ flags: "p", tick: tick(103), due: START + 7_000, runs: 3, enqueued: 9, leased: 5 }),
  });
});

test("takes jobs of one kind as one group", async () => {
  const queue = fresh();
  await queue.seed({ meta: { head: head(), registered: String(START) } });
  const items = [
    "7 2 - 5000 2 - -",
    "a",
    "1",
    "b",
    "2",
    "1 1 - - - - -",
    "c",
    "3",
    "7 2 +5 - - - -",
    "d",
    "4",
    "e",
    "5",
  ];
  const buckets = bucketDigits(["a", "b", "c", "d", "e"]);
  expect(await queue.call(enqueue, { items, buckets }, { buckets, results: ["a", "b"] })).toEqual(["ok", "rrrdd"]);
  expect(await queue.state()).toMatchObject({
    ready: [
      ["c", place(103, 1)],
      ["a", place(101, 7)],
      ["b", place(102, 7)],
    ],
    delayed: [
      ["d", due(START + 5, 7)],
      ["e", due(START + 5, 7, 1)],
    ],
    seen: [
      ["a", START + 5_000],
      ["b", START + 5_000],
    ],
    jobs: { a: record(place(101, 7), "1", "m2"), c: record(place(103, 1), "3") },
  });
});

describe("a queue with a largest length", () => {
  const before: State = {
    ready: [["r", place(1)]],
    delayed: [["d", due(START + 1)]],
    leased: [["l", START + 1]],
    jobs: { r: record(), d: record(), l: record() },
    meta: { head: head(), registered: String(START) },
  };
  const three: NewJob[] = [
    ["a", "5 - 60000 - -"],
    ["b", "5 +1 - - -"],
    ["r", "5 - 0 - -"],
  ];

  test("refuses a batch as a whole that it has no room for, and takes one that just fits", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await enqueueAll(queue, three, { maxLength: 3 })).toEqual(["full"]);
    expect(await queue.state()).toEqual(before);
    expect(await enqueueAll(queue, three, { maxLength: 4 })).toEqual(["ok", "rdR"]);
    expect(await enqueueAll(queue, [["r", "5 - 0 - -"]], { maxLength: 1, number: 2 })).toEqual(["ok", "R"]);
  });

  test("refuses a job that is alone, and takes the same request when there is room", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await enqueueAll(queue, [["a"]], { maxLength: 2 })).toEqual(["full"]);
    expect(await queue.state()).toEqual(before);
    expect(await enqueueAll(queue, [["a"]], { maxLength: 3 })).toEqual(["ok", "r"]);
  });
});

test("changes nothing when a job in the batch is damaged", async () => {
  const queue = fresh();
  const jobs: NewJob[] = [
    ["a", "5 - 1000 - -"],
    ["b", "x - 0 - -"],
  ];
  await expect(enqueueAll(queue, jobs)).rejects.toMatchObject({ code: "redis_error" });
  expect(await queue.state()).toEqual({});
});

test.each([
  [2_000, ""],
  [2_001, "l"],
])("notes whether a payload is large: %d bytes", async (size, flags) => {
  const queue = fresh();
  await queue.seed({ meta: { head: head() } });
  await enqueueAll(queue, [["a"], ["b", "5 - - - -", "x".repeat(size)], ["c", "5 - - - -", "y".repeat(size)]]);
  expect((await queue.state()).meta?.head).toBe(head({ flags, tick: tick(103), enqueued: 3 }));
});

test.each([
  ["half an hour ago", START - 1_800_000, ["u"]],
  ["later", START - 1_799_999, []],
])("asks to register a queue that was registered %s", async (_, registered, lines) => {
  const queue = fresh();
  await queue.seed({ meta: { head: head(), registered: String(registered) } });
  expect(await enqueueAll(queue, [["a"]])).toEqual(["ok", "r", ...lines]);
});

test("keeps ids and payloads of odd characters as they are", async () => {
  const queue = fresh();
  const ids = [" ", "%", "%1 %s", "ünï 😀", "\u2028", "a}b{c", "*", "7", "é", "x".repeat(256), "\u007f"];
  const jobs = ids.map((id): NewJob => [id, "5 - 1000 - -", `${id}\n%d\u0000:\t`]);
  expect(await enqueueAll(queue, jobs)).toEqual(["ok", "r".repeat(ids.length), "u"]);
  expect(await queue.state()).toMatchObject({
    ready: ids.map((id, i) => [id, place(i + 1)]),
    jobs: Object.fromEntries(ids.map((id, i) => [id, record(place(i + 1), `${id}\n%d\u0000:\t`)])),
    seen: [...ids].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))).map((id) => [id, START + 1_000]),
  });
});

test("keeps the bands of priorities apart when ticks are large", async () => {
  const queue = fresh();
  const last = 898_999_999_999_990;
  await queue.seed({ meta: { head: head({ tick: last }) } });
  await enqueueAll(queue, [
    ["a", "9 - - - -"],
    ["b", "8 - - - -"],
    ["c", "0 - - - -"],
  ]);
  expect((await queue.state()).ready).toEqual([
    ["c", last + 3],
    ["b", 7_200_000_000_000_000 + last + 2],
    ["a", 8_100_000_000_000_000 + last + 1],
  ]);
  const [score] = await redis().zmScore(`${queue.keys.root}ready`, ["a"]);
  expect(Number.isSafeInteger(score)).toBe(true);
});

test("gives each job a later tick than the one before, also when the clock is set back", async () => {
  const queue = fresh();
  for (const [i, time] of [START, START, START - 5_000, START + 1].entries())
    await enqueueAll(queue, [[`${i}a`], [`${i}b`]], { times: clockAt(time), number: i + 1 });
  const places = [1, 2, 3, 4, 5, 6].map((n) => place(n));
  expect((await queue.state()).ready?.map(([, at]) => at)).toEqual([
    ...places,
    place(1, 5, START + 1),
    place(2, 5, START + 1),
  ]);
});

test.each([
  [1, "UNLINK"],
  [50, "UNLINK"],
  [51, "PEXPIRE"],
])("%i results of jobs whose ids are used again go by %s", async (count, command) => {
  const queue = fresh();
  const [adapter, commands] = recording();
  const ids = Array.from({ length: count }, (_, i) => `job ${i}`);
  await queue.seed({ meta: { head: head() } });
  for (const id of ids) await redis().set(`${queue.keys.root}result:${id}`, "C 1 1");
  const jobs = ids.map((id): NewJob => [id, "5 - 0 - -"]);
  expect((await enqueueAll(queue.through(adapter), jobs))[1]).toBe("r".repeat(count));
  const results = ids.map((id) => `result:${id}`);
  const removals = (await commands()).filter((each) => /^(UNLINK|PEXPIRE) result:/.test(each));
  expect(removals).toEqual(
    command === "UNLINK" ? [`UNLINK ${results.join(" ")}`] : results.map((key) => `PEXPIRE ${key} 1`),
  );
  await expect.poll(() => redis().exists(results.map((key) => queue.keys.root + key))).toBe(0);
});
