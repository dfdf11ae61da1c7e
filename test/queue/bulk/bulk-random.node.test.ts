// Searches and bulk operations over random jobs beside random traffic. LEASEHOLD_SEED sets the first seed.
import { expect, test } from "vitest";
import type { JobState, Queue } from "../../../src/index.ts";
import { createRandom, type Random } from "../../../src/instruments/testing/seeded-random.ts";
import type { FieldCondition, JobFilter } from "../../../src/queue/inspect/job-filter.ts";
import { amountOf } from "../../setup/long.ts";
import { Clock, freshQueue } from "../../setup/queue.ts";

const SEED = Number(process.env.LEASEHOLD_SEED ?? 20_261_120);
const SEEDS = Array.from({ length: amountOf({ usual: 4, long: 12 }) }, (_, i) => SEED + i);

interface Payload {
  n: unknown;
  user?: { name: string; tags: string[] };
}

const NAMES = ["Ada", "Zoë", 'I "x"', "a\\nb", "a\nb", "7", "", "日本"];
const VALUES = [7, 7.5, -1, 1e21, 1e-7, "7", "", "Zoë", true, false, null, 'say "7"', "\\"];

/** Returns a random payload. Some of them have equal values in other forms. */
function randomPayload({ below, pick }: Random): Payload {
  const tags = Array.from({ length: below(3) }, () => pick(NAMES));
  return { n: pick(VALUES), ...(below(3) === 0 ? {} : { user: { name: pick(NAMES), tags } }) };
}

function randomCondition({ below, pick }: Random): FieldCondition {
  const path = pick(["n", "user", "user.name", "user.tags.0", "user.tags.1", "none"]);
  if (below(3) === 0) return { path, exists: below(2) === 0 };
  if (below(2) === 0) return { path, contains: pick([...NAMES, "a", '"', "\\", "\n"]) };
  return { path, is: pick([...NAMES, ...VALUES]) as string };
}

/** Reports whether a value meets a condition, as the documentation of filters says. */
function meets(data: unknown, condition: FieldCondition): boolean {
  const names = typeof condition.path === "string" ? condition.path.split(".") : condition.path;
  let value = data;
  for (const name of names)
    value =
      typeof value === "object" && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined;
  if ("is" in condition) return value === condition.is;
  if ("contains" in condition) return typeof value === "string" && value.includes(condition.contains);
  return (value !== undefined) === condition.exists;
}

const GROUPS = ["a", "b", "c"];

/** Brings jobs with random payloads into a state. Resolves with the payloads by id. */
async function fill(queue: Queue<Payload>, state: JobState, { random, count }: { random: Random; count: number }) {
  const jobs = Array.from({ length: count }, (_, i) => ({
    ...{ id: `${random.pick(["stay", "Zoë"])}-${i}`, data: randomPayload(random), priority: random.below(10) },
    ...(state === "delayed" ? { delay: 3_600_000 + random.below(3) } : {}),
    ...(state === "blocked" ? { group: random.pick(GROUPS) } : {}),
  }));
  // The first job of a group is in line, and stays there.
  if (state === "blocked")
    await queue.enqueueMany(GROUPS.map((group) => ({ id: `first-${group}`, data: { n: 0 }, group, priority: 0 })));
  for (let from = 0; from < count; from += 1_000) await queue.enqueueMany(jobs.slice(from, from + 1_000));
  if (state === "leased" || state === "failed") {
    const { jobs: leased } = await queue.lease({ count, for: "1h" });
    if (state === "failed") await queue.turn({ settle: leased.map((job) => ({ job, action: "fail" })) });
  }
  return new Map(jobs.map(({ id, data }) => [id, data]));
}

