// turnGroupedPlain: it leases in the order of turnGrouped, or leaves the request to that script; and it publishes the wakes that
// others need.
import { expect, test } from "vitest";
import { turnGrouped, turnGroupedPlain } from "../../../src/engine/all-scripts.ts";
import { head, record, ref, run } from "../kit/forms.ts";
import { blockedAt, group, holders, limits, lines, member } from "../kit/groups/forms.ts";
import type { State } from "../kit/state.ts";
import { connectQueues, type TestQueue } from "../kit/test-queue.ts";
import { LEASE_END, NEVER, place, tick } from "../kit/times.ts";
import { itemFields } from "../kit/turns.ts";
import { wakesDuring } from "../kit/wakes.ts";

const queueWith = connectQueues();
const NUMBERS: Record<string, number> = { g: 3, h: 4 };

interface SeededJob {
  id: string;
  state: "ready" | "blocked" | "leased";
  /** g or h; undefined for none. */
  in?: "g" | "h";
  priority?: number;
}

/** Returns a queue with a listener and with jobs, in their order in each state. */
function seeded(jobs: readonly SeededJob[], concurrency: number): State {
  const idsOf = (name: string, state: string) => jobs.filter((job) => job.in === name && job.state === state);
  const scores = (state: SeededJob["state"], scoreOf: (job: SeededJob, i: number) => number) =>
    Object.fromEntries(jobs.flatMap((job, i) => (job.state === state ? [[job.id, scoreOf(job, i)]] : [])));
  const placeAt = ({ priority = 5 }: SeededJob, i: number) => place(i + 1, priority);
  const names = Object.keys(NUMBERS).filter((name) => jobs.some((job) => job.in === name));
  const numbered = names.filter((name) => idsOf(name, "blocked").length > 0);
  const groups = names.map((name) => {
    const number = numbered.includes(name) ? NUMBERS[name] : 0;
    const [inLine] = idsOf(name, "ready");
    const counts = { held: idsOf(name, "leased").length, back: jobs.length };
    return [name, group({ ...counts, number: number ?? 0, head: inLine?.id ?? "" })];
  });
  const leased = jobs.filter(({ state }) => state === "leased");
  const members = jobs.filter((job) => job.in !== undefined);
  return {
    ready: scores("ready", placeAt),
    blocked: scores("blocked", (job, i) => blockedAt(NUMBERS[job.in ?? ""] ?? 0, i, job.priority)),
    leased: scores("leased", () => LEASE_END),
    jobs: Object.fromEntries(jobs.map((job, i) => [job.id, record(placeAt(job, i))])),
    runs: Object.fromEntries(leased.map((job, i) => [job.id, run("L", tick(i + 1), { place: placeAt(job, i) })])),
    members: Object.fromEntries(members.map((job) => [job.id, job.in ?? ""])),
    groups: Object.fromEntries(groups),
    holders: holders(Object.fromEntries(names.map((name) => [name, idsOf(name, "leased").map(({ id }) => id)]))),
    lines: lines(Object.fromEntries(numbered.map((name) => [NUMBERS[name], name]))),
    meta: {
      head: head({ flags: "gh", due: LEASE_END, runs: leased.length + members.length, enqueued: jobs.length }),
      limits: limits(`- ${concurrency} - - -`),
      heard: String(NEVER),
    },
  };
}

/** Completes all leased jobs that a state begins with, and leases up to `count` jobs. */
function completeAndLease(queue: TestQueue, ids: readonly string[], count: number): Promise<unknown> {
  const items = ids.map((id, i) => ref(id, tick(i + 1)));
  return queue.callRaw(turnGroupedPlain, { count, items, limits: "" });
}

/** Returns the ids of the leased jobs in a reply. */
function leasedIds(reply: unknown): string[] {
  const [text = ""] = [reply].flat() as string[];
  const [, , ...heads] = text.split("\n\n")[0]?.split("\n").slice(1) ?? [];
  return heads.map((line) => line.split("\t\t")[0] ?? "").map((head) => head.slice(head.indexOf("\t") + 1));
}

