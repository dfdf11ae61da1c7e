// Queues without keys: a script that finds nothing to do there writes nothing.
import { expect, test } from "vitest";
import * as scripts from "../../../src/engine/all-scripts.ts";
import { auditRound } from "../kit/deep-cleaning.ts";
import { ref } from "../kit/forms.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { LEASE_END, START, tick } from "../kit/times.ts";
import { type Item, turnWith } from "../kit/turns.ts";

const queueWith = connectQueues();
const [a, b] = [ref("a", tick(1)), ref("b", tick(2))];
const completed: Item[] = [["complete", "a", tick(1), "1"]];

test.each<[what: string, reply: string | string[], call: (queue: TestQueue) => Promise<string | string[]>]>([
  ["clean", ["ok", "0 0 0 0 0 0 0"], (queue) => queue.call(scripts.clean)],
  ["deepClean", "0 0 0 0 0 0", auditRound],
  ["held", ["ok", "00"], (queue) => queue.call(scripts.held, { items: [a, b] })],
  ["extend", ["ok", "U", `${LEASE_END}`], (queue) => queue.call(scripts.extend, { items: [a] })],
  ["progress", ["ok", "U"], (queue) => queue.call(scripts.progress, { reference: a, progress: "1", duration: 500 })],
  ["cancel", ["ok", "U"], (queue) => queue.call(scripts.cancel, { ids: ["a"] })],
  ["promote", ["ok", "UU"], (queue) => queue.call(scripts.promote, { ids: ["a", "b"] })],
  ["redrive", ["ok", "0 0"], (queue) => queue.call(scripts.redrive, { limit: 9 })],
  ["redrive of a job", ["ok", "0 0"], (queue) => queue.call(scripts.redrive, { limit: 9, ids: ["a"] })],
  ["failWorker", ["ok", "0", "-"], (queue) => queue.call(scripts.failWorker, { worker: "w" })],
])("%s writes nothing", async (_, reply, call) => {
  const queue = await queueWith();
  expect(await call(queue)).toEqual(reply);
  expect(await queue.state()).toEqual({});
});

test.each<[what: string, letters: string, items: Item[], options: Parameters<typeof turnWith>[2]]>([
  ["a lease", "-", [], { count: 3 }],
  ["a lease with a beat", "-", [], { count: 3, heartbeat: "p" }],
  ["a settle", "U", completed, {}],
  ["a settle without a result", "U", [["complete", "a", tick(1)]], {}],
  ["a settle of one job and a lease of ten", "U", completed, { count: 10 }],
  ["a settle with a lease", "U", [["retry", "a", tick(1)]], { count: 3 }],
  ["an empty request", "-", [], {}],
])("a turn writes nothing for %s", async (_, letters, items, options) => {
  const queue = await queueWith();
  const [status, ...reply] = await turnWith(queue, items, options);
  expect([status, reply[0], reply[1]?.slice(0, 13)]).toEqual(["ok", letters, String(START)]);
  expect(await queue.state()).toEqual({});
});
