// saveBulk and readBulk: bulk operations are stored by their versions.
import { expect, test } from "vitest";
import { destroy, readBulk, retire, saveBulk } from "../../../src/engine/all-scripts.ts";
import { auditRound } from "../kit/deep-cleaning.ts";
import { head } from "../kit/forms.ts";
import type { Fields, State } from "../kit/state.ts";
import { callReadOnly, connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const meta = { head: head() };
const withBulk = (bulk: Fields): State => ({ meta, bulk });
/** The arguments of a request that stores an operation. */
const save = (id: string, version: number, text: string, most = 20) => ({ id, version, text, most });

/** Calls saveBulk. Resolves with its reply and the stored operations. */
async function saved(queue: TestQueue, args: ReturnType<typeof save>) {
  const reply = await queue.call(saveBulk, args);
  const { bulk, ...others } = await queue.state();
  expect(others).toEqual({ meta });
  return [reply, bulk];
}

test("saveBulk stores a new operation, and its progress under the version that was read", async () => {
  const queue = await queueWith({ meta });
  expect(await saved(queue, save("a", 0, '{"n":1}'))).toEqual([["ok", '1 {"n":1}'], { a: '1 {"n":1}' }]);
  expect(await saved(queue, save("a", 1, "{}"))).toEqual([["ok", "2 {}"], { a: "2 {}" }]);
  expect(await saved(queue, save("b", 0, "x y"))).toEqual([["ok", "1 x y"], { a: "2 {}", b: "1 x y" }]);
});

test("a repeated request changes nothing, and gets the text that it has stored", async () => {
  const queue = await queueWith(withBulk({ a: "9 old" }));
  for (let i = 0; i < 3; i++)
    expect(await saved(queue, save("a", 9, "new"))).toEqual([["ok", "10 new"], { a: "10 new" }]);
});

test.each([
  ["an older version", save("a", 1, "mine"), "2 theirs"],
  ["a later version", save("a", 3, "mine"), "2 theirs"],
  ["no version", save("a", 0, "mine"), "2 theirs"],
  ["a removal of an older version", save("a", 1, ""), "2 theirs"],
  ["progress of an operation that is gone", save("b", 2, "mine"), "0"],
  ["a removal of an operation that is gone", save("b", 2, ""), "0"],
])("saveBulk refuses %s, and returns what is stored", async (_, args, stored) => {
  const queue = await queueWith(withBulk({ a: "2 theirs" }));
  expect(await saved(queue, args)).toEqual([["ok", stored], { a: "2 theirs" }]);
});

test("saveBulk removes an operation by its version", async () => {
  const queue = await queueWith(withBulk({ a: "2 x", b: "1 y" }));
  for (let i = 0; i < 2; i++) expect(await saved(queue, save("a", 2, ""))).toEqual([["ok", "0"], { b: "1 y" }]);
});

test("a queue with the most operations stores no new one, but the progress of those that it has", async () => {
  const queue = await queueWith(withBulk({ a: "1 x", b: "1 y" }));
  expect(await saved(queue, save("c", 0, "z", 2))).toEqual([["full"], { a: "1 x", b: "1 y" }]);
  expect(await saved(queue, save("a", 1, "z", 2))).toEqual([["ok", "2 z"], { a: "2 z", b: "1 y" }]);
  expect(await saved(queue, save("c", 0, "z", 3))).toEqual([["ok", "1 z"], { a: "2 z", b: "1 y", c: "1 z" }]);
});

test("the number of operations that run is stored while there are any, and counts as no operation", async () => {
  const [runs, ended] = ['{"status":"running"}', '{"status":"finished","text":"\\"status\\":\\"running\\""}'];
  const queue = await queueWith({ meta });
  const steps: [args: ReturnType<typeof save>, bulk: Fields][] = [
    [save("a", 0, runs, 2), { a: `1 ${runs}`, running: "1" }],
    [save("b", 0, runs, 2), { a: `1 ${runs}`, b: `1 ${runs}`, running: "2" }],
    [save("a", 1, runs, 2), { a: `2 ${runs}`, b: `1 ${runs}`, running: "2" }],
    [save("a", 2, ended, 2), { a: `3 ${ended}`, b: `1 ${runs}`, running: "1" }],
    [save("a", 3, "", 2), { b: `1 ${runs}`, running: "1" }],
    [save("c", 0, ended, 2), { b: `1 ${runs}`, c: `1 ${ended}`, running: "1" }],
    [save("b", 1, ended, 2), { b: `2 ${ended}`, c: `1 ${ended}` }],
  ];
  for (const [args, bulk] of steps) expect((await saved(queue, args))[1]).toEqual(bulk);
  expect((await saved(queue, save("d", 0, runs, 2)))[0]).toEqual(["full"]);
});

test("a damaged entry is replaced by a new operation", async () => {
  const queue = await queueWith(withBulk({ a: "damaged" }));
  expect(await saved(queue, save("a", 0, "x"))).toEqual([["ok", "1 x"], { a: "1 x" }]);
});

test("a queue that does not exist stores nothing", async () => {
  for (const state of [{}, { bulk: { a: "1 x" } }]) {
    const queue = await queueWith(state);
    expect(await queue.call(saveBulk, save("b", 0, "x"))).toEqual(["ok", "0"]);
    expect(await queue.call(saveBulk, save("a", 1, "x"))).toEqual(["ok", state.bulk?.a ?? "0"]);
    expect(await queue.state()).toEqual(state);
  }
});

test("readBulk returns each operation in a line", async () => {
  const queue = await queueWith(withBulk({ a: '1 {"n":1}', "b c": "damaged" }));
  const [status, count, ...lines] = await callReadOnly(queue, readBulk);
  expect([status, count, ...lines.sort()]).toEqual(["ok", "2", 'a 1 {"n":1}', "b c damaged"]);
  expect(await callReadOnly(await queueWith(), readBulk)).toEqual(["ok", "0"]);
});

test("operations are no orphans of a deep clean, and go with their queue", async () => {
  const state = withBulk({ a: "1 x" });
  const queue = await queueWith(state);
  expect(await auditRound(queue)).toBe("0 0 0 0 0 0");
  expect((await queue.state()).bulk).toEqual({ a: "1 x" });
  await queue.call(destroy);
  expect(await queue.state()).toEqual({});
  // A client that continues an operation of the destroyed queue creates nothing.
  expect(await queue.call(saveBulk, save("a", 1, "y"))).toEqual(["ok", "0"]);
  expect(await queue.state()).toEqual({});
});

test("an unused queue is retired with its operations", async () => {
  const queue = await queueWith({ meta: { head: head({ tick: tick(0, START - 1_000) }) }, bulk: { a: "1 x" } });
  expect(await queue.call(retire, { idle: 0 })).toEqual(["ok", "1"]);
  expect(await queue.state()).toEqual({});
});
