// clean, where Redis refuses a part of it, and where its request comes again.
import { expect, test } from "vitest";
import { clean } from "../../../src/engine/scripts.gen.ts";
import { refusing } from "../kit/refusing.ts";
import { benches, head, place, record, reply, run, START, type State, tick } from "../kit/state.ts";

const fresh = benches();
const KEEP_ALL = "- - - - 1000";

test("does what is not refused, and fails only where nothing was done", async () => {
  const queue = fresh();
  const state: State = {
    leased: [["l", START]],
    failed: [["f", START - 1]],
    jobs: { l: record(), f: record() },
    runs: { l: run("L", tick(1)), f: run("F", tick(2)) },
    meta: { head: head({ due: START, runs: 2 }) },
  };
  await queue.seed(state);
  const full = queue.through(refusing("name=='ZADD'"));
  expect(await full.call(clean, { policy: "- - 0 - 0" })).toEqual(["ok", "0 0 0 0 1 0 0"]);
  const { failed: _, ...rest } = state;
  expect(await queue.state()).toMatchObject({ leased: rest.leased, jobs: { l: record() }, meta: { purged: "1" } });
  await expect(full.call(clean, { policy: KEEP_ALL })).rejects.toMatchObject({ code: "record_too_large" });
  expect(await queue.call(clean, { policy: KEEP_ALL })).toEqual(["ok", "1 0 0 0 0 0 0"]);
});

test("keeps the numbers of what it has done where the next unit is refused", async () => {
  const queue = fresh();
  await queue.seed({
    ready: [["e", place(1)]],
    expiring: [["e", START]],
    leased: [["l", START]],
    jobs: { e: record(), l: record() },
    runs: { e: run("W", tick(1)), l: run("L", tick(2)) },
    meta: { head: head({ due: START, runs: 2 }) },
  });
  const full = queue.through(refusing("name=='ZADD'"));
  expect(await full.call(clean, { policy: KEEP_ALL })).toEqual(["ok", "0 0 0 1 0 0 0"]);
  expect((await queue.state()).meta).toEqual({ head: head({ due: START, runs: 1 }), expired: "1" });
});

const gone: State = { done: [["o", START]], jobs: { o: record() }, runs: { o: run("C", tick(1)) } };
const silent: State = { workers: [["w", START - 86_400_000]] };

test.each<[what: string, isRemembered: boolean, text: string, state: State]>([
  ["nothing", false, "0 0 0 0 0 0 0", {}],
  ["only ids past their window", false, "0 0 0 0 0 0 0", { seen: [["s", START]] }],
  ["a job", true, "0 0 0 0 1 0 0", gone],
  ["a worker", true, "0 0 0 0 0 1 0", silent],
  ["a job and a worker", true, "0 0 0 0 1 1 0", { ...gone, ...silent }],
])("is remembered where it removed %s: %s", async (_, isRemembered, text, state) => {
  const queue = fresh();
  await queue.seed({ ...state, meta: { head: head({ runs: 1, due: START }) } });
  const ask = () => queue.call(clean, { policy: "0 - - - 0", lane: "lane", number: 1 });
  expect(await ask()).toEqual(["ok", text]);
  const { "replies:w": replies } = await queue.state();
  expect(replies).toEqual(isRemembered ? reply(text)["replies:w"] : undefined);
  expect(await ask()).toEqual([isRemembered ? "again" : "ok", text]);
});

test("is not remembered where a part was refused, nor in a queue without a key", async () => {
  const queue = fresh();
  const args = { policy: "0 - - - 0", lane: "lane", number: 1 };
  expect(await queue.call(clean, args)).toEqual(["ok", "0 0 0 0 0 0 0"]);
  expect(await queue.state()).toEqual({});
  await queue.seed({
    ...gone,
    leased: [["l", START]],
    jobs: { ...gone.jobs, l: record() },
    runs: { ...gone.runs, l: run("L", tick(2)) },
    meta: { head: head({ due: START, runs: 2 }) },
  });
  expect(await queue.through(refusing("name=='ZADD'")).call(clean, args)).toEqual(["ok", "0 0 0 0 1 0 0"]);
  expect(await queue.call(clean, args)).toEqual(["ok", "1 0 0 0 0 0 0"]);
});
