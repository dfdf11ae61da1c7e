// clean: requests of which Redis refuses a part, and repeated requests.
import { expect, test } from "vitest";
import { clean } from "../../../src/engine/all-scripts.ts";
import { expectRefused, refuseWrites } from "../kit/adapters.ts";
import { head, record, rememberedReply, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const KEEP_ALL = "- - - - 1000";

test("a clean of which a part is refused does the rest, and fails only if all of it is refused", async () => {
  const state: State = {
    leased: { l: START },
    failed: { f: START - 1 },
    jobs: { l: record(), f: record() },
    runs: { l: run("L", tick(1)), f: run("F", tick(2)) },
    meta: { head: head({ due: START, runs: 2 }) },
  };
  const queue = await queueWith(state);
  const full = queue.through(refuseWrites("name=='ZADD'"));
  expect(await full.call(clean, { policy: "- - 0 - 0" })).toEqual(["ok", "0 0 0 0 1 0 0"]);
  const { leased, jobs, meta } = await queue.state();
  expect([leased, jobs, meta?.purged]).toEqual([state.leased, { l: record() }, "1"]);
  await expectRefused(full.call(clean, { policy: KEEP_ALL }));
  expect(await queue.call(clean, { policy: KEEP_ALL })).toEqual(["ok", "1 0 0 0 0 0 0"]);
});

test("a clean replies with the counts of its first unit if the next one is refused", async () => {
  const queue = await queueWith({
    ready: { e: place(1) },
    expiring: { e: START },
    leased: { l: START },
    jobs: { e: record(), l: record() },
    runs: { e: run("W", tick(1)), l: run("L", tick(2)) },
    meta: { head: head({ due: START, runs: 2 }) },
  });
  const full = queue.through(refuseWrites("name=='ZADD'"));
  expect(await full.call(clean, { policy: KEEP_ALL })).toEqual(["ok", "0 0 0 1 0 0 0"]);
  expect((await queue.state()).meta).toEqual({ head: head({ due: START, runs: 1 }), expired: "1" });
});

const gone: State = { done: { o: START }, jobs: { o: record() }, runs: { o: run("C", tick(1)) } };
const silent: State = { workers: { w: START - 86_400_000 } };

test.each<[what: string, status: "ok" | "again", text: string, state: State]>([
  ["nothing", "ok", "0 0 0 0 0 0 0", {}],
  ["only remembered ids", "ok", "0 0 0 0 0 0 0", { seen: { s: START } }],
  ["a job", "again", "0 0 0 0 1 0 0", gone],
  ["a worker", "again", "0 0 0 0 0 1 0", silent],
  ["a job and a worker", "again", "0 0 0 0 1 1 0", { ...gone, ...silent }],
])("the repetition of a clean that removed %s replies %s", async (_, status, text, state) => {
  const queue = await queueWith({ ...state, meta: { head: head({ runs: 1, due: START }) } });
  const ask = () => queue.call(clean, { policy: "0 - - - 0", lane: "lane", number: 1 });
  expect(await ask()).toEqual(["ok", text]);
  const { "replies:w": replies } = await queue.state();
  expect(replies).toEqual(status === "again" ? rememberedReply(text)["replies:w"] : undefined);
  expect(await ask()).toEqual([status, text]);
});

test("a clean is not remembered if a part was refused, nor in a queue without keys", async () => {
  const queue = await queueWith();
  const args = { policy: "0 - - - 0", lane: "lane", number: 1 };
  expect(await queue.call(clean, args)).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await queue.state()).toEqual({});
  await queue.seed({
    ...gone,
    leased: { l: START },
    jobs: { ...gone.jobs, l: record() },
    runs: { ...gone.runs, l: run("L", tick(2)) },
    meta: { head: head({ due: START, runs: 2 }) },
  });
  expect(await queue.through(refuseWrites("name=='ZADD'")).call(clean, args)).toEqual(["ok", "0 0 0 0 1 0 0"]);
  expect(await queue.call(clean, args)).toEqual(["ok", "1 0 0 0 0 0 0"]);
});
