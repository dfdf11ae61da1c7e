// search: the jobs of a group, in each state.
import { describe, expect, test } from "vitest";
import { search } from "../../../src/engine/all-scripts.ts";
import { createRandom } from "../../../src/instruments/testing/seeded-random.ts";
import { recordCommands } from "../kit/adapters.ts";
import { redis } from "../kit/connection.ts";
import { byId, head, numberedIds, record, run } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { callReadOnly, connectQueues } from "../kit/test-queue.ts";
import { blocked, due, place, START, tick } from "../kit/times.ts";
import { ALL_READY, conditions, findAllIds, findIds, type SearchOptions } from "./searching.ts";

const queueWith = connectQueues();
const GROUPED = head({ flags: "g" });
const BLOCKED = { state: "blocked", group: "b" } as const;
/** The field of a group with a number for its blocked jobs. */
const line = (number: number, headId = "") => `1 ${number} 9 0 ${headId}`;

/** Three groups with blocked jobs; those of `b` have three priorities, and one is before the others. */
const lines: State = {
  blocked: {
    ...{ a9: blocked(1, 8, 9), b3: blocked(2, 0, 3), b5: blocked(2, -7), b6: blocked(2, 3), b0: blocked(2, -1, 9) },
    ...{ c1: blocked(3, -9, 0), c2: blocked(3, 0) },
  },
  jobs: byId(["a9", "b3", "b5", "b6", "b0", "c1", "c2"], (id, i) => record(place(i), `{"n":"${id}"}`)),
  members: byId(["a9", "b3", "b5", "b6", "b0", "c1", "c2"], (id) => id.slice(0, 1)),
  groups: { a: line(1), b: line(2, "b1"), c: line(3), idle: line(0) },
  meta: { head: GROUPED },
};

test("the blocked jobs of a group are found in their order, and no other one is examined", async () => {
  const queue = await queueWith(lines);
  expect(await findIds(queue, BLOCKED)).toMatchObject({
    ...{ ids: ["b3", "b5", "b6", "b0"], examined: 4, total: 4, score: "-", after: "b0" },
  });
  expect((await findIds(queue, { ...BLOCKED, group: "a" })).ids).toEqual(["a9"]);
  expect((await findIds(queue, { ...BLOCKED, group: "c" })).ids).toEqual(["c1", "c2"]);
  for (const group of ["idle", "unknown"])
    expect(await findIds(queue, { ...BLOCKED, group })).toMatchObject({ ids: [], examined: 0, total: 0, score: "-" });
  expect(await findIds(queue, { state: "blocked" })).toMatchObject({ examined: 7, total: 7 });
});

test("a search of blocked jobs of a group continues at its cursor, and stays in the group", async () => {
  const queue = await queueWith(lines);
  for (const most of [1, 2, 3, 4])
    expect(await findAllIds(queue, { ...BLOCKED, most })).toMatchObject({ ids: ["b3", "b5", "b6", "b0"], examined: 4 });
  expect(await findIds(queue, { ...BLOCKED, most: 2 })).toMatchObject({ score: String(blocked(2, -7)), after: "b5" });
  // The entry of the cursor is gone, or of another number, as of a group that had no blocked job meanwhile.
  const from = async (score: number) => (await findIds(queue, { ...BLOCKED, score, after: "gone" })).ids;
  expect(await from(blocked(2, 0))).toEqual(["b6", "b0"]);
  expect(await from(blocked(1, 0))).toEqual(["b3", "b5", "b6", "b0"]);
  expect(await from(blocked(3, 5))).toEqual([]);
});

test("blocked jobs of a group are found by the rest of the filter too", async () => {
  const queue = await queueWith({ ...lines, runs: { b5: run("W", tick(1), { attempt: 2 }) } });
  const ids = async (options: SearchOptions) => (await findIds(queue, { ...BLOCKED, ...options })).ids;
  expect(await ids({ attempts: 1 })).toEqual(["b5"]);
  expect(await ids({ id: "b6" })).toEqual(["b6"]);
  expect(await ids({ id: "c", isPrefix: "1" })).toEqual([]);
  expect(await ids(conditions(["=", "n", "", '"b0"']))).toEqual(["b0"]);
});

