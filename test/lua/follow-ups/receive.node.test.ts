// receive, forwarded and outbox: follow-ups on their way to other queues, each received once.
import { describe, expect, test } from "vitest";
import { clean, counts, destroy, forwarded, outbox, receive, retire } from "../../../src/engine/all-scripts.ts";
import { auditRound } from "../kit/deep-cleaning.ts";
import { head, record, rememberedReply } from "../kit/forms.ts";
import { group, member } from "../kit/groups/forms.ts";
import type { State } from "../kit/state.ts";
import { callReadOnly, connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { due, LISTENS_UNTIL, place, START, tick } from "../kit/times.ts";
import { CHOSEN_KIND, entry } from "./kit/forms.ts";

const queueWith = connectQueues();

/** An entry: its tick, its id and what differs from the usual. */
type Sent = [tick: number, id: string, parts?: { maxLength?: string; kind?: string }];

/** Sends entries to a queue. Resolves with the reply. */
function send(queue: TestQueue, entries: readonly Sent[], options = {}) {
  const items = entries.flatMap(([at, id, { maxLength = "-", kind = CHOSEN_KIND } = {}]) => {
    return [String(at), maxLength, kind, id, `"${id}"`];
  });
  return queue.call(receive, { source: "source", items, results: entries.map(([, id]) => id), ...options });
}

describe("receive", () => {
  test("adds the jobs of a source that has sent none before, to a queue that is new", async () => {
    const queue = await queueWith({ "result:b": ["C 1 2", 60_000] });
    const entries: Sent[] = [
      [tick(1), "a"],
      [tick(2), "b", { kind: `3 1 @${START + 5_000} 0 2 - -` }],
      [tick(3), "c", { kind: "5 1 - 0 - - - 2 g" }],
    ];
    expect(await send(queue, entries)).toEqual(["ok", "3", "rdr", "u"]);
    expect(await queue.state()).toEqual({
      ready: { a: place(1), c: place(3) },
      delayed: { b: due(START + 5_000, 3) },
      jobs: {
        a: record(place(1), '"a"'),
        b: record(place(0, 3, { time: START + 5_000 }), '"b"', { enqueuedAt: START, max: 2 }),
        c: record(place(3), '"c"'),
      },
      members: { c: member("g", { cost: 2 }) },
      groups: { g: group({ head: "c" }) },
      inbox: { source: String(tick(3)) },
      meta: {
        born: String(START),
        heard: LISTENS_UNTIL,
        head: head({ flags: "gh", due: 0, tick: tick(3), runs: 1, enqueued: 3 }),
      },
      ...rememberedReply(["3", "rdr"].join("\n")),
    } satisfies State);
  });

  test("skips what it has received, from this source only", async () => {
    const queue = await queueWith({
      inbox: { source: String(tick(2)), other: String(tick(9)) },
      meta: { head: head() },
    });
    expect(
      await send(queue, [
        [tick(1), "a"],
        [tick(2), "b"],
        [tick(3), "c"],
      ]),
    ).toEqual(["ok", "3", "r", "u"]);
    const before = await queue.state();
    expect(before).toMatchObject({
      ready: { c: place(101) },
      inbox: { source: String(tick(3)), other: String(tick(9)) },
    });
    expect(await send(queue, [[tick(3), "c"]], { number: 2 })).toEqual(["ok", "1", "-"]);
    expect(await queue.state()).toEqual(before);
  });

  test("adds nothing for an id that is known, and has received it all the same", async () => {
    const queue = await queueWith({
      ready: { a: place(1) },
      jobs: { a: record() },
      meta: { head: head({ enqueued: 1 }) },
    });
    expect(await send(queue, [[tick(1), "a"]])).toEqual(["ok", "1", "R", "u"]);
    expect(await queue.state()).toMatchObject({
      ready: { a: place(1) },
      inbox: { source: String(tick(1)) },
      meta: { head: head({ enqueued: 1 }), duplicates: "1" },
    });
  });

  test("leaves an entry for which the queue is full, and those after it, with the sender", async () => {
    const queue = await queueWith({
      ready: { a: place(1) },
      jobs: { a: record() },
      meta: { head: head({ enqueued: 1 }) },
    });
    const two: Sent[] = [
      [tick(1), "b", { maxLength: "2" }],
      [tick(2), "c", { maxLength: "2" }],
      [tick(3), "d"],
    ];
    expect(await send(queue, two)).toEqual(["ok", "1", "r", "u"]);
    expect((await queue.state()).inbox).toEqual({ source: String(tick(1)) });
    expect(await send(queue, two, { number: 2 })).toEqual(["ok", "1", "-"]);
    expect(await queue.call(counts, { names: ["failed"] })).toContain(`${START} 2 0 0 0 0 0 0 ${START}`);
  });
});

describe("forwarded", () => {
  const SENDING: State = {
    outbox: { [entry(tick(1))]: tick(1), [entry(tick(2), { target: "third" })]: tick(2), [entry(tick(3))]: tick(3) },
    meta: { head: head({ flags: "q" }) },
  };

  test("removes ranges of entries, and the flag with the last of them", async () => {
    const queue = await queueWith(SENDING);
    const ranges = [tick(1), tick(1), tick(3), tick(3)].map(String);
    expect(await queue.call(forwarded, { ranges })).toEqual(["ok", "1"]);
    expect(await queue.state()).toEqual({ ...SENDING, outbox: { [entry(tick(2), { target: "third" })]: tick(2) } });
    expect(await queue.call(forwarded, { ranges: [String(tick(2)), String(tick(2))] })).toEqual(["ok", "0"]);
    expect(await queue.state()).toEqual({ meta: { head: head({ tick: tick(100) }) } });
  });

  test("removes a flag that is left over, and nothing of a queue that is gone", async () => {
    const queue = await queueWith({ meta: { head: head({ flags: "q" }) } });
    expect(await queue.call(forwarded, { ranges: [] })).toEqual(["ok", "0"]);
    expect(await queue.state()).toEqual({ meta: { head: head() } });
    const gone = await queueWith();
    expect(await gone.call(forwarded, { ranges: ["1", "2"] })).toEqual(["ok", "0"]);
    expect(await gone.state()).toEqual({});
  });

  test("leaves the entries to be read in order, and counted", async () => {
    const queue = await queueWith(SENDING);
    const read = (after: number, limit: number, bytes = 1_000) =>
      callReadOnly(queue, outbox, { after: String(after), limit, bytes });
    const [first, second, third] = Object.keys(SENDING.outbox ?? {});
    expect(await read(0, 2)).toEqual(["ok", `${START} 3 0`, first, second]);
    expect(await read(tick(2), 2)).toEqual(["ok", `${START} 3 0`, third]);
    expect(await callReadOnly(queue, counts, { names: ["failed"] })).toContain(`-3 ${tick(1)}`);
    const large = await queueWith({ ...SENDING, meta: { head: head({ flags: "ql" }) } });
    expect(await large.call(outbox, { after: "0", limit: 9, bytes: 50 })).toEqual([
      "ok",
      `${START} 3 0`,
      first,
      second,
    ]);
  });
});

describe("the outbox", () => {
  const entries = { [entry(tick(1))]: tick(1) };

  test("is reported by the light clean, and restored by the deep clean after a loss of the head", async () => {
    const queue = await queueWith({ outbox: entries, meta: { head: head({ flags: "q" }) } });
    expect(await queue.call(clean)).toEqual(["ok", "0 0 0 0 0 0 0 0 1 0"]);
    const lost = await queueWith({ outbox: entries });
    await auditRound(lost);
    expect((await lost.state()).meta?.head).toMatch(/^2 q /);
    expect((await lost.state()).outbox).toEqual(entries);
  });

  test("keeps an idle queue, and goes with a destroyed one, whose inbox stays for a month", async () => {
    const queue = await queueWith({
      outbox: entries,
      inbox: { source: "7" },
      meta: { head: head({ flags: "q", tick: 1 }) },
    });
    const all = { idle: 0 };
    expect(await queue.call(retire, all)).toEqual(["ok", "0"]);
    await queue.call(destroy);
    expect(await queue.state()).toEqual({ inbox: { source: "7" } });
    expect(await send(queue, [[8, "a"]])).toEqual(["ok", "1", "r", "u"]);
    expect((await queue.state()).inbox).toEqual({ source: "8" });
  });
});
