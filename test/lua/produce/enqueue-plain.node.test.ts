// enqueuePlain: does the same as enqueue for jobs that are ready at once; replies not_plain if the queue is new.
import { describe, expect, test } from "vitest";
import { enqueue, enqueuePlain } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites } from "../kit/adapters.ts";
import { byId, type HeadParts, head, idsOfBucket, omit, record, rememberedReply } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { clockAt, LISTENS_UNTIL, place, REPLY_TTL, START, tick } from "../kit/times.ts";
import { stateWithoutReplies } from "../kit/turns.ts";
import { wakesDuring } from "../kit/wakes.ts";

const queueWith = connectQueues();
const ids = idsOfBucket("9", 1_000);
const [a = "", b = "", c = ""] = ids;
const before: State = {
  ready: { r: place(1) },
  jobs: { r: record() },
  meta: { head: head({ runs: 3, enqueued: 7, leased: 2, completed: 1 }), retried: "1", registered: String(START) },
};

/** Returns the queue with another head, and with more fields in meta. */
const withHead = (parts: HeadParts, fields = {}): State => ({
  ...before,
  meta: { ...before.meta, head: head(parts), ...fields },
});

/** Returns the arguments of enqueuePlain for jobs of one bucket and one priority. */
const plain = (jobs: [id: string, payload: string][], priority = 5) => ({ priority, items: jobs.flat() });

test("enqueuePlain adds jobs of one bucket and one priority behind the others", async () => {
  const queue = await queueWith(before);
  expect(await queue.callRaw(enqueuePlain, { priority: 5, items: [a, "1", b, "ü\n%1\u0000:"] })).toBe("ok\n-");
  expect(await queue.state()).toEqual({
    ...before,
    ready: { r: place(1), [a]: place(101), [b]: place(102) },
    jobs: { ...before.jobs, [a]: record(place(101), "1"), [b]: record(place(102), "ü\n%1\u0000:") },
    meta: { ...before.meta, head: head({ tick: tick(102), runs: 3, enqueued: 9, leased: 2, completed: 1 }) },
    ...rememberedReply("-"),
  });
});

test.each([50, 97, 150])("enqueuePlain numbers the places of jobs from tick %i on", async (last) => {
  const queue = await queueWith(withHead({ tick: tick(last) }));
  const added = ids.slice(0, 4);
  await queue.call(enqueuePlain, plain(added.map((id) => [id, "1"])));
  const { ready, jobs } = await queue.state();
  const places = byId(added, (_, i) => place(last + 1 + i));
  expect(ready).toEqual({ r: place(1), ...places });
  expect(omit(jobs, "r")).toEqual(byId(added, (id) => record(places[id], "1")));
});

describe("enqueuePlain does the same as enqueue", () => {
  test.each<[what: string, state: State, jobs: [string, string][], priority: number]>([
    ["for one job", before, [[a, "1"]], 5],
    ["for a job of the first priority", before, [[a, ""]], 0],
    ["for jobs of the last priority", before, [a, b].map((id) => [id, "{}"]), 9],
    ["for 1,000 jobs", before, ids.map((id, i): [string, string] => [id, `${i}`]), 4],
    ["for large payloads", before, [1, 2_001, 2_001].map((size, i) => [ids[i] ?? "", "x".repeat(size)]), 5],
    ["for a payload that is just not large", before, [[a, "x".repeat(2_000)]], 5],
    ["in a queue that has large payloads already", withHead({ flags: "pl" }), [[a, "x".repeat(3_000)]], 5],
    ["in a queue with a listener", withHead({ flags: "h" }, { heard: LISTENS_UNTIL }), [[a, "x"]], 5],
    [
      "in a queue whose listener has left",
      withHead({ flags: "hp", tick: tick(31) }, { heard: String(START) }),
      [[a, "x"]],
      5,
    ],
    ["when the clock is ahead of the last tick", withHead({ tick: tick(-7) }), [[a, "x"]], 5],
    ["when the clock is behind the last tick", withHead({ tick: tick(9_999_999) }), [[a, "x"]], 5],
    ["in a queue of another layout", { meta: { head: "3 x" } }, [[a, "x"]], 5],
  ])("%s", async (_, state, jobs, priority) => {
    const [one, other] = [await queueWith(state), await queueWith(state)];
    const plainReply = await one.callRaw(enqueuePlain, plain(jobs, priority));
    const items = [`${priority} ${jobs.length} - - - - -`, ...jobs.flat()];
    const fullReply = await other.callRaw(enqueue, { items, buckets: "9" });
    const letters = "r".repeat(jobs.length);
    const isOk = plainReply === "ok\n-";
    expect(fullReply).toBe(isOk ? `ok\n${letters}` : plainReply);
    const [{ "replies:w": left }, { "replies:w": right }] = [await one.state(), await other.state()];
    expect(await stateWithoutReplies(one)).toEqual(await stateWithoutReplies(other));
    if (isOk) expect([left, right]).toEqual(["-", letters].map((text) => rememberedReply(text)["replies:w"]));
  });

  test("and publishes the same message", async () => {
    const items = [a, "1", b, "2"];
    for (const enqueueBoth of [
      (queue: TestQueue) => queue.call(enqueuePlain, { priority: 5, items }),
      (queue: TestQueue) => queue.call(enqueue, { items: ["5 2 - - - - -", ...items], buckets: "9" }),
    ]) {
      const queue = await queueWith({ meta: { head: head({ flags: "h" }), heard: LISTENS_UNTIL } });
      expect(await wakesDuring(queue, enqueueBoth)).toEqual(["2 -"]);
    }
  });
});

test.each<[what: string, state: State]>([
  ["does not exist", {}],
  ["has lost its head", { ...before, meta: { enqueued: "1" } }],
])("enqueuePlain replies not_plain for a queue that %s, and changes nothing", async (_, state) => {
  const queue = await queueWith(state);
  expect(await queue.callRaw(enqueuePlain, plain([[a, "1"]]))).toBe("not_plain");
  expect(await queue.state()).toEqual(state);
});

test.each([1, 2, 3, 4])(
  "enqueuePlain changes nothing if its write %d is refused, and succeeds when it is sent again",
  async (nth) => {
    const queue = await queueWith({ ...before, "replies:w": [{ other: "1\nr" }, REPLY_TTL] });
    const first = await queue.state();
    const args = { priority: 5, items: [a, "1", b, "2"] };
    await expectRefused(queue.through(refuseWrites(`n==${nth}`)).call(enqueuePlain, args));
    expect(await queue.state()).toEqual(first);
    expect(await queue.call(enqueuePlain, args)).toEqual(["ok", "-"]);
    expect(await queue.call(enqueuePlain, args)).toEqual(["again", "-"]);
  },
);

test("enqueuePlain and enqueue never use a tick twice", async () => {
  const queue = await queueWith(before);
  const times = clockAt(START + 1);
  await queue.call(enqueuePlain, { ...plain([[a, "1"]]), times });
  await queue.call(enqueue, { times, number: 2, items: ["5 1 - - - - -", b, "2"], buckets: "9" });
  await queue.call(enqueuePlain, { ...plain([[c, "3"]]), times, number: 3 });
  const places = byId([a, b, c], (_, i) => place(1 + i, 5, { time: START + 1 }));
  expect((await queue.state()).ready).toEqual({ r: place(1), ...places });
});
