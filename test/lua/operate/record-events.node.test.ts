// The recording of events: each way in which a job enters a state or is gone, and the whole queue beside it.
import { describe, expect, test } from "vitest";
import {
  cancel,
  clean,
  destroy,
  enqueuePlain,
  events,
  extend,
  failWorker,
  pause,
  progress,
  promote,
  purge,
  recordEvents,
  redrive,
  turn,
  turnPlain,
} from "../../../src/engine/scripts.gen.ts";
import { enqueueAll } from "../kit/enqueuing.ts";
import { OUT_OF_MEMORY, refusing } from "../kit/refusing.ts";
import { asked, type Item } from "../kit/settling.ts";
import {
  about,
  type Bench,
  benches,
  clockAt,
  due,
  head,
  NEVER,
  place,
  record,
  redis,
  ref,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();

const FIRST = tick(7);
const recorded = (keep = 1_000, last = FIRST) => ({ events: `${keep} ${FIRST}`, recorded: String(last) });

/** A queue with jobs in every state, nothing of which is due. */
const full = (flags = "e"): State => ({
  ready: [["r", place(1)]],
  delayed: [["d", due(START + 9_000)]],
  leased: [
    ["a", START + 5_000],
    ["b", START + 5_000],
  ],
  failed: [["f", START]],
  done: [["o", START]],
  expiring: [["r", START + 8_000]],
  jobs: {
    ...Object.fromEntries(["d", "a", "b", "f", "o"].map((id) => [id, record()])),
    r: record(place(1), "{}", `x${START + 8_000}`),
  },
  runs: {
    a: run("L", tick(1)),
    b: run("L", tick(2), { max: 1 }),
    f: run("F", tick(3)),
    o: run("C", tick(4)),
  },
  meta: { head: head({ flags, due: START + 5_000, runs: 4, enqueued: 6, leased: 4, completed: 1 }), ...recorded() },
});

const settle = (queue: Bench, items: Item[], count = 0, more: { times?: string; policy?: string } = {}) => {
  const [fields, parts] = asked(items);
  return queue.call(turn, { ...more, count, items: fields }, parts);
};

/** Ways to move jobs, and the texts that are recorded; the time is START unless it says otherwise. */
const WAYS: [what: string, texts: string[], act: (queue: Bench) => Promise<unknown>][] = [
  [
    "enqueue",
    [`${START}\nDlater\nRnew\nRother`],
    (queue) =>
      enqueueAll(queue, [["new"], ["later", "5 +5000 60000 - 9000"], ["other", "5 - 0 - 9000"], ["r", "5 - 0 - -"]]),
  ],
  ["enqueue of known jobs", [], (queue) => enqueueAll(queue, [["r", "5 - 0 - -"]])],
  ["a lease", [`${START}\nLr`], (queue) => settle(queue, [], 1)],
  [
    "a lease that finds nothing",
    [`${START}\nLr`],
    async (queue) => [await settle(queue, [], 9), await queue.call(turn, { number: 2, count: 1 })],
  ],
  ["a completion", [`${START}\nCa`], (queue) => settle(queue, [["c", "a", tick(1)]])],
  ["a completion that is kept", [`${START}\nCa`], (queue) => settle(queue, [["k", "a", tick(1), "1"]])],
  ["a completion of a job that is not held", [], (queue) => settle(queue, [["c", "a", tick(9)]])],
  ["a retry", [`${START}\nRa`], (queue) => settle(queue, [["r", "a", tick(1)]])],
  ["a retry after a delay", [`${START}\nDa`], (queue) => settle(queue, [["r", "a", tick(1), "500"]])],
  ["the last attempt", [`${START}\nFb`], (queue) => settle(queue, [["r", "b", tick(2)]])],
  ["a failure", [`${START}\nFa`], (queue) => settle(queue, [["f", "a", tick(1)]])],
  ["a release", [`${START}\nRb`], (queue) => settle(queue, [["g", "b", tick(2)]])],
  ["a completion with a lease", [`${START}\nCa\nLr`], (queue) => settle(queue, [["c", "a", tick(1)]], 1)],
  [
    "a release before a lease",
    [`${START}\nRa`, `${START}\nLa\nLr`],
    (queue) => settle(queue, [["g", "a", tick(1)]], 9),
  ],
  [
    "a lease that heals",
    [`${START + 9_500}\nEr`, `${START + 9_500}\nFb\nRa`, `${START + 9_500}\nRd`, `${START + 9_500}\nLa\nLd`],
    (queue) => settle(queue, [], 9, { times: clockAt(START + 9_500) }),
  ],
  [
    "a lease of a job past its time to live, which the head did not tell",
    [`${START + 8_000}\nEr`],
    async (queue) => {
      const meta = `${queue.keys.root}meta`;
      const text = (await redis().hGet(meta, "head")) ?? "";
      await redis().hSet(meta, "head", text.replace(String(START + 5_000), String(NEVER)));
      await settle(queue, [], 9, { times: clockAt(START + 8_000) });
    },
  ],
  ["retention", [`${START}\nCa`], (queue) => settle(queue, [["k", "a", tick(1)]], 0, { policy: "- 1 - 0 -" })],
  [
    "clean",
    [`${START + 9_500}\nEr`, `${START + 9_500}\nFb\nRa`, `${START + 9_500}\nRd`],
    (queue) => queue.call(clean, { times: clockAt(START + 9_500), policy: "0 - 0 -" }),
  ],
  [
    "cancel",
    [`${START}\nXd\nXa`],
    (queue) => queue.call(cancel, ...about(["d", "a", "f", "nobody"], { ids: ["d", "a", "f", "nobody"] })),
  ],
  ["redrive", [`${START}\nRf`], (queue) => queue.call(redrive, {})],
  ["promote", [`${START}\nRd`], (queue) => queue.call(promote, ...about(["d", "r"], { ids: ["d", "r"] }))],
  ["failWorker", [`${START}\nFb\nRa`], (queue) => queue.call(failWorker, { worker: "w" })],
  ["purge", [`${START}\nPf`], (queue) => queue.call(purge, { total: "purged", letter: "P" }, { state: "failed" })],
  ["purge of done jobs", [`${START}\nPo`], (queue) => queue.call(purge, { total: "", letter: "C" }, { state: "done" })],
  ["extend", [], (queue) => queue.call(extend, ...about(["a"], { items: [ref("a", tick(1))], duration: 9_000 }))],
  [
    "progress with a longer lease",
    [],
    (queue) => queue.call(progress, { reference: ref("a", tick(1)), progress: "1", duration: 9_000 }, { id: "a" }),
  ],
  ["pause", [], (queue) => queue.call(pause)],
];

/** The state of a queue that does not record; an answer to a turn shows the flags. */
const withoutEvents = ({ events: _, meta, "replies:w": replies, ...state }: State): State => {
  const { events: __, recorded: ___, head: text, ...others } = meta ?? {};
  const [{ lane = "" } = {}, ttl = 0] = replies ?? [];
  return {
    ...state,
    meta: { ...others, head: text?.replace(/^2 (\w*)e/, "2 $1") ?? "" },
    ...(replies && { "replies:w": [{ lane: lane.replace(/ -e(h?) /, " -$1 ") }, ttl] }),
  };
};

describe.each(WAYS)("%s", (_, texts, act) => {
  test("is recorded, and does all else as without a recording", async () => {
    const [queue, other] = [fresh(), fresh()];
    await queue.seed(full());
    await act(queue);
    const after = await queue.state();
    expect(after.events ?? []).toEqual(texts.map((text, i) => [FIRST + 1 + i, text]));
    expect(after.meta).toMatchObject(recorded(1_000, FIRST + texts.length));
    await other.seed(withoutEvents(full()));
    await act(other);
    const expected = await other.state();
    expect(expected.events).toBeUndefined();
    expect(withoutEvents(after)).toEqual(expected);
  });

  test("does the same where the stream cannot be written", async () => {
    const queue = fresh();
    await queue.seed(full());
    await act(queue);
    const { events: __, ...expected } = await queue.state();
    for (const [condition, message] of [
      ["name=='XADD'", OUT_OF_MEMORY],
      ["name=='XADD'", "ERR max single record size exceeded"],
    ] as const) {
      const other = fresh();
      await other.seed(full());
      await act(other.through(refusing(condition, message)));
      expect(await other.state()).toEqual(expected);
    }
  });

  test("leaves nothing where one of its writes is refused", async () => {
    for (let n = 1; n < 12; n++) {
      const queue = fresh();
      await queue.seed(full());
      const error = await act(queue.through(refusing(`name~='XADD' and n==${n}`))).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      if (error === undefined) continue;
      const { meta, events: found = [] } = await queue.state();
      // Each text that was counted stands there.
      expect(Number(meta?.recorded) - FIRST).toBe(found.length);
    }
  });
});

test("a late holder's extension, completion and failure are recorded once each", async () => {
  const late: State = {
    ready: [["a", place(1)]],
    failed: ["b", "c"].map((id) => [id, START]),
    jobs: Object.fromEntries(["a", "b", "c"].map((id) => [id, record()])),
    runs: { a: run("L", tick(1)), b: run("E", tick(2)), c: run("E", tick(3)) },
    meta: { head: head({ flags: "e", runs: 3 }), ...recorded() },
  };
  const texts = async (act: (queue: Bench) => Promise<unknown>) => {
    const queue = fresh();
    await queue.seed(late);
    await act(queue);
    return ((await queue.state()).events ?? []).map(([, text]) => text);
  };
  expect(await texts((queue) => settle(queue, [["c", "b", tick(2)]]))).toEqual([`${START}\nCb`]);
  // They are in these states already.
  expect(await texts((queue) => settle(queue, [["f", "b", tick(2), "", '"late"']]))).toEqual([]);
  expect(await texts((queue) => settle(queue, [["g", "a", tick(1)]]))).toEqual([]);
  const references = [ref("a", tick(1)), ref("c", tick(3))];
  const extended = (queue: Bench) => queue.call(extend, ...about(["a", "c"], { items: references, duration: 9_000 }));
  expect(await texts(extended)).toEqual([`${START}\nLa\nLc`]);
});

test("many leases of one unit are recorded without the entry that only shapes their set", async () => {
  const queue = fresh();
  const ids = Array.from({ length: 20 }, (_, i) => `j${i}`);
  await queue.seed({
    ready: ids.map((id, i) => [id, place(i)]),
    jobs: Object.fromEntries(ids.map((id) => [id, record()])),
    meta: { head: head({ flags: "e" }), ...recorded() },
  });
  await settle(queue, [], 20);
  expect((await queue.state()).events).toEqual([[FIRST + 1, `${START}\n${ids.map((id) => `L${id}`).join("\n")}`]]);
});

test("the plain scripts leave a queue that records to the full ones, and change nothing", async () => {
  const queue = fresh();
  await queue.seed(full());
  const { buckets } = about(["new"], {})[0];
  expect(await queue.call(enqueuePlain, { priority: 5, items: ["new", "x"] }, { buckets })).toEqual(["odd"]);
  const args = { count: 1, bucket: about(["a"], {})[0].buckets, items: [ref("a", tick(1))] };
  expect(await queue.call(turnPlain, args)).toEqual(["odd"]);
  expect(await queue.state()).toEqual(full());
});

test("the oldest entries go where there are more than the bound", async () => {
  const queue = fresh();
  await queue.seed({ meta: { head: head({ flags: "e" }), ...recorded(3) } });
  for (let i = 1; i <= 5; i++) await enqueueAll(queue, [[`j${i}`]], { number: i });
  const { events: found, meta } = await queue.state();
  expect(found).toEqual([3, 4, 5].map((i) => [FIRST + i, `${START}\nRj${i}`]));
  expect(meta).toMatchObject(recorded(3, FIRST + 5));
});

test("a unit of many jobs is divided into texts that are no longer than 8,000 bytes and one line", async () => {
  const queue = fresh();
  await queue.seed({ meta: { head: head({ flags: "e" }), ...recorded() } });
  const ids = Array.from({ length: 100 }, (_, i) => `${i}`.padEnd(255, "x"));
  await enqueueAll(
    queue,
    ids.map((id) => [id]),
  );
  const found = (await queue.state()).events ?? [];
  expect(found.map(([number]) => number)).toEqual([1, 2, 3, 4].map((n) => FIRST + n));
  for (const [, text] of found) expect(text.length).toBeLessThan(8_300);
  const lines = found.flatMap(([, text]) => text.split("\n").slice(1));
  expect(lines).toEqual(ids.map((id) => `R${id}`));
});

test("a text ends with the line by which it is longer than 8,000 bytes", async () => {
  const queue = fresh();
  await queue.seed({ meta: { head: head({ flags: "e" }), ...recorded() } });
  // A line is the letter, the id and its end.
  const over = [...Array(39).fill(200), 201];
  const sizes = [
    over,
    // Exactly 8,000 bytes, which take one more line.
    [...Array(40).fill(200), 100],
    over,
    // As many, and the unit ends with one more line.
    [...Array(40).fill(200), 3],
  ];
  let count = 0;
  const ids = sizes.map((lines) => lines.map((size) => `${count++}`.padEnd(size - 2, "x")));
  await enqueueAll(
    queue,
    ids.flat().map((id) => [id]),
  );
  expect((await queue.state()).events).toEqual(
    ids.map((own, i) => [FIRST + 1 + i, [START, ...own.map((id) => `R${id}`)].join("\n")]),
  );
});

test("keeps no events where it is lost how many to keep, and goes on counting", async () => {
  const queue = fresh();
  const { events: _, ...lost } = recorded();
  const found: State["events"] = [[FIRST, `${START}\nRx`]];
  await queue.seed({ ...full(), events: found, meta: { head: full().meta?.head ?? "", ...lost } });
  await settle(queue, [["f", "a", tick(1)]]);
  const { events: left, meta } = await queue.state();
  expect(left).toEqual([]);
  expect(meta).toEqual({ head: full().meta?.head, recorded: String(FIRST + 1), failed: "1" });
});

test("a key of another type takes no events, and keeps nothing else from happening", async () => {
  const queue = fresh();
  await queue.seed(full());
  const key = `${queue.keys.root}events`;
  await redis().set(key, "foreign");
  expect(await settle(queue, [["c", "a", tick(1)]])).toEqual(["ok", "c", `${START} - 0 - -e -`]);
  expect(await redis().get(key)).toBe("foreign");
  await redis().del(key);
  expect((await queue.state()).meta).toMatchObject(recorded(1_000, FIRST + 1));
});

describe("recordEvents", () => {
  const on = (queue: Bench, keep: number, more = {}) => queue.call(recordEvents, { keep, ...more });
  const bare: State = { meta: { head: head(), born: "1" } };

  test("turns the recording on and off, and leaves all else", async () => {
    const queue = fresh();
    await queue.seed(bare);
    for (let i = 0; i < 2; i++) {
      expect(await on(queue, 5)).toEqual(["ok", "-"]);
      const meta = { born: "1", head: head({ flags: "e" }), events: `5 ${tick(100)}`, recorded: String(tick(100)) };
      expect(await queue.state()).toEqual({ meta });
    }
    await enqueueAll(queue, [["x"]]);
    const { events: found, ...others } = await queue.state();
    expect(found).toEqual([[tick(101), `${START}\nRx`]]);
    for (let i = 0; i < 2; i++) {
      expect(await on(queue, 0)).toEqual(["ok", "-"]);
      const meta = { born: "1", head: head({ tick: tick(101), enqueued: 1 }), recorded: String(tick(101)) };
      expect(await queue.state()).toEqual({ ...others, meta });
    }
    // Nothing was recorded in between, which the next number shows.
    await on(queue, 7);
    expect((await queue.state()).meta).toMatchObject({ events: `7 ${tick(102)}`, recorded: String(tick(102)) });
  });

  test("changes the bound, at once", async () => {
    const queue = fresh();
    const found: State["events"] = [1, 2, 3].map((n) => [FIRST + n, `${START}\nR${n}`]);
    await queue.seed({ ...full(), events: found });
    await on(queue, 2);
    const meta = { ...full().meta, ...recorded(2) };
    expect(await queue.state()).toEqual({ ...full(), meta, events: found.slice(1) });
  });

  test("goes on from the first number where it is on already, however many texts there are", async () => {
    const queue = fresh();
    const before: State = { ...full(), meta: { ...full().meta, ...recorded(1_000, FIRST + 3) } };
    await queue.seed(before);
    await on(queue, 5);
    expect(await queue.state()).toEqual({ ...before, meta: { ...before.meta, ...recorded(5, FIRST + 3) } });
  });

  test.each([
    ["well before the last tick", tick(98), tick(100)],
    ["just before the last tick", tick(99), tick(100)],
    ["the last tick", tick(100), tick(101)],
    ["past the last tick", tick(500), tick(501)],
  ])("begins anew with one number left out at least, where the last one was %s", async (_, last, first) => {
    const queue = fresh();
    await queue.seed({ meta: { ...bare.meta, recorded: String(last) } });
    await on(queue, 5);
    const meta = { ...bare.meta, head: head({ flags: "e" }), events: `5 ${first}`, recorded: String(first) };
    expect(await queue.state()).toEqual({ meta });
  });

  test("leaves out the number 1 where ticks begin", async () => {
    const queue = fresh();
    const first = 1_600_000_000_000;
    await on(queue, 5, { times: clockAt(first) });
    const meta = { events: "5 1", recorded: "1", heard: String(first + 600_000) };
    expect(await queue.state()).toEqual({ meta: { ...meta, head: head({ flags: "eh", tick: 0, due: 0 }) } });
  });

  test("begins again in a queue that has lost its flag, or its first number", async () => {
    for (const meta of [
      { head: head(), ...recorded() },
      { head: head({ flags: "e" }), recorded: String(FIRST) },
    ]) {
      const queue = fresh();
      await queue.seed({ meta });
      await on(queue, 5);
      const after = { head: head({ flags: "e" }), events: `5 ${tick(100)}`, recorded: String(tick(100)) };
      expect(await queue.state()).toEqual({ meta: after });
    }
  });

  test("ends in a queue that has lost its last number", async () => {
    const queue = fresh();
    await queue.seed({ meta: { head: head({ flags: "e" }), events: `5 ${FIRST}` } });
    await on(queue, 0);
    expect(await queue.state()).toEqual({ meta: { head: head() } });
  });

  test("begins in a queue without a key, and ends in none", async () => {
    const queue = fresh();
    await on(queue, 0);
    expect(await queue.state()).toEqual({});
    await on(queue, 1);
    const meta = {
      head: head({ flags: "eh", tick: tick(), due: 0 }),
      events: `1 ${tick()}`,
      recorded: String(tick()),
      heard: String(START + 600_000),
    };
    expect(await queue.state()).toEqual({ meta });
  });

  test("changes nothing where its write is refused, and needs no memory", async () => {
    for (const [keep, before] of [
      [5, bare],
      [5, { meta: { ...bare.meta, recorded: String(FIRST) } }],
      [5, full()],
      [5, { ...full(), meta: { ...full().meta, ...recorded(1_000, FIRST + 3) } }],
      [0, full()],
    ] as const) {
      const queue = fresh();
      await queue.seed(before);
      // All of them, or the last one alone, after which Redis takes the old values back.
      for (const condition of ["true", "string.find(key,':meta$') and n==2"]) {
        const refused = queue.through(refusing(condition));
        await expect(on(refused, keep)).rejects.toMatchObject({ code: "record_too_large" });
        expect(await queue.state()).toEqual(before);
      }
      expect(await on(queue.through(refusing("not freed", OUT_OF_MEMORY)), keep)).toEqual(["ok", "-"]);
    }
  });

  test("is ended by destroy, which removes what is recorded", async () => {
    const queue = fresh();
    await queue.seed({ ...full(), events: [[FIRST + 1, `${START}\nRx`]] });
    await queue.call(destroy);
    expect(await queue.state()).toEqual({});
  });
});

describe("events", () => {
  const texts: State["events"] = [2, 3, 5].map((n) => [FIRST + n, `${START + n}\nR${n}`]);
  const some: State = { events: texts, meta: { head: head({ flags: "e" }), ...recorded(3, FIRST + 6) } };
  const read = async (since: string | number, limit = 100, state = some) => {
    const queue = fresh();
    await queue.seed(state);
    const reply = await queue.call(events, { since, limit });
    expect(await queue.state()).toEqual(state);
    return reply;
  };
  const answer = (from: number, ...numbers: number[]) => [
    "ok",
    `${START} ${FIRST + from} ${FIRST + 6}`,
    ...numbers.map((n) => `${FIRST + n}\n${START + n}\nR${n}`),
  ];

  test("reads texts from a number on, at most the limit", async () => {
    expect(await read(FIRST + 3)).toEqual(answer(3, 3, 5));
    expect(await read(FIRST + 1, 2)).toEqual(answer(1, 2, 3));
    expect(await read(FIRST + 6)).toEqual(answer(6));
  });

  test("reads none where it is asked for those to come", async () => {
    expect(await read("")).toEqual(answer(7));
  });

  test.each([
    ["before all, of which some are gone", 0, answer(1, 2, 3, 5)],
    ["between two", START + 4, answer(4, 5)],
    ["of one", START + 3, answer(3, 3, 5)],
    ["after all, of which the last is gone", START + 6, answer(6)],
  ])("reads those since a time %s", async (_, time, expected) => {
    expect(await read(`@${time}`)).toEqual(expected);
  });

  test.each([
    ["of the first", START, 1],
    ["between the first two", START + 1, 2],
    ["of the second", START + 10, 2],
    ["of the last", START + 20, 3],
    ["after the last", START + 21, 4],
  ])("reads those since a time %s, where none are gone", async (_, time, from) => {
    const all: State["events"] = [1, 2, 3].map((n) => [FIRST + n, `${START + n * 10 - 10}\nR${n}`]);
    const state = { events: all, meta: { head: head({ flags: "e" }), ...recorded(3, FIRST + 3) } };
    expect(await read(`@${time}`, 100, state)).toEqual([
      "ok",
      `${START} ${FIRST + from} ${FIRST + 3}`,
      ...all.slice(from - 1).map(([number, text]) => `${number}\n${text}`),
    ]);
  });

  test("reads the first of several texts of one time", async () => {
    const all: State["events"] = [0, 5, 5, 5, 9].map((ms, i) => [FIRST + 1 + i, `${START + ms}\nR${i}`]);
    const state = { events: all, meta: { head: head({ flags: "e" }), ...recorded(5, FIRST + 5) } };
    const [, header, ...found] = await read(`@${START + 5}`, 100, state);
    expect(header).toBe(`${START} ${FIRST + 2} ${FIRST + 5}`);
    expect(found).toEqual(all.slice(1).map(([number, text]) => `${number}\n${text}`));
  });

  test.each([
    ["the last number, where all of them are gone", 6, 6],
    ["the next number, where there was none yet", 0, 1],
  ])("answers without any text with %s", async (_, last, from) => {
    const state = { meta: { head: head({ flags: "e" }), ...recorded(3, FIRST + last) } };
    for (const time of [0, START, START + 9_000])
      expect(await read(`@${time}`, 100, state)).toEqual(["ok", `${START} ${FIRST + from} ${FIRST + last}`]);
  });

  test.each([
    ["1, before which there is none", 1, 1],
    ["2, before which one is gone", 2, 1],
  ])(
    "takes 0 for the number before the first text where that is lost, with a text of the number %s",
    async (_, n, from) => {
      const state: State = { events: [[n, `${START}\nRx`]], meta: { head: head({ flags: "e" }), recorded: `${n}` } };
      expect(await read("@0", 100, state)).toEqual(["ok", `${START} ${from} ${n}`, `${n}\n${START}\nRx`]);
    },
  );

  test("takes 0 for the last number where that is lost", async () => {
    const state: State = { meta: { head: head({ flags: "e" }), events: "3 0" } };
    for (const since of ["", "@0"]) expect(await read(since, 100, state)).toEqual(["ok", `${START} 1 0`]);
  });

  test("finds a time among many texts", async () => {
    const many: State["events"] = Array.from({ length: 100 }, (_, i) => [FIRST + 1 + i, `${START + i * 10}\nR${i}`]);
    const state = { events: many, meta: { head: head({ flags: "e" }), ...recorded(100, FIRST + 100) } };
    for (const i of [0, 1, 49, 50, 98, 99])
      expect((await read(`@${START + i * 10 - 5}`, 1, state))[1]).toBe(`${START} ${FIRST + 1 + i} ${FIRST + 100}`);
  });

  test("says where nothing is recorded", async () => {
    expect(await read("", 100, { meta: { head: head() } })).toEqual(["ok", "-"]);
    expect(await fresh().call(events, { since: "@0" })).toEqual(["ok", "-"]);
  });
});
