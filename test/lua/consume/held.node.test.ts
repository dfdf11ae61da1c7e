// held: the jobs of a lease whose reply was lost.
import { expect, test } from "vitest";
import { held, turn } from "../../../src/engine/all-scripts.ts";
import { byId, head, omit, record, ref, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { LEASE_END, place, tick } from "../kit/times.ts";

const queueWith = connectQueues();

test("a lease is remembered by its ids and fences, and held finds the jobs that are still held", async () => {
  const ids = ["a b", "%1", " ünï 😀", "12 3 x", "gone", "again", "ended", "ready", "lost"];
  const queue = await queueWith({
    ready: byId(ids, (_, i) => place(i + 1)),
    jobs: byId(ids, (id) => record(place(1), id)),
    meta: { head: head() },
  });
  await queue.call(turn);
  const [status, , header, ...lines] = await queue.call(turn);
  expect([status, header, lines]).toEqual(["again", `- ${LEASE_END} 0 ${LEASE_END} - ${tick(101)}`, ids]);
  const state = await queue.state();
  const before: State = {
    ...state,
    ready: { ready: place(1) },
    leased: omit(state.leased, "ready"),
    jobs: omit(state.jobs, "lost"),
    runs: { ...omit(state.runs, "gone"), again: run("L", tick(999)), ended: run("F", tick(107)) },
  };
  const other = await queueWith(before);
  expect(await other.call(held, { items: ids.map((id, i) => ref(id, tick(101 + i))) })).toEqual([
    "ok",
    "111100000",
    ...ids.slice(0, 4).map((id) => record(place(1), id)),
    ...["H\n", "H\n", "H\n", "H\n"],
  ]);
  expect(await other.state()).toEqual(before);
});
