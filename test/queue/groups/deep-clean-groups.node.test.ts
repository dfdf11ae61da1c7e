// Deep cleans of groups: each kind of damage to what Redis stores about groups is repaired, and no group stays stuck.
import { expect, test } from "vitest";
import { encodeGroup } from "../../lua/kit/group-field.ts";
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
  };
}

type Groups = Awaited<ReturnType<typeof createGroups>>;

/** Expects that all jobs of the queue can be completed, and that nothing of the groups is left then. */
async function expectAllRun({ queue, leased, raw, root }: Groups, expected: number): Promise<void> {
  let done = 0;
  for (let jobs = leased; jobs.length > 0; { jobs } = await queue.lease({ count: 100 }))
    for (const job of jobs) done += (await job.complete()) ? 1 : 0;
  expect(done).toBe(expected);
  expect(await raw.exists(`${root}groups`, `${root}holders`, `${root}blocked`)).toBe(0);
  expect(await queue.deepClean()).toMatchObject(CLEAN);
}

test("a deep clean of healthy groups changes nothing", async () => {
  const groups = await createGroups();
  expect(await groups.queue.deepClean()).toMatchObject(CLEAN);
  await expectAllRun(groups, 14);
});

/** Writes the field of group a. */
const setField = ({ raw, root }: Groups, text: string) => raw.hset(`${root}groups`, { a: encodeGroup(text) });

test.each<[what: string, damage: (groups: Groups) => Promise<unknown>]>([
  ["a group that counts a slot that nobody holds", (groups) => setField(groups, "2 1 10 0 a1")],
  ["a group with a head that is gone", (groups) => setField(groups, "1 1 10 0 gone")],
  ["a group with another group's number", (groups) => setField(groups, "1 2 10 0 a1")],
  ["a group that has lost its number", (groups) => setField(groups, "1 0 0 0 a1")],
  ["a group that has lost its field", ({ raw, root }) => raw.hdel(`${root}groups`, "a")],
  ["a group with a damaged field", ({ raw, root }) => raw.hset(`${root}groups`, { a: "x" })],
  ["a holder that holds nothing", ({ raw, root }) => raw.zadd(`${root}holders`, { score: 0, member: "a\0a3" })],
  ["a leased job that is not among the holders", ({ raw, root }) => raw.zrem(`${root}holders`, "a\0a0")],
  [
    "a blocked job with the number of no group",
    ({ raw, root }) => raw.zincrby(`${root}blocked`, 5 * 1_000_000_000, "a7"),
  ],
  ["groups without numbers", ({ raw, root }) => raw.del(`${root}lines`)],
  [
    "a job that has lost its group",
    async ({ raw, root }) => {
      for (const digit of "0123456789abcdef") await raw.hdel(`${root}jobs:${digit}`, "\x01a5");
    },
  ],
])("a deep clean repairs %s", async (_, damage) => {
  const groups = await createGroups();
  await damage(groups);
  await groups.queue.deepClean();
  await groups.queue.deepClean();
  expect(await groups.queue.deepClean()).toMatchObject(CLEAN);
  await expectAllRun(groups, 14);
});
