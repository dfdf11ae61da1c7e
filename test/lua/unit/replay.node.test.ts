// Replays: each script that changes something recognizes a repeated request, by its number in a lane or by its
// idempotency key, and returns the first reply again.
import { describe, expect, test } from "vitest";
import * as scripts from "../../../src/engine/all-scripts.ts";
import { bucketDigit } from "../../../src/engine/keys.ts";
import type { NamedScript } from "../../../src/engine/script.ts";
import { refuseWrites, TO_META } from "../kit/adapters.ts";
import { redis } from "../kit/connection.ts";
import { head, omit, record, ref, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { type CallOptions, connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { due, NEVER, place, REPLY_TTL, START, tick } from "../kit/times.ts";
import { itemFields } from "../kit/turns.ts";

const queueWith = connectQueues();

/** A queue with work for each script. */
const before: State = {
  ready: { r: place(1) },
  delayed: { d: due(START + 1) },
  leased: { l: START + 1 },
  failed: { f: START - 1 },
  jobs: { r: record(), d: record(), l: record(), f: record() },
  runs: { l: run("L", tick(1)), f: run("F", tick(2)) },
  meta: { head: head({ due: START + 1, runs: 2 }), registered: String(START) },
};
const l = ref("l", tick(1));

/** The identity of a request: its number in a lane; or 0, with a fingerprint as lane and the key of its replies. */
interface Identity {
  lane: string;
  number: number;
  replies?: string;
}
type Send = (queue: TestQueue, identity: Identity) => Promise<unknown>;

/** Returns a request of a script, with the reply to it. */
const requestOf = <S extends NamedScript>(script: S, args: CallOptions<S>, reply: string): [string, Send, string] => [
  script.name,
  (queue, identity) => queue.callRaw(script, { ...args, ...identity }),
  reply,
];

const items = itemFields([["fail", "l", tick(1)]]);
const REQUESTS = [
  requestOf(scripts.enqueue, { items: ["5 1 - 0 - - -", "new", "x"], buckets: bucketDigit("new") }, "r"),
  requestOf(scripts.enqueueKnown, { items: ["5 1 - a - - -", "l", "x"] }, "q"),
  requestOf(scripts.enqueuePlain, { priority: 5, items: ["new", "x"] }, "-"),
  requestOf(scripts.turn, { count: 0, items }, `f\n${START} - 0 - - -`),
  requestOf(scripts.turnPlain, { count: 0, items: [l] }, `c\n${START} - 0 - - -`),
  requestOf(scripts.cancel, { ids: ["r"] }, "r"),
  requestOf(scripts.promote, { ids: ["d"] }, "d"),
  requestOf(scripts.redrive, { limit: 1 }, "1 0"),
  requestOf(scripts.extend, { items: [l], duration: 500 }, `l\n${START + 500}`),
  requestOf(scripts.progress, { reference: l, progress: "0.5", duration: "" }, "l"),
  requestOf(scripts.pause, {}, "-"),
  requestOf(scripts.resume, {}, "-"),
  requestOf(scripts.recordEvents, { keep: 9 }, "-"),
  requestOf(scripts.purge, { total: "purged", letter: "P", state: "failed" }, "1 0"),
  requestOf(scripts.failWorker, { worker: "w" }, "1\n-"),
  requestOf(scripts.clean, { policy: "- - 0 - 0" }, "0 0 0 0 1 0 0"),
];

describe.each(REQUESTS)("%s", (_, send, reply) => {
  const named = { lane: "content", number: 0, replies: "reply:n" };

  test("remembers a reply for each lane, and returns it for a repeated request", async () => {
    const queue = await queueWith({ ...before, "replies:w": [{ other: "9\nx" }, 60_000] });
    expect(await send(queue, { lane: "a", number: 7 })).toBe(`ok\n${reply}`);
    const after = await queue.state();
    expect(after["replies:w"]).toEqual([{ other: "9\nx", a: `7\n${reply}` }, REPLY_TTL]);
    expect(await send(queue, { lane: "a", number: 7 })).toBe(`again\n${reply}`);
    expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
  });

  test("remembers only the last reply of a lane, without extending the time to live", async () => {
    const queue = await queueWith({ ...before, "replies:w": [{ a: "6\nx" }, 60_000] });
    await send(queue, { lane: "a", number: 7 });
    expect((await queue.state())["replies:w"]).toEqual([{ a: `7\n${reply}` }, 60_000]);
  });

  test("replies late to a request older than the last of its lane, and changes nothing", async () => {
    for (const [number = 0, last] of [
      [6, 7],
      [9, 10],
      [1, 1_000_000],
    ]) {
      const state: State = { ...before, "replies:w": [{ a: `${last}\nx` }, REPLY_TTL] };
      const queue = await queueWith(state);
      expect(await send(queue, { lane: "a", number })).toBe("late");
      expect(await queue.state()).toEqual(state);
    }
  });

  test("recognizes a repeated request by its idempotency key", async () => {
    const queue = await queueWith(before);
    expect(await send(queue, named)).toBe(`ok\n${reply}`);
    const after = await queue.state();
    expect(after["reply:n"]).toEqual([{ content: `0\n${reply}` }, REPLY_TTL]);
    expect(await send(queue, named)).toBe(`again\n${reply}`);
    expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
  });

  test("refuses an idempotency key that was used with other content or by any script, and changes nothing", async () => {
    for (const [other, first] of REQUESTS) {
      const queue = await queueWith(before);
      await first(queue, { ...named, lane: `content of ${other}` });
      const after = await queue.state();
      expect(await send(queue, named)).toBe("reused");
      expect(await queue.state()).toEqual(after);
    }
  });

  test("returns the first reply even if nothing can be written", async () => {
    const queue = await queueWith(before);
    await send(queue, { lane: "a", number: 7 });
    const after = await queue.state();
    expect(await send(queue.through(refuseWrites("true")), { lane: "a", number: 7 })).toBe(`again\n${reply}`);
    expect(await queue.state()).toEqual(after);
  });

  test("remembers no reply if its write is refused", async () => {
    const state: State = { ...before, "replies:w": [{ a: "6\nx", b: "1\ny" }, REPLY_TTL] };
    const queue = await queueWith(state);
    const noHead = refuseWrites(`name=='HSET' and ${TO_META}`);
    for (const lane of ["a", "c"]) await send(queue.through(noHead), { lane, number: 7 }).catch(() => {});
    expect(await queue.state()).toEqual(state);
    expect(await send(queue, { lane: "a", number: 7 })).toBe(`ok\n${reply}`);
  });
});

const FIRST = { lane: "lane", number: 1 };
const CHANGING = REQUESTS.filter(([name]) =>
  ["cancel", "promote", "redrive", "extend", "progress", "purge", "failWorker"].includes(name),
);

test.each(CHANGING)(
  "%s that found nothing does nothing when it is repeated, even if it would find jobs now",
  async (...it) => {
    const [, send] = it;
    const queue = await queueWith({ meta: { ...before.meta, head: head() } });
    const reply = await send(queue, FIRST);
    await queue.seed(before);
    expect(await send(queue, FIRST)).toBe(String(reply).replace(/^ok/, "again"));
    const state = omit(await queue.state(), "replies:w", "workers");
    expect(state).toEqual({ ...before, meta: { ...before.meta, replayed: "1" } });
  },
);

test.each(CHANGING)("%s works and is remembered in a queue that has lost its meta", async (_, send, reply) => {
  const others = omit(before, "meta");
  const queue = await queueWith(others);
  expect(await send(queue, FIRST)).toBe(`ok\n${reply}`);
  const state = await queue.state();
  expect(omit(state, "meta", "replies:w")).not.toEqual(others);
  expect(state["replies:w"]).toBeDefined();
});

test("a repeated request creates no key of a queue that was destroyed in between", async () => {
  const state: State = { "reply:n": [{ content: "0\nr" }, REPLY_TTL] };
  const queue = await queueWith(state);
  const identity = { lane: "content", number: 0, replies: "reply:n" };
  expect(await queue.callRaw(scripts.cancel, { ids: ["a"], ...identity })).toBe("again\nr");
  expect(await queue.state()).toEqual(state);
});

test("a repeated lease that found nothing takes no later job, unless it has an idempotency key", async () => {
  const queue = await queueWith({ meta: { head: head() } });
  for (const [identity, status] of [
    [{ lane: "a", number: 7 }, "again"],
    [{ lane: "content", number: 0, replies: "reply:n" }, "ok"],
  ] as const) {
    const lease = () => queue.call(scripts.turn, { count: 1, ...identity });
    expect(await lease()).toEqual(["ok", "-", `${START} - 0 ${NEVER} -h -`]);
    await queue.seed({ ready: { r: place(1) }, jobs: { r: record() } });
    expect((await lease())[0]).toBe(status);
    await redis().del([`${queue.keys.root}ready`, `${queue.keys.root}leased`]);
  }
});

test("a turn with an idempotency key that settles and then leases nothing gets the reply to both again", async () => {
  const heard = String(START + 600_000);
  const identity = { count: 1, lane: "content", number: 0, replies: "reply:n" };
  const released = itemFields([["release", "l", tick(1)]]);
  const paused = await queueWith({ ...before, meta: { head: head({ flags: "hp", due: START + 1, runs: 2 }), heard } });
  const turn = () => paused.callRaw(scripts.turn, { ...identity, items: released });
  expect(await turn()).toBe(`ok\nr\n${START} - 0 ${START + 1} -hp -`);
  expect(await turn()).toBe(`again\nr\n${START} - 0 ${START + 1} -hp -`);

  const retried = itemFields([["retry", "l", tick(1), "5000"]]);
  const meta = { head: head({ flags: "gh", due: START + 1, runs: 2 }), heard };
  const grouped = await queueWith({ ...omit(before, "ready"), meta });
  const turnGrouped = () => grouped.callRaw(scripts.turnGrouped, { ...identity, items: retried });
  expect(await turnGrouped()).toBe(`ok\nd\n${START} - 0 ${START + 1} -gh -`);
  expect(await turnGrouped()).toBe(`again\nd\n${START} - 0 ${START + 1} -gh -`);
});

test("destroy remembers its reply if the queue existed, and a late copy destroys no new queue", async () => {
  const queue = await queueWith();
  expect(await queue.callRaw(scripts.destroy, { lane: "a", number: 1 })).toBe("ok\n-");
  expect(await queue.state()).toEqual({});
  await queue.seed({ ...before, "replies:w": [{ a: "2\nx" }, 60_000] });
  expect(await queue.callRaw(scripts.destroy, { lane: "a", number: 3 })).toBe("ok\n-");
  const after: State = { "replies:w": [{ a: "3\n-" }, REPLY_TTL] };
  expect(await queue.state()).toEqual(after);
  await queue.seed(before);
  expect(await queue.callRaw(scripts.destroy, { lane: "a", number: 3 })).toBe("again\n-");
  expect(await queue.state()).toEqual({ ...before, ...after, meta: { ...before.meta, replayed: "1" } });
});

test("a script that replies not_plain remembers nothing, so the full script can use the same number", async () => {
  const queue = await queueWith({ ...before, meta: { head: head({ flags: "p", runs: 2 }) } });
  const plain = () => queue.callRaw(scripts.turnPlain, { number: 3, count: 0, items: [l] });
  expect(await plain()).toBe("not_plain");
  const reply = `ok\nc\n${START} - 0 - -p -`;
  expect(await queue.callRaw(scripts.turn, { number: 3, count: 0, items: ["c", l, "", ""] })).toBe(reply);
  expect(await plain()).toMatch(/^again\nc\n/);
});