/** Returns a function that lets other jobs enter, leave and change their states, none of which has an id of `fill`. */
function createTraffic(queue: Queue<Payload>, { state, random }: { state: JobState; random: Random }) {
  const { below, pick } = random;
  const group = () => (state === "blocked" ? { group: pick([...GROUPS, "d"]) } : {});
  const id = () => `live-${below(40)}`;
  const leased = async (act: "complete" | "retry" | "fail" | "release") => {
    // The priority of live jobs comes first, and their leases are short, so those of other jobs stay.
    const job = (await queue.get(id())) && (await queue.lease({ count: 1 })).jobs[0];
    if (!job) return;
    // A job of the test that was leased by chance returns to its place.
    await (job.id.startsWith("live") && act !== "release" ? job[act]() : job.release());
  };
  const steps = [
    () => queue.enqueue({ n: 7 }, { id: id(), priority: 0 }),
    () => queue.enqueue({ n: 7 }, { id: id(), priority: below(10), ...group() }),
    () => queue.enqueue({ n: 7 }, { id: id(), delay: 3_600_000, ...group() }),
    () => queue.cancel([id(), id(), id()]),
    () => queue.promote([id(), id()]),
    () => queue.redrive({ ids: [id(), id()] }),
    () => leased(pick(["complete", "retry", "fail", "release"] as const)),
  ];
  // A lease would move a ready job, and the next one of its group.
  const usable = state === "ready" || state === "blocked" ? steps.slice(0, 6) : steps;
  return (): Promise<unknown> => pick(usable)();
}

const STATES = ["ready", "delayed", "blocked", "failed", "leased"] as const;

test.each(SEEDS)(
  "a search finds each job that stands still and matches, once, beside traffic, seed %i",
  async (seed) => {
    const random = createRandom(seed);
    const { below, pick } = random;
    for (const state of STATES) {
      const clock = new Clock();
      const queue = freshQueue<Payload>({ now: clock.now, maxAttempts: 2 });
      const payloads = await fill(queue, state, { random, count: 60 });
      const act = createTraffic(queue, { state, random });
      const conditions = Array.from({ length: below(3) }, () => randomCondition(random));
      const filter: JobFilter = { state, id: pick(["*", "stay-*", "Zoë*"]), data: conditions };
      const found: string[] = [];
      for (let cursor: string | undefined, isOver = false; !isOver; isOver = cursor === undefined) {
        const options = { limit: 1 + below(9), scan: 1 + below(30), ...(cursor === undefined ? {} : { cursor }) };
        const result = await queue.search(filter, options);
        found.push(...result.jobs.map(({ id }) => id).filter((id) => payloads.has(id)));
        ({ cursor } = result);
        for (let i = below(6); i > 0; i--) await act();
        clock.pass(below(3));
      }
      const expected = [...payloads].filter(
        ([id, data]) => id.startsWith(filter.id?.slice(0, -1) ?? "") && conditions.every((each) => meets(data, each)),
      );
      expect(found.sort(), JSON.stringify(filter)).toEqual(expected.map(([id]) => id).sort());
    }
  },
);

test.each(SEEDS)("a bulk operation changes exactly the jobs that matched when it began, seed %i", async (seed) => {
  const random = createRandom(seed + 1_000);
  const { below } = random;
  for (const [operation, state] of [
    ["cancel", "ready"],
    ["cancel", "delayed"],
    ["cancel", "blocked"],
    ["cancel", "leased"],
    ["promote", "delayed"],
    ["redrive", "failed"],
  ] as const) {
    const clock = new Clock();
    const queue = freshQueue<Payload>({ now: clock.now, maxAttempts: 2 });
    const payloads = await fill(queue, state, { random, count: 700 });
    const condition = randomCondition(random);
    clock.pass(1);
    const { id } = await queue.startBulk({ operation, filter: { state, data: [condition] } });
    clock.pass(1);
    const act = createTraffic(queue, { state, random });
    let progress = await queue.continueBulk(id, { slices: 1 });
    while (progress.status === "running") {
      for (let i = below(9); i > 0; i--) await act();
      clock.pass(below(3));
      // Sometimes two clients continue at once.
      [progress] = (await Promise.all(
        Array.from({ length: 1 + below(2) }, () => queue.continueBulk(id, { slices: 1 })),
      )) as [typeof progress];
    }
    const left = new Set<string>();
    for (let cursor: string | undefined, isOver = false; !isOver; isOver = cursor === undefined) {
      const page = await queue.list(state, { limit: 1_000, ...(cursor === undefined ? {} : { cursor }) });
      for (const job of page.jobs) left.add(job.id);
      ({ cursor } = page);
    }
    const matching = [...payloads].filter(([, data]) => meets(data, condition)).map(([each]) => each);
    expect([...payloads.keys()].filter((each) => !left.has(each)).sort()).toEqual(matching.sort());
    const [last] = await queue.bulkOperations();
    expect(last).toMatchObject({ status: "finished", matched: matching.length, changed: matching.length });
  }
});
