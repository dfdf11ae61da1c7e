// The example of a new operation in src/lua/README.md: it compiles, works, and is carried out as a whole or not at all.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readLua, sourcesByName } from "../../../scripts/build/lua-sources.ts";
import { compileScript } from "../../../scripts/lua/compile.ts";
import { script } from "../../../src/engine/script.ts";
import { refusing } from "../kit/refusing.ts";
import {
  about,
  type Bench,
  benches,
  due,
  head,
  place,
  record,
  reply,
  run,
  START,
  type State,
  tick,
} from "../kit/state.ts";

const fresh = benches();
const [, source = ""] = /```lua\n(-- prioritize: [^`]+)```/.exec(readFileSync("src/lua/README.md", "utf8")) ?? [];
const libraries = sourcesByName(readLua("src/lua").libraries);
const compiled = compileScript("prioritize", { source, libraries });
const args = compiled.args as unknown as readonly ["lane", "number", "times", "priority", "buckets", "ids..."];
const prioritize = script("prioritize", compiled.keys, args, compiled.text);
const prioritizeJobs = (queue: Bench, ids: string[], priority: number) =>
  queue.call(prioritize, ...about(ids, { ids, priority }));

const before: State = {
  ready: [
    ["given", place(3, 5)],
    ["new", place(7, 5)],
  ],
  delayed: [["later", due(START + 9_000, 5, 2)]],
  failed: [["f", 1]],
  jobs: Object.fromEntries(["new", "given", "later", "f"].map((id) => [id, record(place(9), id)])),
  runs: {
    given: run("W", tick(1), { attempt: 2, given: 1, place: place(3, 5), errors: ['1 1 "no"'] }),
    f: run("F", 9),
  },
  meta: { head: head({ runs: 2, enqueued: 4 }) },
};
const ids = ["new", "given", "later", "f", "nobody", "new"];

test("the example has fewer than 40 lines", () => {
  expect(source.trim().split("\n").length).toBeLessThan(40);
});

test("the operation moves jobs to another priority, and replays its reply", async () => {
  const queue = fresh();
  await queue.seed(before);
  expect(await prioritizeJobs(queue, ids, 2)).toEqual(["ok", "rrdUUr"]);
  const [[, later] = ["", 0]] = before.delayed ?? [];
  const waits = { attempt: 0, max: 0, worker: "" };
  const after: State = {
    ...before,
    ready: [
      ["given", place(3, 2)],
      ["new", place(7, 2)],
    ],
    delayed: [["later", later - 3]],
    runs: {
      ...before.runs,
      new: run("W", 0, { ...waits, place: place(7, 2) }),
      given: run("W", tick(1), { attempt: 2, given: 1, place: place(3, 2), errors: ['1 1 "no"'] }),
      later: run("W", 0, { ...waits, place: 2 * 900_000_000_000_000 + (later - 5) / 10 }),
    },
    meta: { head: head({ runs: 4, enqueued: 4 }) },
    ...reply("rrdUUr"),
  };
  expect(await queue.state()).toEqual(after);
  expect(await prioritizeJobs(queue, ids, 2)).toEqual(["again", "rrdUUr"]);
  expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
});

test("the operation writes nothing for a queue without jobs", async () => {
  const queue = fresh();
  expect(await prioritizeJobs(queue, ids, 2)).toEqual(["ok", "UUUUUU"]);
  expect(await queue.state()).toEqual({});
});

test.each([1, 2, 3, 4, 5, 6])("the operation changes nothing when its write %i is refused", async (nth) => {
  const queue = fresh();
  await queue.seed(before);
  await expect(prioritizeJobs(queue.through(refusing(`n==${nth}`)), ids, 2)).rejects.toMatchObject({
    code: "record_too_large",
  });
  expect(await queue.state()).toEqual(before);
  expect(await prioritizeJobs(queue, ids, 2)).toEqual(["ok", "rrdUUr"]);
});
