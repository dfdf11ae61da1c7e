// search: the filters, and the parts of the reply.
import { describe, expect, test } from "vitest";
import { search } from "../../../src/engine/all-scripts.ts";
import { byId, ended, head, numberedIds, record, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { callReadOnly, connectQueues } from "../kit/test-queue.ts";
import { place, START, tick } from "../kit/times.ts";
import { ALL_READY, conditions, findIds, readyQueue, type SearchOptions } from "./searching.ts";

const queueWith = connectQueues();
const US = "\x1f";

const jobs: State = {
  failed: byId(["a", " b ", "lost", "%1 ü\u2028"], (_, i) => START + i),
  jobs: { a: record(place(1)), " b ": "damaged", "%1 ü\u2028": record(place(2)) },
  runs: { a: run("F", tick(1)), lost: "damaged" },
  meta: { head: head({ runs: 2 }) },
};

describe.each([
  ["small", jobs],
  ["large", { ...jobs, meta: { head: head({ flags: "l", runs: 2 }) } }],
])("if payloads are %s, search", (_, state) => {
  const reply = async (options: SearchOptions) =>
    callReadOnly(await queueWith(state), search, { ...ALL_READY, name: "failed", state: "failed", ...options });
  const entries = [`${START} a`, `${START + 1}  b `, `${START + 2} lost`, `${START + 3} %1 ü\u2028`];
  const records = [record(place(1)), run("F", tick(1)), "damaged", "", "", "damaged", record(place(2)), ""];
  const header = `${START} ${tick(100)} 4 4 0 - %1 ü\u2028`;

  test("returns the jobs of a state in order, with their records and runs", async () => {
    expect(await reply({})).toEqual(["ok", header, ...entries, ...records]);
    // With a filter that reads all records and runs first.
    expect(await reply({ to: START, entered: tick(0, START + 3) })).toEqual(["ok", header, ...entries, ...records]);
  });

  test("returns only ids with the texts of their entries, or only their number", async () => {
    const marks = [`F ${tick(1)}`, "-", "-", "-"];
    const texts = entries.map((entry, i) => `${entry}\tfailed ${START + i} ${marks[i]}`);
    expect(await reply({ output: "ids" })).toEqual(["ok", header, ...texts]);
    expect(await reply({ output: "count" })).toEqual(["ok", header, "4"]);
    expect(await reply({ output: "count", id: "none" })).toEqual(["ok", header, "0"]);
  });
});

test("search of an empty state, or of a queue that does not exist, finds nothing", async () => {
  for (const state of [{}, { meta: { head: head() } }])
    for (const options of [{}, { worker: "w" }, { to: START }, conditions(["?", "n", "", ""])])
      expect(await findIds(await queueWith(state), options)).toEqual({
        ...{ ids: [], entries: [], total: 0, examined: 0, skipped: 0 },
        ...{ score: "-", after: "" },
      });
});

const HOUR = 3_600_000;
const error = (text: string, { worker = "w", stack = "" } = {}) =>
  ended("r", tick(1), { worker, error: JSON.stringify(text) + stack });
/** Jobs with runs of every form, in the order of their ids. */
const runs = {
  calm: run("F", tick(1), { worker: "w1", attempts: [error("the mailbox is full")] }),
  damaged: "damaged",
  eager: run("F", tick(2), { attempt: 2, worker: "w10", attempts: [error("x"), error('the "mailbox"\nopens')] }),
  few: run("F", tick(3), {
    attempt: 12,
    worker: "",
    attempts: [error("500"), error("no", { stack: '\t"at mail.ts:1"' })],
  }),
  half: run("F", tick(4), { attempt: 3, worker: "w1", progress: '0.5 "1 2 mailbox"' }),
  short: "F 7 4",
  tail: run("F", tick(5), {
    worker: "w2\x1fmailbox",
    attempts: [error("C:\\temp", { worker: "mailbox" }), error("x\nny")],
  }),
};
const ids = ["calm", "damaged", "eager", "few", "half", "missing", "short", "tail"];
const withRuns: State = {
  failed: byId(ids, (_, i) => START + i),
  jobs: byId(ids, (_, i) => record(place(i, 5, { time: START - i * HOUR }))),
  runs,
  meta: { head: head({ runs: 6 }) },
};

test.each<[what: string, options: SearchOptions, found: string]>([
  ["an id", { id: "eager" }, "eager"],
  ["an id that is the beginning of others", { id: "e" }, ""],
  ["the beginning of ids", { id: "e", isPrefix: "1" }, "eager"],
  ["a beginning that is longer than ids", { id: "short1", isPrefix: "1" }, ""],
  ["any beginning", { id: "", isPrefix: "1" }, ids.join()],
  ["a worker", { worker: "w1" }, "calm,half"],
  ["an unknown worker", { worker: "w" }, ""],
  ["one attempt", { attempts: 1 }, "calm,eager,few,half,tail"],
  ["a text behind an escaped backslash", { error: "temp" }, "tail"],
  ["a text that follows itself in an escape", { error: "ny" }, "tail"],
  ["a character that follows itself in an escape", { error: "n", worker: "w2" }, "tail"],
  ["a number of attempts", { attempts: 2 }, "eager,few,half"],
  ["a number of attempts that is a number, not a text", { attempts: 3 }, "few,half"],
  ["no attempts", { attempts: 0 }, ids.join()],
  ["an error", { error: "mailbox" }, "calm,eager"],
  ["an error that is not the last one", { error: "x" }, "calm,eager,tail"],
  ["an error with quotes", { error: '\\"mailbox\\"' }, "eager"],
  ["a text that begins in the middle of an escape", { error: "nopens" }, ""],
  ["a text behind an escape", { error: "opens" }, "eager"],
  ["a text with the escape", { error: "\\nopens" }, "eager"],
  ["the calls of an error", { error: "mail.ts" }, "few"],
  ["digits that only the time of an error has", { error: String(START) }, ""],
  ["digits of an error", { error: "500" }, "few"],
  ["a pattern, which is a text", { error: "mail.ox" }, ""],
  ["the largest age", { from: START - 2 * HOUR }, "calm,damaged,eager"],
  ["the least age", { to: START - 2 * HOUR }, "eager,few,half,missing,short,tail"],
  ["both ages", { from: START - 3 * HOUR, to: START - HOUR }, "damaged,eager,few"],
  ["a worker and an error", { worker: "w1", error: "full" }, "calm"],
  ["a worker and an age", { worker: "w1", to: START - HOUR }, "half"],
  ["the latest time of entry", { entered: tick(0, START + 1) }, "calm,damaged"],
])("search finds jobs by %s", async (_, options, found) => {
  for (const flags of ["", "l"]) {
    const queue = await queueWith({ ...withRuns, meta: { head: head({ runs: 6, flags }) } });
    const reply = await findIds(queue, { state: "failed", ...options });
    expect(reply).toMatchObject({
      ids: found === "" ? [] : found.split(","),
      examined: 8,
      total: 8,
      skipped: 0,
      score: "-",
    });
  }
});

test("the age of a job is that of its enqueue, also if its place is of another time", async () => {
  const records = {
    created: record(place(1), "{}", { enqueuedAt: START - HOUR }),
    damaged: "damaged",
    placed: record(place(2)),
  };
  const queue = await queueWith({
    ready: byId(Object.keys(records), (_, i) => place(i)),
    jobs: records,
    meta: { head: head() },
  });
  expect((await findIds(queue, { from: START })).ids).toEqual(["placed"]);
  expect((await findIds(queue, { to: START - HOUR })).ids).toEqual(["created", "damaged"]);
  expect((await findIds(queue, { to: START - HOUR - 1 })).ids).toEqual(["damaged"]);
});

const PAYLOADS = {
  ada: '{"user":{"id":7,"name":"Ada"},"tags":["a","b"],"paid":true}',
  ida: '{"user":{"id":"7","name":"Ida \\"I\\""},"tags":[],"paid":null,"1":"one"}',
  eve: '{"user":{"id":77,"name":"Eve\\\\"},"paid":false,"list":[[1,[2,3]]],"12":12}',
  list: '["a",{"b":2.5}]',
  text: '"user 7"',
  number: "7",
};

test.each<[what: string, kind: "=" | "~" | "?" | "!", path: string, text: string, expected: string, found: string]>([
  ["a number", "=", `user${US}id`, "7", "7", "ada"],
  ["a number without a text that must occur", "=", `user${US}id`, "", "7", "ada"],
  ["a text", "=", `user${US}id`, '"7"', '"7"', "ida"],
  ["a text with quotes", "=", `user${US}name`, '"Ida \\"I\\""', '"Ida \\"I\\""', "ida"],
  ["true", "=", "paid", "true", "true", "ada"],
  ["false", "=", "paid", "false", "false", "eve"],
  ["null", "=", "paid", "null", "null", "ida"],
  ["a value that cannot be decoded", "=", "paid", "", '"\\ud800"', ""],
  ["a value of a field that does not exist", "=", "none", "", "null", ""],
  ["an item", "=", `tags${US}1`, '"b"', '"b"', "ada"],
  ["the first item", "=", "0", '"a"', '"a"', "list"],
  ["an item of an item", "=", `list${US}0${US}1${US}1`, "3", "3", "eve"],
  ["a field of an item", "=", `1${US}b`, "2.5", "2.5", "list"],
  ["a field whose name is a number", "=", "1", '"one"', '"one"', "ida"],
  ["a name that is a number in another form", "?", `tags${US}0x1`, "", "", ""],
  ["a part of a text", "~", `user${US}name`, "da", "da", "ada,ida"],
  ["a part that is a pattern", "~", `user${US}name`, "", "%a", ""],
  ["a part with a backslash", "~", `user${US}name`, "\\\\", "\\", "eve"],
  ["a part of a number", "~", `user${US}id`, "7", "7", "ida"],
  ["a part of null", "~", "paid", "", "n", ""],
  ["a field", "?", "tags", "", "", "ada,ida"],
  ["a field that is null or false", "?", "paid", "", "", "ada,ida,eve"],
  ["no field", "!", "user", "", "", "list,text,number"],
  ["no field of a text", "!", `user${US}name${US}x`, "", "", "ada,ida,eve,list,text,number"],
  ["a text that must occur", "?", "user", '"Ada"', "", "ada"],
])("search finds jobs by %s in the payload", async (_, kind, path, text, expected, found) => {
  for (const flags of ["", "l"]) {
    const reply = await findIds(await queueWith(readyQueue(PAYLOADS, flags)), conditions([kind, path, text, expected]));
    expect(reply).toMatchObject({ ids: found === "" ? [] : found.split(","), examined: 6, skipped: 0 });
  }
});

test("search requires all conditions, and the rest of the filter too", async () => {
  const queue = await queueWith(readyQueue(PAYLOADS));
  const seven = conditions(["?", "user", "", ""], ["=", "paid", "false", "false"]);
  expect((await findIds(queue, seven)).ids).toEqual(["eve"]);
  expect((await findIds(queue, conditions(["=", "paid", "false", "false"], ["?", "none", "", ""]))).ids).toEqual([]);
  expect((await findIds(queue, conditions(["?", "user", "", ""], ["=", "paid", "", "false"]))).ids).toEqual(["eve"]);
  expect((await findIds(queue, conditions(["?", "user", "", ""], ["?", "paid", '"Ada"', ""]))).ids).toEqual(["ada"]);
  expect((await findIds(queue, { ...seven, id: "ada" })).ids).toEqual([]);
  expect((await findIds(queue, { ...seven, from: START + 1 })).ids).toEqual([]);
});

test("search examines a state of many slices, and ends exactly at its end", async () => {
  for (const count of [249, 250, 251, 500, 501]) {
    const all = numberedIds(count, "job ").sort();
    const queue = await queueWith(readyQueue(Object.fromEntries(all.map((id) => [id, "{}"]))));
    const found = await findIds(queue);
    expect(found).toMatchObject({ ids: all, examined: count, total: count, score: "-", after: all.at(-1) });
  }
});