const leased = (id: string, name: "g" | "h"): SeededJob => ({ id, state: "leased", in: name });
const ready = (id: string, options: Partial<SeededJob> = {}): SeededJob => ({ id, state: "ready", ...options });
const blocked = (id: string, name: "g" | "h", priority = 5): SeededJob => ({
  ...{ id, priority },
  state: "blocked",
  in: name,
});

test.each<[title: string, SeededJob[], settled: string[], count: number]>([
  ["a ready one", [leased("a", "g"), ready("z"), blocked("c", "g", 4)], ["a"], 1],
  ["a ready one, beside another that it leases", [leased("a", "g"), ready("z"), blocked("c", "g", 4)], ["a"], 2],
  [
    "that of another group",
    [leased("a", "g"), leased("b", "h"), blocked("c", "g", 6), blocked("d", "h", 5)],
    ["a", "b"],
    1,
  ],
  [
    "that of another group, which it leases too",
    [leased("a", "g"), leased("b", "h"), blocked("c", "g", 6), blocked("d", "h", 5)],
    ["a", "b"],
    2,
  ],
])("a request is left to turnGrouped if the next job of a group has a priority before %s", async (...given) => {
  const [, jobs, settled, count] = given;
  const state = seeded(jobs, 1);
  const queue = await queueWith(state);
  const before = await queue.state();
  expect(await completeAndLease(queue, settled, count)).toBe("not_plain");
  expect(await queue.state()).toEqual(before);
});

test("a request is left to turnGrouped if it would lease a blocked job with a cost", async () => {
  const jobs = [leased("a", "g"), leased("b", "h"), blocked("c", "g"), blocked("d", "h")];
  const state = seeded(jobs, 1);
  state.members = { ...state.members, d: member("h", { cost: 3 }) };
  const queue = await queueWith(state);
  const before = await queue.state();
  expect(await completeAndLease(queue, ["a", "b"], 2)).toBe("not_plain");
  expect(await queue.state()).toEqual(before);
  expect(leasedIds(await completeAndLease(queue, ["a", "b"], 1))).toEqual(["c"]);
});

test("the next jobs of groups follow the ready ones of a priority before theirs", async () => {
  const queue = await queueWith(
    seeded([leased("a", "g"), leased("b", "h"), ready("z", { priority: 4 }), blocked("c", "g"), blocked("d", "h")], 1),
  );
  expect(leasedIds(await completeAndLease(queue, ["a", "b"], 2))).toEqual(["z", "c"]);
  const { groups, holders: slots } = await queue.state();
  expect(groups).toMatchObject({ h: group({ number: 4, back: 5, head: "d" }) });
  expect(slots).toEqual(holders({ g: ["c"] }));
});

test("a group whose job is completed has its turn after that of its job in line", async () => {
  const jobs = [
    leased("a", "g"),
    ready("y", { in: "h" }),
    ready("x", { in: "g" }),
    blocked("c", "g"),
    blocked("d", "h"),
  ];
  const [plain, full] = [await queueWith(seeded(jobs, 2)), await queueWith(seeded(jobs, 2))];
  const items = itemFields([["complete", "a", tick(1)]]);
  expect(leasedIds(await full.callRaw(turnGrouped, { count: 3, items }))).toEqual(["y", "x", "d"]);
  expect(leasedIds(await completeAndLease(plain, ["a"], 3))).toEqual(["y", "x", "d"]);
});

const wakesOf = (queue: TestQueue, ids: readonly string[], count: number) =>
  wakesDuring(queue, () => completeAndLease(queue, ids, count));

test("a job that becomes ready for others publishes a wake", async () => {
  const jobs = [leased("a", "g"), leased("b", "h"), blocked("c", "g"), blocked("d", "h")];
  expect(await wakesOf(await queueWith(seeded(jobs, 1)), ["a", "b"], 1)).toEqual(["1 30000"]);
});

test("a job that becomes ready instead of a ready one publishes no wake", async () => {
  const jobs = [leased("a", "g"), ready("z"), blocked("c", "g")];
  expect(await wakesOf(await queueWith(seeded(jobs, 1)), ["a"], 1)).toEqual([]);
});

test("a lease of the last job publishes a wake without jobs", async () => {
  expect(await wakesOf(await queueWith(seeded([ready("z", { in: "g" })], 1)), [], 1)).toEqual(["0 30000"]);
});
