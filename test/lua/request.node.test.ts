// Requests that come again: each script that changes something knows one by its number in its lane, or by its name.
import { describe, expect, test } from "vitest";
import { cancel, enqueue, enqueuePlain, promote, redrive, turn, turnPlain } from "../../src/core/scripts.gen.ts";
import { refusing } from "./refusing.ts";
import {
  about,
  type Bench,
  benches,
  due,
  head,
  KEEP,
  place,
  record,
  ref,
  run,
  START,
  type State,
  tick,
} from "./state.ts";

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

const job = (id: string) => about([id], {})[1].hashes;
const scripts: [name: string, send: Send, reply: string][] = [
  [
    "enqueue",
    (queue, request, replies = "replies:w") =>
      queue.raw(
        enqueue,
        { ...request, items: ["5 1 - 0 - -", "new", "x"], hashes: job("new") },
        { hashes: job("new"), replies },
      ),
    "r",
  ],
  [
    "enqueuePlain",
    (queue, request, replies = "replies:w") =>
      queue.raw(enqueuePlain, { ...request, priority: 5, items: ["new", "x"] }, { hashes: job("new"), replies }),
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
      queue.raw(turnPlain, { ...request, count: 0, hash: job("l"), items: [ref("l", tick(1))] }, { replies }),
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

test("a repetition makes no key of a queue that was destroyed meanwhile", async () => {
  const queue = fresh();
  const state: State = { "reply:n": [{ content: "0\nr" }, KEEP] };
  await queue.seed(state);
  const [args, parts] = about(["a"], { lane: "content", number: 0, ids: ["a"] });
  expect(await queue.raw(cancel, args, { ...parts, replies: "reply:n" })).toBe("again\nr");
  expect(await queue.state()).toEqual(state);
});

test("a script that answers odd remembers nothing, so that the other may have the same number", async () => {
  const queue = fresh();
  await queue.seed({ ...before, meta: { head: head({ flags: "l", runs: 2 }) } });
  const items = [ref("l", tick(1))];
  expect(await queue.raw(turnPlain, { number: 3, count: 0, hash: job("l"), items })).toBe("odd");
  expect(await queue.raw(turn, { number: 3, count: 0, items: ["c", ...items, "", ""] })).toBe(
    `ok\nc\n${START} - 0 - -l -`,
  );
  expect(await queue.raw(turnPlain, { number: 3, count: 0, hash: job("l"), items })).toMatch(/^again\nc\n/);
});
