// Deep cleans of groups: each kind of damage to what Redis stores about groups is repaired, and no group stays stuck.
import { expect, test } from "vitest";
import { bucketDigit } from "../../../src/engine/keys.ts";
import { Realm } from "../../setup/realm.ts";

const CLEAN = { finished: true, orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };

/** Creates a queue in which group a has one leased job, a head and ten blocked jobs, and group b a leased and a blocked one. */
async function createGroups() {
  const realm = new Realm();
  const queue = realm.queue<number>("q", { groups: { concurrency: 2 }, lease: "1h" });
  const jobs = Array.from({ length: 12 }, (_, i) => ({ data: i, id: `a${i}`, group: "a" }));
  await queue.enqueueMany([...jobs, { data: 1, id: "b0", group: "b" }, { data: 1, id: "b1", group: "b" }]);
  const { jobs: leased } = await queue.lease({ count: 1 });
  expect(leased.map(({ id }) => id)).toEqual(["a0"]);
  const root = `${realm.prefix}:{q}:`;
  return {
    queue,
    root,
    raw: realm.raw,
    leased,
    fieldOf: (group: string) => [`${root}jobs:${bucketDigit(group)}`, `\x02${group}`] as const,
  };
}

type Groups = Awaited<ReturnType<typeof createGroups>>;

/** Expects that all jobs of the queue can be completed, and that nothing of the groups is left then. */
async function expectAllRun({ queue, leased, fieldOf, raw, root }: Groups, expected: number): Promise<void> {
  let done = 0;
  for (let jobs = leased; jobs.length > 0; { jobs } = await queue.lease({ count: 100 }))
    for (const job of jobs) done += (await job.complete()) ? 1 : 0;
  expect(done).toBe(expected);
  for (const group of ["a", "b"]) expect(await raw.hget(...fieldOf(group))).toBeNull();
  expect(await raw.exists(`${root}holders`, `${root}blocked`)).toBe(0);
  expect(await queue.deepClean()).toMatchObject(CLEAN);
}

test("a deep clean of healthy groups changes nothing", async () => {
  const groups = await createGroups();
  expect(await groups.queue.deepClean()).toMatchObject(CLEAN);
  await expectAllRun(groups, 14);
});

test.each<[what: string, damage: (groups: Groups) => Promise<unknown>]>([
  [
    "a group that counts a slot that nobody holds",
    ({ raw, fieldOf }) => raw.hset(fieldOf("a")[0], { [fieldOf("a")[1]]: "2 10 0 1 134217739 134217727 a1" }),
  ],
  [
    "a group with a head that is gone",
    ({ raw, fieldOf }) => raw.hset(fieldOf("a")[0], { [fieldOf("a")[1]]: "1 10 0 1 134217739 134217727 gone" }),
  ],
  ["a group that has lost its field", ({ raw, fieldOf }) => raw.hdel(...fieldOf("a"))],
  ["a group with a damaged field", ({ raw, fieldOf }) => raw.hset(fieldOf("a")[0], { [fieldOf("a")[1]]: "x" })],
  [
    "a group with too few blocked jobs",
    ({ raw, fieldOf }) => raw.hset(fieldOf("a")[0], { [fieldOf("a")[1]]: "1 0 0 1 134217739 134217727 a1" }),
  ],
  ["a holder that holds nothing", ({ raw, root }) => raw.zadd(`${root}holders`, { score: 0, member: "a\0a3" })],
  ["a leased job that is not among the holders", ({ raw, root }) => raw.zrem(`${root}holders`, "a\0a0")],
  [
    "blocked jobs with the number of no group",
    ({ raw, root }) => raw.zincrby(`${root}blocked`, 5 * 10 * 268435456, "a7"),
  ],
  ["a group without its number", ({ raw, root }) => raw.del(`${root}lines`)],
])("a deep clean repairs %s", async (_, damage) => {
  const groups = await createGroups();
  await damage(groups);
  await groups.queue.deepClean();
  expect(await groups.queue.deepClean()).toMatchObject({ finished: true, orphans: 0, doubles: 0, lost: 0 });
  await expectAllRun(groups, 14);
});
