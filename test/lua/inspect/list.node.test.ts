// list: pages of the jobs of a state.
import { expect, test } from "vitest";
import { list } from "../../../src/engine/all-scripts.ts";
import { byId, head, numberedIds, record, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { callReadOnly, connectQueues } from "../kit/test-queue.ts";
import { place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const listFailed = async (state: State, page: { from?: number; limit?: number } = {}) =>
  callReadOnly(await queueWith(state), list, { state: "failed", ...page });

const jobs: State = {
  failed: byId(["a", " b ", "lost", "%1 ü\u2028"], (_, i) => START + i),
  jobs: { a: record(place(1)), " b ": "damaged", "%1 ü\u2028": record(place(2)) },
  runs: { a: run("F", tick(1)), lost: "damaged" },
  meta: { head: head({ runs: 2 }) },
};
const large: State = { ...jobs, meta: { head: head({ flags: "l", runs: 2 }) } };

test.each([
  ["small", jobs],
  ["large", large],
])("list returns the jobs of a state in order, with their records and runs, if payloads are %s", async (_, state) => {
  expect(await listFailed(state)).toEqual([
    "ok",
    `${START} 4`,
    ...[`${START} a`, `${START + 1}  b `, `${START + 2} lost`, `${START + 3} %1 ü\u2028`],
    ...[record(place(1)), run("F", tick(1)), "damaged", "", "", "damaged", record(place(2)), ""],
  ]);
});

test.each(["0", "9", "a", "f", "g", "/", ":", "`", "A", "_"])(
  "list finds jobs with generated ids and with ids that only look generated: _%s",
  async (digit) => {
    const lookalikes = [11, 10, 12].map((length) => `_${digit}${"x".repeat(length)}`);
    for (const id of [...lookalikes, `a${digit}${"x".repeat(11)}`]) {
      const state: State = { failed: { [id]: START }, jobs: { [id]: "text" }, meta: { head: head() } };
      expect((await listFailed(state))[3]).toBe("text");
    }
  },
);

test("list returns a page, and an empty page past the end", async () => {
  const page = await listFailed(jobs, { from: 1, limit: 1 });
  expect(page).toEqual(["ok", `${START} 4`, `${START + 1}  b `, "damaged", ""]);
  for (const state of [jobs, large]) expect(await listFailed(state, { from: 4 })).toEqual(["ok", `${START} 4`]);
  expect(await listFailed({})).toEqual(["ok", `${START} 0`]);
});

test("list returns the jobs of some ids that are in the state, in the order of the ids", async () => {
  const ids = ["%1 ü\u2028", "unknown", "a"];
  expect(await callReadOnly(await queueWith(jobs), list, { state: "failed", from: 3, limit: 0, ids })).toEqual([
    "ok",
    `${START} 4`,
    ...[`${START + 3} %1 ü\u2028`, `${START} a`],
    ...[record(place(2)), "", record(place(1)), run("F", tick(1))],
  ]);
  const unknown = await callReadOnly(await queueWith(jobs), list, { state: "failed", ids: ["unknown"] });
  expect(unknown).toEqual(["ok", `${START} 4`]);
});

test.each([
  ["up to 2 MB", [999_983, 999_983, 1], 2],
  ["a single larger one", [3_000_000, 1], 1],
  ["one of two that exceed 2 MB by a byte", [999_983, 999_984], 1],
])("list returns large payloads of up to 2 MB, and at least one: %s", async (_, sizes, count) => {
  const ids = numberedIds(sizes.length);
  const [, header, ...rest] = await listFailed({
    failed: byId(ids, () => START),
    jobs: byId(ids, (_id, i) => record(place(1), "x".repeat(sizes[i] ?? 0))),
    meta: { head: head({ flags: "l" }) },
  });
  expect(header).toBe(`${START} ${sizes.length}`);
  expect(rest.slice(0, count)).toEqual(ids.slice(0, count).map((id) => `${START} ${id}`));
  const lengths = rest.slice(count).map((text) => text.length);
  expect(lengths).toEqual(sizes.slice(0, count).flatMap((size) => [size + 17, 0]));
});
