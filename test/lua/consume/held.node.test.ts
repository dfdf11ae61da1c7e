// held: the jobs of a lease whose reply was lost.
import { expect, test } from "vitest";
import { held, turn } from "../../../src/engine/scripts.gen.ts";
import { benches, head, LEASE, place, record, ref, run, START, type State, tick } from "../kit/state.ts";

const fresh = benches();

test("remembers a lease as its heads, and held finds the jobs that are still held", async () => {
  const queue = fresh();
  const ids = ["a b", "%1", " ünï 😀", "12 3 x", "gone", "again", "ended", "in line", "lost"];
  await queue.seed({
    ready: ids.map((id, i) => [id, place(i + 1)]),
    jobs: Object.fromEntries(ids.map((id) => [id, record(place(1), id)])),
    meta: { head: head() },
  });
  await queue.call(turn);
  const [status, , header, ...heads] = await queue.call(turn);
  expect([status, header, heads]).toEqual(["again", `- ${START + LEASE} 0 ${START + LEASE} - ${tick(101)}`, ids]);
  const state = await queue.state();
  const { gone: _, ...runs } = state.runs ?? {};
  const { lost: __, ...jobs } = state.jobs ?? {};
  const other = fresh();
  const before: State = {
    ...state,
    ready: [["in line", place(1)]],
    leased: (state.leased ?? []).filter(([id]) => id !== "in line"),
    jobs,
    runs: { ...runs, again: run("L", tick(999)), ended: run("F", tick(107)) },
  };
  await other.seed(before);
  expect(await other.call(held, { items: ids.map((id, i) => ref(id, tick(101 + i))) })).toEqual([
    "ok",
    "111100000",
    ...ids.slice(0, 4).map((id) => record(place(1), id)),
    ...["H\n", "H\n", "H\n", "H\n"],
  ]);
  expect(await other.state()).toEqual(before);
});

test("finds nothing in a queue without a key, and writes nothing", async () => {
  const queue = fresh();
  expect(await queue.call(held, { items: [ref("a", tick(1)), ref("b", tick(2))] })).toEqual(["ok", "00"]);
  expect(await queue.state()).toEqual({});
});
