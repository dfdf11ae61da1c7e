// get: a job's states, record, run, ending and result, as far as they are asked for.
import { expect, test } from "vitest";
import { get } from "../../../src/engine/all-scripts.ts";
import { redis } from "../kit/connection.ts";
import { byId, ending, head, record, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { callReadOnly, connectQueues } from "../kit/test-queue.ts";
import { due, place, START, tick } from "../kit/times.ts";

const queueWith = connectQueues();
const recordOf = (id: string, i: number) => record(place(i), `"${id}:"`, { max: 3 });
const ids = ["r1", "r2", "ünï %1", "l", "f", "o"];
const full: State = {
  ready: { r1: place(1), r2: place(2, 9) },
  delayed: { "ünï %1": due(START + 1_000, 4, { n: 7 }) },
  leased: { l: START + 1 },
  failed: { f: START - 1 },
  done: { o: START - 2 },
  seen: { r2: START + 60_000, gone: START + 60_001 },
  workers: { w: START },
  endings: { gone: ending("X", tick(8)), l: ending("C", tick(9)) },
  jobs: byId(ids, (id, i) => recordOf(id, i)),
  runs: { l: run("L", tick(7)), f: run("F", tick(8)), o: run("C", tick(9)) },
  meta: {
    head: head({ flags: "ph", runs: 3, enqueued: 6, leased: 4, completed: 1 }),
    born: String(START - 5),
    duplicates: "2",
  },
  "result:o": [`C ${START - 2} {"n":1}`, 60_000],
  "result:gone": [`C ${START - 5} 1`, 60_000],
  "result:l": [`C ${START - 6} 1`, 60_000],
};

const getFrom = async (state: State, id: string, parts: string) =>
  callReadOnly(await queueWith(state), get, { id, parts });

test.each([
  ["r2", `${place(2, 9)} - - - - - 1 ${START + 60_000}`, "-", recordOf("r2", 1), "", ""],
  ["ünï %1", `- ${due(START + 1_000, 4, { n: 7 })} - - - - - -`, "-", recordOf("ünï %1", 2), "", ""],
  // The ending and the result of an earlier job with the id l are older than this queue.
  ["l", `- - - ${START + 1} - - - -`, "-", recordOf("l", 3), run("L", tick(7)), ""],
  ["f", `- - - - ${START - 1} - - -`, "-", recordOf("f", 4), run("F", tick(8)), ""],
  ["o", `- - - - - ${START - 2} - -`, "-", recordOf("o", 5), run("C", tick(9)), `C ${START - 2} {"n":1}`],
  ["gone", `- - - - - - - ${START + 60_001}`, `X${tick(8)}`, "", "", `C ${START - 5} 1`],
  ["unknown", "- - - - - - - -", "-", "", "", ""],
])("get returns everything that is known of the job %s", async (id, states, end, ...texts) => {
  const queue = await queueWith(full);
  const reply = await queue.callRaw(get, { id, parts: "dr" });
  expect(reply).toEqual([`ok\n${START} -ph ${states}\n${end}`, ...texts]);
  expect(await queue.state()).toEqual(full);
});

test("get returns the numbers behind the start of a waiting job only if asked for", async () => {
  const ratesOf = async (id: string, parts: string) => (await getFrom(full, id, parts)).slice(6);
  const rates = `2 4 ${START - 5}`;
  expect(await ratesOf("r2", "s")).toEqual([rates]);
  expect(await ratesOf("ünï %1", "s")).toEqual([rates]);
  expect(await ratesOf("r2", "dr")).toEqual([]);
  for (const id of ["l", "f", "o", "gone", "unknown"]) expect(await ratesOf(id, "s")).toEqual([]);
  const queue = await queueWith(full);
  await redis().rPush(`${queue.keys.root}history`, ["3 4 5 6|1 2||A", "1 2 3 4|||"]);
  const reply = (await queue.callRaw(get, { id: "r2", parts: "s" })) as string[];
  expect(reply.slice(4)).toEqual([`${rates}\n3 4 5 6\n1 2 3 4`]);
});

test("get returns the record, the head of the record, and the result only if asked for", async () => {
  const textsOf = async (parts: string) => (await getFrom(full, "o", parts)).slice(3);
  expect(await textsOf("")).toEqual(["", run("C", tick(9)), ""]);
  expect(await textsOf("d")).toEqual([recordOf("o", 5), run("C", tick(9)), ""]);
  expect(await textsOf("r")).toEqual(["", run("C", tick(9)), `C ${START - 2} {"n":1}`]);
  expect(await textsOf("h")).toEqual([`${place(5)} m3:`, run("C", tick(9)), ""]);
});

test.each([
  ["the head of a record that is just not large", 99_999 - 17, `${place(1)}:`],
  ["no head of a large record", 100_000 - 17, ""],
])("get returns %s", async (_, size, text) => {
  const state: State = { ready: { a: place(1) }, jobs: { a: record(place(1), "x".repeat(size)) } };
  expect((await getFrom(state, "a", "h"))[3]).toBe(text);
});

const listed: State = { ready: { a: place(1) }, meta: { head: head() } };
test.each<[what: string, parts: string, state: State]>([
  ["a lost record", "d", listed],
  ["the head of a lost record", "h", listed],
  ["the head of a damaged record", "h", { ...listed, jobs: { a: "damaged" } }],
  ["a record without a state", "d", { jobs: { a: record() }, meta: { head: head() } }],
  ["the head of a record without a state", "h", { jobs: { a: record() } }],
  ["a result in an unknown form", "r", { ...listed, "result:a": ["garbage", 60_000] }],
])("get finds nothing for %s", async (_, parts, state) => {
  expect((await getFrom(state, "a", parts)).slice(3)).toEqual(["", "", ""]);
});

test("get returns a result even if meta does not contain the time at which the queue was created", async () => {
  const reply = await getFrom({ ...listed, "result:a": ["C 0 1", 60_000] }, "a", "r");
  expect(reply.at(-1)).toBe("C 0 1");
});

test("get finds nothing in a queue without keys, not even the result of a destroyed queue", async () => {
  const left: State = { "result:a": [`C ${START} 1`, 60_000] };
  for (const state of [{}, left])
    expect(await getFrom(state, "a", "dhr")).toEqual(["ok", `${START} - - - - - - - - -`, "-", "", "", ""]);
});