describe.each(["g", "gl"])("with the flags %s", (flags) => {
  const ids = ["one", "two", "costly", "other", "plain", "three"];
  const jobs: State = {
    jobs: byId(ids, (id, i) => record(place(i), `{"n":"${id}"}`)),
    runs: { two: run("F", tick(1)), other: run("F", tick(2)) },
    members: { one: "b", two: "\x01h3 b", costly: "\x01-7 ", other: "b ", three: "\x01t1 b" },
    groups: { b: line(0, "one") },
    meta: { head: head({ flags, runs: 2 }) },
  };

  test.each<["delayed" | "leased" | "failed" | "done", (id: string, i: number) => number]>([
    ["delayed", (_, i) => due(START + i)],
    ["leased", (_, i) => START + i],
    ["failed", (_, i) => START + i],
    ["done", (_, i) => START + i],
  ])("the %s jobs of a group are found by their names", async (state, score) => {
    const queue = await queueWith({ ...jobs, [state]: byId(ids, score) });
    const of = async (group: string, options: SearchOptions = {}) => findIds(queue, { state, group, ...options });
    expect(await of("b")).toMatchObject({ ids: ["one", "two", "three"], examined: 6, total: 6 });
    expect((await of("b ")).ids).toEqual(["other"]);
    expect((await of("unknown")).ids).toEqual([]);
    expect((await of("b", { attempts: 1 })).ids).toEqual(["two"]);
    expect((await of("b", conditions(["=", "n", "", '"three"']))).ids).toEqual(["three"]);
    expect(await findAllIds(queue, { state, group: "b", most: 2, limit: 1 })).toMatchObject({
      ...{ ids: ["one", "two", "three"], examined: 6 },
    });
  });

  test("the only ready job of a group is its head, and no other one is examined", async () => {
    const queue = await queueWith({ ...jobs, ready: byId(ids, (_, i) => place(i)) });
    const found = await findIds(queue, { group: "b", ...conditions(["=", "n", "", '"one"']) });
    expect(found).toMatchObject({ ids: ["one"], examined: 1, total: 1, score: "-" });
    expect(await findIds(queue, { group: "b", score: place(0), after: "one" })).toMatchObject({ ids: [], examined: 0 });
    await redis().zRem(`${queue.keys.root}ready`, "one");
    expect(await findIds(queue, { group: "b" })).toMatchObject({ ids: [], examined: 0, total: 0, score: "-" });
  });

  test("a search returns the group and the cost of each match", async () => {
    const queue = await queueWith({ ...jobs, failed: byId(ids, (_, i) => START + i) });
    const reply = async (options: SearchOptions) =>
      callReadOnly(queue, search, { ...ALL_READY, name: "failed", state: "failed", ...options });
    const members = ["- 1 b", "h 3 b", "- 7 ", "- 1 b ", undefined, "t 1 b"];
    const texts = ids.map((id, i) => `${START + i} ${id}${members[i] === undefined ? "" : `\t${members[i]}`}`);
    expect((await reply({})).slice(2, 8)).toEqual(texts);
    expect((await reply({ group: "b" })).slice(2, 5)).toEqual([texts[0], texts[1], texts[5]]);
    expect((await reply({ group: "b", output: "count" })).slice(2)).toEqual(["3"]);
  });
});

test("a group in a queue without groups has no job, and nothing is read for it", async () => {
  const [adapter, commands] = recordCommands();
  const a: State = { jobs: { a: record() }, members: { a: "b" }, meta: { head: head() } };
  for (const state of ["ready", "blocked", "failed"] as const) {
    const queue = await queueWith({ ...a, [state]: { a: START } });
    expect(await findIds(queue, { state, group: "b" })).toMatchObject({ ids: [], examined: 0, total: 0, score: "-" });
    await queue.through(adapter).call(search, { ...ALL_READY, name: state, state, group: "b" });
    expect((await commands()).slice(1)).toEqual([]);
  }
});

