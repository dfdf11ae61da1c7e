// The example of a new operation in src/lua/README.md: it compiles, works, and is atomic.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readLua, sourcesByName } from "../../../scripts/build/lua-sources.ts";
import { compileScript } from "../../../scripts/lua/compile.ts";
import { script } from "../../../src/engine/script.ts";
import { expectRefused, refuseWrites } from "../kit/adapters.ts";
import { byId, head, newRun, RETRIED, record, rememberedReply, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { due, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const [, source = ""] = /```lua\n(-- prioritize: [^`]+)```/.exec(readFileSync("src/lua/README.md", "utf8")) ?? [];
const libraries = sourcesByName(readLua("src/lua").libraries);
const compiled = compileScript("prioritize", { source, libraries });
const args = compiled.args as unknown as readonly ["lane", "number", "times", "priority", "buckets", "ids..."];
const prioritize = script("prioritize", compiled.keys, args, [compiled.text]);

const before: State = {
  ready: { old: place(3, 5), new: place(7, 5) },
  delayed: { later: due(START + 9_000, 5, { n: 2 }) },
  failed: { f: 1 },
  jobs: byId(["new", "old", "later", "f"], (id) => record(place(9), id)),
  runs: {
    old: run("W", tick(1), { attempt: 2, released: 1, place: place(3, 5), attempts: [RETRIED] }),
    f: run("F", 9),
  },
  meta: { head: head({ runs: 2, enqueued: 4 }) },
};
const request = { ids: ["new", "old", "later", "f", "unknown", "new"], priority: 2 };

test("the example has fewer than 40 lines", () => {
  expect(source.trim().split("\n").length).toBeLessThan(40);
});

test("the operation moves jobs to another priority, and replays its reply", async () => {
  const queue = await queueWith(before);
  expect(await queue.call(prioritize, request)).toEqual(["ok", "rrdUUr"]);
  const after: State = {
    ...before,
    ready: { old: place(3, 2), new: place(7, 2) },
    delayed: { later: due(START + 9_000, 2, { n: 2 }) },
    runs: {
      ...before.runs,
      new: newRun(place(7, 2)),
      old: run("W", tick(1), { attempt: 2, released: 1, place: place(3, 2), attempts: [RETRIED] }),
      later: newRun(place(2, 2, { time: START + 9_000 })),
    },
    meta: { head: head({ runs: 4, enqueued: 4 }) },
    ...rememberedReply("rrdUUr"),
  };
  expect(await queue.state()).toEqual(after);
  expect(await queue.call(prioritize, request)).toEqual(["again", "rrdUUr"]);
  expect(await queue.state()).toEqual({ ...after, meta: { ...after.meta, replayed: "1" } });
});

test("the operation writes nothing for a queue without jobs", async () => {
  const queue = await queueWith();
  expect(await queue.call(prioritize, request)).toEqual(["ok", "UUUUUU"]);
  expect(await queue.state()).toEqual({});
});

test.each([1, 2, 3, 4, 5, 6])("the operation changes nothing if its write %i is refused", async (nth) => {
  const queue = await queueWith(before);
  await expectRefused(queue.through(refuseWrites(`n==${nth}`)).call(prioritize, request));
  expect(await queue.state()).toEqual(before);
  expect(await queue.call(prioritize, request)).toEqual(["ok", "rrdUUr"]);
});
