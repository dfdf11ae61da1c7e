// A key that holds another type than it should: what fails changes nothing, and leaves each job in one state.
import { expect, test } from "vitest";
import { turn } from "../../../src/engine/scripts.gen.ts";
import { asked, type Item } from "../kit/settling.ts";
import { benches, head, place, record, redis, run, START, type State, tick } from "../kit/state.ts";

const fresh = benches();

const before: State = {
  leased: ["a", "b", "c", "d"].map((id) => [id, START + 9_000]),
  jobs: Object.fromEntries(["a", "b", "c", "d"].map((id) => [id, record()])),
  runs: Object.fromEntries(
    ["a", "b", "c", "d"].map((id) => [id, run("L", tick(1), { dies: id === "b" ? START + 99_000 : 0 })]),
  ),
  meta: { head: head({ runs: 4, leased: 4, enqueued: 4 }) },
};
const items: Item[] = [
  ["r", "a", tick(1), "5000"],
  ["g", "b", tick(1)],
  ["f", "c", tick(1), "", '"no"'],
];

test.each(["failed", "delayed", "expiring"])("%s, lets a settling change nothing", async (name) => {
  const queue = fresh();
  await queue.seed(before);
  await redis().set(queue.keys.root + name, "x");
  const [fields, parts] = asked(items);
  await expect(queue.call(turn, { count: 0, items: fields }, parts)).rejects.toMatchObject({ code: "redis_error" });
  await redis().del(queue.keys.root + name);
  expect(await queue.state()).toEqual(before);
});

test("expiring, keeps no job in two states that is leased", async () => {
  const queue = fresh();
  const jobs = { b: record(place(1), "{}", `x${START + 99_000}`) };
  await queue.seed({ ready: [["b", place(1)]], jobs, meta: { head: head({ enqueued: 1 }) } });
  await redis().set(`${queue.keys.root}expiring`, "x");
  await queue.call(turn, { count: 1 }).catch(() => {});
  const { ready = [], leased = [] } = await queue.state();
  expect([...ready, ...leased].map(([id]) => id)).toEqual(["b"]);
});