test("the commands for the jobs of a group do not depend on the number of other jobs", async () => {
  const others = numberedIds(2_000, "other ");
  const scores = { ...byId(others, (_, i) => blocked(i < 1_000 ? 1 : 3, i)), one: blocked(2, 0), two: blocked(2, 1) };
  const queue = await queueWith({
    blocked: scores,
    ready: { ...byId(others, (_, i) => place(i)), head: place(1_500) },
    jobs: { head: record(), one: record(), two: record() },
    members: { head: "b", one: "b", two: "b" },
    groups: { b: line(2, "head") },
    meta: { head: GROUPED },
  });
  const [adapter, commands] = recordCommands();
  const sent = async (state: "blocked" | "ready", options: SearchOptions = {}) => {
    await queue.through(adapter).call(search, { ...ALL_READY, name: state, state, group: "b", ...options });
    return (await commands()).map((command) => command.replace(/ .*/, "")).slice(1);
  };
  expect(await sent("ready", { output: "count" })).toEqual(["HGET", "ZRANK", "ZRANGE", "HMGET"]);
  const first = ["HGET", "ZCOUNT", "ZCOUNT"];
  expect(await sent("blocked", { output: "count", limit: 1 })).toEqual([...first, "ZRANGE", "HMGET", "HMGET"]);
  // Records, runs and members are read for a whole slice.
  const read = await sent("blocked", { output: "jobs" });
  expect(read.slice(0, 4)).toEqual([...first, "ZRANGE"]);
  expect(read.slice(4)).toEqual(expect.arrayContaining(["HMGET"]));
  expect(read.slice(4)).not.toContain("HGET");
  const next = { output: "count" as const, score: blocked(2, 0), after: "one" };
  expect(await sent("blocked", next)).toEqual([...first, "ZSCORE", "ZRANK", "ZRANGE", "HMGET"]);
});

const SEEDS = Number(process.env.LEASEHOLD_SEED ?? 20_261_120);

test.each(Array.from({ length: 20 }, (_, i) => SEEDS + i))(
  "each blocked job of a group that stays is found once while others enter and leave, seed %i",
  async (seed) => {
    const { below } = createRandom(seed);
    const stays = numberedIds(20 + below(300), "stay ");
    const score = (group: number) => blocked(group, below(400) - 200, below(10));
    const other = () => `${["a", "b", "c"][below(3)]}${below(60)}`;
    const enter = (count: number) =>
      byId(Array.from({ length: count }, other), (id) => score(" abc".indexOf(id[0] ?? "")));
    const own = [...stays, ...numberedIds(60, "b")];
    const queue = await queueWith({
      blocked: { ...enter(40), ...byId(stays, () => score(2)) },
      members: byId(own, () => "b"),
      jobs: byId(own, () => record()),
      groups: { b: line(2) },
      meta: { head: GROUPED },
    });
    const key = `${queue.keys.root}blocked`;
    const found: string[] = [];
    for (let [from, after] = ["", ""]; from !== "-"; ) {
      const reply = await findIds(queue, { ...BLOCKED, score: from, after, most: 1 + below(90), limit: 1 + below(60) });
      expect(reply.ids.filter((id) => !own.includes(id))).toEqual([]);
      found.push(...reply.ids.filter((id) => id.startsWith("stay")));
      [from, after] = [reply.score, reply.after];
      // The entry of the cursor often leaves, unless it is one of those that stay.
      const leaving = [other(), other(), after].filter((id) => id !== "" && !id.startsWith("stay"));
      if (leaving.length > 0) await redis().zRem(key, leaving);
      for (const [value, at] of Object.entries(enter(below(5)))) await redis().zAdd(key, { value, score: at });
    }
    expect(found.sort()).toEqual([...stays].sort());
  },
);
