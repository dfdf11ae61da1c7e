// Requests that come again: each script that changes something knows one by its number in its lane, or by its name.
import { describe, expect, test } from "vitest";
import {
  cancel,
  clean,
  destroy,
  enqueue,
  enqueuePlain,
  extend,
  failWorker,
  pause,
  progress,
  promote,
  purge,
  recordEvents,
  redrive,
  resume,
  turn,
  turnPlain,
} from "../../../src/engine/scripts.gen.ts";
import { refusing } from "../kit/refusing.ts";
import {
  about,
  type Bench,
  benches,
  due,
  head,
  KEEP,
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

/** Something to do for each script. */
const before: State = {
  ready: [["r", place(1)]],
  delayed: [["d", due(START + 1)]],
  leased: [["l", START + 1]],
  failed: [["f", START - 1]],
  jobs: { r: record(), d: record(), l: record(), f: record() },
  runs: { l: run("L", tick(1)), f: run("F", tick(2)) },
  meta: { head: head({ due: START + 1, runs: 2 }), registered: String(START) },
};

interface Request {
  lane?: string;
  number?: number;
}

type Send = (queue: Bench, request: Request, replies?: string) => Promise<unknown>;

const job = (id: string) => about([id], {})[1].buckets;
const scripts: [name: string, send: Send, reply: string][] = [
  [
    "enqueue",
    (queue, request, replies = "replies:w") =>
      queue.raw(
        enqueue,
        { ...request, items: ["5 1 - 0 - - -", "new", "x"], buckets: job("new") },
        { buckets: job("new"), replies },
      ),
    "r",
  ],
  [
    "enqueuePlain",
    (queue, request, replies = "replies:w") =>
      queue.raw(enqueuePlain, { ...request, priority: 5, items: ["new", "x"] }, { buckets: job("new"), replies }),
    "-",
  ],
  [
    "turn",
    (queue, request, replies = "replies:w") =>
      queue.raw(turn, { ...request, count: 0, items: ["f", ref("l", tick(1)), "", ""] }, { replies }),
    `f\n${START} - 0 - - -`,
  ],
  [
    "turnPlain",
    (queue, request, replies = "replies:w") =>
      queue.raw(turnPlain, { ...request, count: 0, bucket: job("l"), items: [ref("l", tick(1))] }, { replies }),
    `c\n${START} - 0 - - -`,
  ],
  [
    "cancel",
    (queue, request, replies = "replies:w") => {
      const [args, parts] = about(["r"], { ...request, ids: ["r"] });
      return queue.raw(cancel, args, { ...parts, replies });
    },
    "r",
  ],
  [
    "promote",
    (queue, request, replies = "replies:w") => {
      const [args, parts] = about(["d"], { ...request, ids: ["d"] });
      return queue.raw(promote, args, { ...parts, replies });
    },
    "d",
  ],
  [
    "redrive",
    (queue, request, replies = "replies:w") => queue.raw(redrive, { ...request, limit: 1 }, { replies }),
    "1 0",
  ],
  [
    "extend",
    (queue, request, replies = "replies:w") => {
      const [args, parts] = about(["l"], { ...request, items: [ref("l", tick(1))], duration: 500 });
      return queue.raw(extend, args, { ...parts, replies });
    },
    `l\n${START + 500}`,
  ],
  [
    "progress",
    (queue, request, replies = "replies:w") =>
      queue.raw(
        progress,
        { ...request, reference: ref("l", tick(1)), progress: "0.5", duration: "" },
        { id: "l", replies },
      ),
    "l",
  ],
  ["pause", (queue, request, replies = "replies:w") => queue.raw(pause, { ...request }, { replies }), "-"],
  ["resume", (queue, request, replies = "replies:w") => queue.raw(resume, { ...request }, { replies }), "-"],
  [
    "recordEvents",
    (queue, request, replies = "replies:w") => queue.raw(recordEvents, { ...request, keep: 9 }, { replies }),
    "-",
  ],
  [
    "purge",
    (queue, request, replies = "replies:w") =>
      queue.raw(purge, { ...request, total: "purged", letter: "P" }, { state: "failed", replies }),
    "1 0",
  ],
  [
    "failWorker",
    (queue, request, replies = "replies:w") => queue.raw(failWorker, { ...request, worker: "w" }, { replies }),
    "1\n-",
  ],
  [
    "clean",
    (queue, request, replies = "replies:w") => queue.raw(clean, { ...request, policy: "- - 0 - 0" }, { replies }),
    "0 0 0 0 1 0 0",
  ],
];

describe.each(scripts)("%s", (_, send, reply) => {
  const remembered = async (queue: Bench, key: `replies:${string}` | `reply:${string}` = "replies:w") =>
    (await queue.state())[key];

  test("remembers the reply of each lane, and answers a repetition with it", async () => {
    const queue = fresh();
    await queue.seed({ ...before, "replies:w": [{ other: "9\nx" }, 60_000] });
    expect(await send(queue, { lane: "a", number: 7 })).toBe(`ok\n${reply}`);
    const after = await queue.state();
    expect(after["replies:w"]).toEqual([{ other: "9\nx", a: `7\n${reply}` }, KEEP]);
    expect(await send(queue, { lane: "a", number: 7 })).toBe(`again\n${reply}`);
    expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
  });

  test("remembers of a lane only the last reply, and no longer for that", async () => {
    const queue = fresh();
    await queue.seed({ ...before, "replies:w": [{ a: "6\nx" }, 60_000] });
    await send(queue, { lane: "a", number: 7 });
    expect(await remembered(queue)).toEqual([{ a: `7\n${reply}` }, 60_000]);
  });

  test("answers late to a request that its lane is past, and changes nothing", async () => {
    for (const [number, last] of [
      [6, 7],
      [9, 10],
      [1, 1_000_000],
    ] as const) {
      const queue = fresh();
      const state: State = { ...before, "replies:w": [{ a: `${last}\nx` }, KEEP] };
      await queue.seed(state);
      expect(await send(queue, { lane: "a", number })).toBe("late");
      expect(await queue.state()).toEqual(state);
    }
  });

  test("knows a request by the name that its sender gave it", async () => {
    const queue = fresh();
    await queue.seed(before);
    expect(await send(queue, { lane: "content", number: 0 }, "reply:n")).toBe(`ok\n${reply}`);
    const after = await queue.state();
    expect(after["reply:n"]).toEqual([{ content: `0\n${reply}` }, KEEP]);
    expect(await send(queue, { lane: "content", number: 0 }, "reply:n")).toBe(`again\n${reply}`);
    expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
  });

  test("refuses a name that came with other content, of another operation too, and changes nothing", async () => {
    for (const [other, first] of scripts) {
      const queue = fresh();
      await queue.seed(before);
      await first(queue, { lane: `content of ${other}`, number: 0 }, "reply:n");
      const after = await queue.state();
      expect(await send(queue, { lane: "content", number: 0 }, "reply:n")).toBe("reused");
      expect(await queue.state()).toEqual(after);
    }
  });

  test("answers a repetition also where nothing can be written any more", async () => {
    const queue = fresh();
    await queue.seed(before);
    await send(queue, { lane: "a", number: 7 });
    const after = await queue.state();
    expect(await send(queue.through(refusing("true")), { lane: "a", number: 7 })).toBe(`again\n${reply}`);
    expect(await queue.state()).toEqual(after);
  });

  test("remembers no reply where it was refused", async () => {
    const queue = fresh();
    const state: State = { ...before, "replies:w": [{ a: "6\nx", b: "1\ny" }, KEEP] };
    await queue.seed(state);
    const noHead = refusing("name=='HSET' and string.find(key,':meta$')");
    for (const lane of ["a", "c"]) await send(queue.through(noHead), { lane, number: 7 }).catch(() => {});
    expect(await queue.state()).toEqual(state);
    expect(await send(queue, { lane: "a", number: 7 })).toBe(`ok\n${reply}`);
  });
});

const SAME = { lane: "lane", number: 1 };
const CHANGING = scripts.filter(([name]) =>
  ["cancel", "promote", "redrive", "extend", "progress", "purge", "failWorker"].includes(name),
);

test.each(CHANGING)(
  "%s that found nothing to do does nothing when it comes again, whatever is there then",
  async (_, send) => {
    const queue = fresh();
    await queue.seed({ meta: { ...before.meta, head: head() } });
    const answer = await send(queue, SAME);
    await queue.seed(before);
    expect(await send(queue, SAME)).toBe(String(answer).replace(/^ok/, "again"));
    const { "replies:w": _reply, workers: _workers, ...state } = await queue.state();
    expect(state).toEqual({ ...before, meta: { ...before.meta, replayed: "1" } });
  },
);

test.each(CHANGING)("%s does its work and is remembered where the queue has lost its meta", async (_, send, reply) => {
  const queue = fresh();
  const { meta: _meta, ...others } = before;
  await queue.seed(others);
  expect(await send(queue, SAME)).toBe(`ok\n${reply}`);
  const state = await queue.state();
  expect(state).not.toMatchObject(others);
  expect(state["replies:w"]).toBeDefined();
});

test("a repetition makes no key of a queue that was destroyed meanwhile", async () => {
  const queue = fresh();
  const state: State = { "reply:n": [{ content: "0\nr" }, KEEP] };
  await queue.seed(state);
  const [args, parts] = about(["a"], { lane: "content", number: 0, ids: ["a"] });
  expect(await queue.raw(cancel, args, { ...parts, replies: "reply:n" })).toBe("again\nr");
  expect(await queue.state()).toEqual(state);
});

test("a copy of a lease that found nothing takes no job that came later; one with an idempotency key may", async () => {
  const queue = fresh();
  await queue.seed({ meta: { head: head() } });
  for (const [lane, number, replies, later] of [
    ["a", 7, "replies:w", "again"],
    ["content", 0, "reply:n", "ok"],
  ] as const) {
    const lease = () => queue.call(turn, { lane, number, count: 1 }, { replies });
    expect(await lease()).toEqual(["ok", "-", `${START} - 0 9999999999999 -h -`]);
    await queue.seed({ ready: [["r", place(1)]], jobs: { r: record() } });
    expect((await lease())[0]).toBe(later);
    await redis().del([`${queue.keys.root}ready`, `${queue.keys.root}leased`]);
  }
});

test("destroy remembers its reply where there was a queue, and a late copy destroys no new one", async () => {
  const queue = fresh();
  const parts = { replies: "replies:w" };
  expect(await queue.raw(destroy, { lane: "a", number: 1 }, parts)).toBe("ok\n-");
  expect(await queue.state()).toEqual({});
  await queue.seed({ ...before, "replies:w": [{ a: "2\nx" }, 60_000] });
  expect(await queue.raw(destroy, { lane: "a", number: 3 }, parts)).toBe("ok\n-");
  const after: State = { "replies:w": [{ a: "3\n-" }, KEEP] };
  expect(await queue.state()).toEqual(after);
  await queue.seed(before);
  expect(await queue.raw(destroy, { lane: "a", number: 3 }, parts)).toBe("again\n-");
  expect(await queue.state()).toMatchObject({ ...before, ...after, meta: { replayed: "1" } });
});

test("a script that answers odd remembers nothing, so that the other may have the same number", async () => {
  const queue = fresh();
  await queue.seed({ ...before, meta: { head: head({ flags: "p", runs: 2 }) } });
  const items = [ref("l", tick(1))];
  expect(await queue.raw(turnPlain, { number: 3, count: 0, bucket: job("l"), items })).toBe("odd");
  expect(await queue.raw(turn, { number: 3, count: 0, items: ["c", ...items, "", ""] })).toBe(
    `ok\nc\n${START} - 0 - -p -`,
  );
  expect(await queue.raw(turnPlain, { number: 3, count: 0, bucket: job("l"), items })).toMatch(/^again\nc\n/);
});
