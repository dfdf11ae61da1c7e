// search: cursors, while jobs enter and leave the state.
import { expect, test } from "vitest";
import { search } from "../../../src/engine/all-scripts.ts";
import { createRandom } from "../../../src/instruments/testing/seeded-random.ts";
import { amountOf } from "../../setup/long.ts";
import { recordCommands } from "../kit/adapters.ts";
import { redis } from "../kit/connection.ts";
import { byId, head, numberedIds, record } from "../kit/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues } from "../kit/test-queue.ts";
import { place, START } from "../kit/times.ts";
import { ALL_READY, findAllIds, findIds } from "./searching.ts";

const queueWith = connectQueues();
const failed = (scores: Record<string, number>): State => ({ failed: scores, meta: { head: head() } });

/** Compares texts as Redis orders the members of a sorted set. */
const inBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

// Beginnings of each other, neighbors, and characters of one to four bytes.
const IDS = ["!", "a", "aa", "aaa", "ab", "b", "ba", "é", "éa", "\u2028", "😀", "😀z"].sort(inBytes);

test("after an entry that has left, a search continues with the next one, also among equal scores", async () => {
  for (const gone of IDS) {
    const left = IDS.filter((id) => id !== gone);
    const queue = await queueWith(failed({ before: START - 1, ...byId(left, () => START), behind: START + 1 }));
    const found = await findIds(queue, { state: "failed", score: START, after: gone });
    expect(found.ids).toEqual([...left.filter((id) => inBytes(id, gone) > 0), "behind"]);
  }
});

test.each<[what: string, score: number, after: string, ids: string[]]>([
  ["an entry that stays", START, "b", ["c", "z"]],
  ["the first entry", START - 5, "a", ["b", "c", "z"]],
  ["the last entry", START + 5, "z", []],
  ["an entry that left before all others", START - 9, "q", ["a", "b", "c", "z"]],
  ["an entry that left after all others", START + 9, "q", []],
  ["an entry that left between two scores", START - 2, "q", ["b", "c", "z"]],
  ["an entry that has moved forward", START - 9, "z", ["a", "b", "c", "z"]],
  ["an entry that has moved back", START + 3, "a", ["z"]],
])("a search continues after %s", async (_, score, after, ids) => {
  const scores = { a: START - 5, b: START, c: START, z: START + 5 };
  const found = await findIds(await queueWith(failed(scores)), { state: "failed", score, after });
  expect(found).toMatchObject({ ids, examined: ids.length, total: 4, score: "-", after: ids.at(-1) ?? after });
});

test("a search finds its place with few commands", async () => {
  const [adapter, commands] = recordCommands();
  const ids = numberedIds(600, "id ").sort();
  const queue = await queueWith(failed(byId(ids, () => START)));
  const args = { ...ALL_READY, name: "failed", state: "failed", output: "count" } as const;
  const sent = async (options: object) => {
    await queue.through(adapter).call(search, { ...args, ...options });
    return (await commands()).map((command) => command.replace(/ .*/, "")).slice(1);
  };
  expect(await sent({ limit: 250 })).toEqual(["ZRANGE", "ZCARD"]);
  expect(await sent({ score: START, after: "id 99" })).toEqual(["ZSCORE", "ZRANK", "ZRANGE", "ZCARD"]);
  for (const gone of ["id 00", "id 3!", "z"]) {
    const [first, second, third, ...rest] = await sent({ score: START, after: gone, most: 1 });
    expect([first, second, third]).toEqual(["ZSCORE", "ZCOUNT", "ZCOUNT"]);
    // Halving 600 entries takes 10 steps.
    expect(rest.length - 2).toBeLessThanOrEqual(10);
  }
});

test("the cursor is the last examined entry, whether it matches or not", async () => {
  const queue = await queueWith(failed({ a: START, b: START + 1, c: START + 2 }));
  const first = await findIds(queue, { state: "failed", id: "a", most: 2 });
  expect(first).toMatchObject({ ids: ["a"], examined: 2, score: String(START + 1), after: "b" });
  const next = await findIds(queue, { state: "failed", score: first.score, after: first.after });
  expect(next.ids).toEqual(["c"]);
});

test("a search that may examine nothing stays where it is", async () => {
  const queue = await queueWith(failed({ a: START }));
  const nothing = { state: "failed", most: 0 } as const;
  expect(await findIds(queue, nothing)).toMatchObject({ ids: [], examined: 0, score: "-", after: "" });
  const there = await findIds(queue, { ...nothing, score: START, after: "Z" });
  expect(there).toMatchObject({ ids: [], examined: 0, total: 1, score: String(START), after: "Z" });
});

test("scores of 16 digits keep their order in a cursor", async () => {
  const ids = ["a", "b", "c", "d"];
  const queue = await queueWith({
    ready: byId(ids, (_, i) => place(i, 9)),
    jobs: byId(ids, (_, i) => record(place(i, 9))),
    meta: { head: head() },
  });
  expect(await findAllIds(queue, { most: 1 })).toEqual({ ids, examined: 4, skipped: 0, scripts: 5 });
});

const SEEDS = Number(process.env.LEASEHOLD_SEED ?? 20_261_120);

test.each(Array.from({ length: amountOf({ usual: 10, long: 30 }) }, (_, i) => SEEDS + i))(
  "each entry that stays is found once while others enter, leave and move, seed %i",
  async (seed) => {
    const { below, pick } = createRandom(seed);
    const score = () => START + below(4);
    const id = () => `${pick(IDS)}${below(2) === 0 ? "" : pick(IDS)}`;
    const stays = Object.fromEntries(Array.from({ length: 20 + below(40) }, () => [`${id()}+`, score()]));
    const comes = () => Object.fromEntries(Array.from({ length: below(20) }, () => [id(), score()]));
    const queue = await queueWith(failed({ ...stays, ...comes() }));
    const key = `${queue.keys.root}failed`;
    const found: string[] = [];
    for (let [from, after] = ["", ""]; from !== "-"; ) {
      const reply = await findIds(queue, {
        state: "failed",
        score: from,
        after,
        most: 1 + below(9),
        limit: 1 + below(9),
      });
      found.push(...reply.ids.filter((each) => each.endsWith("+")));
      [from, after] = [reply.score, reply.after];
      // The entry of the cursor often leaves, unless it is one of those that stay.
      const leaving = [id(), id(), after].filter((each) => each !== "" && !each.endsWith("+"));
      if (leaving.length > 0) await redis().zRem(key, leaving);
      for (const [member, value] of Object.entries(comes())) await redis().zAdd(key, { value: member, score: value });
    }
    expect(found.sort(inBytes)).toEqual(Object.keys(stays).sort(inBytes));
  },
);
