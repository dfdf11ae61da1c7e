// cancelGroup: the removal of the jobs of a group that wait or are leased.
import { describe, expect, test } from "vitest";
import { type JobState, Queue } from "../../../src/index.ts";
import {
  type CancelGroupOptions,
  type CancelGroupPart,
  cancelGroupPart,
} from "../../../src/queue/operate/cancel-group.ts";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { Realm } from "../../setup/realm.ts";
import { createRecordingAdapter } from "../../setup/recording-adapter.ts";
import { connectWaitingClients } from "../kit/waiting-client.ts";

const clientThatWaits = connectWaitingClients();

const many = (group: string, count: number, name = group) =>
  Array.from({ length: count }, (_, n) => ({ data: { n }, id: `${name}-${n}`, group }));
const delayed = <Job>(jobs: Job[]) => jobs.map((job) => ({ ...job, delay: "1h" as const }));
const idsOf = async (queue: Queue<{ n: number }>, state: JobState) =>
  (await queue.list(state, { limit: 1_000 })).jobs.map(({ id }) => id);

describe("all jobs of a group that have not ended are removed", () => {
  test("in each state, and no other job is", async () => {
    const realm = new Realm();
    const queue = realm.queue<{ n: number }>("q", { groups: { concurrency: 3 }, retention: { done: { count: 9 } } });
    for (const group of ["a", "b"]) {
      await queue.enqueueMany(many(group, 9));
      await queue.enqueueMany(delayed(many(group, 2, `${group}-late`)));
    }
    const { jobs } = await queue.lease({ count: 6 });
    for (const job of jobs)
      await (job.id.endsWith("0")
        ? job.fail("no")
        : job.id.endsWith("1")
          ? job.complete()
          : job.retry({ delay: "9h" }));
    const { jobs: held } = await queue.lease({ count: 2 });
    expect(held.map(({ id }) => id)).toEqual(["a-3", "b-3"]);
    const before = await queue.counts();
    expect(before).toMatchObject({ ready: 2, delayed: 6, blocked: 8, leased: 2, failed: 2, done: 2 });
    expect(await queue.cancelGroup("a")).toBe(9);
    expect(await queue.counts()).toMatchObject({
      ...{ ready: 1, delayed: 3, blocked: 4, leased: 1, failed: 2, done: 2, totals: { cancelled: 9 } },
    });
    expect(await queue.search({ state: "failed", group: "a" })).toMatchObject({ matched: 1 });
    expect(await queue.group("a")).toMatchObject({ held: 0, blocked: 0 });
    expect(await held[0]?.complete()).toBe(false);
    expect(await queue.cancelGroup("a")).toBe(0);
  });

  test("also those that wait for their retry, for the rate or for the end of a pause", async () => {
    const realm = new Realm();
    const queue = realm.queue<{ n: number }>("q", {
      groups: { ordered: true, rate: { limit: 1, per: "1m", burst: 1 } },
    });
    for (const group of ["retried", "limited", "paused"]) await queue.enqueueMany(many(group, 3));
    for (const job of (await queue.lease({ count: 9 })).jobs)
      await (job.id.startsWith("retried") ? job.retry({ delay: "5m" }) : job.complete());
    await queue.setGroup("paused", { paused: true, until: "1h" });
    await queue.lease({ count: 9 });
    expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 3, blocked: 4 });
    expect(await queue.cancelGroup("retried")).toBe(3);
    expect(await queue.cancelGroup("limited")).toBe(2);
    expect(await queue.cancelGroup("paused")).toBe(2);
    expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 0, blocked: 0 });
  });

  test("a failed job that holds its group back is one of them", async () => {
    const queue = freshQueue<{ n: number }>({ groups: { ordered: "stop" } });
    await queue.enqueueMany(many("a", 2));
    await (await queue.lease()).jobs[0]?.fail("no");
    expect(await queue.cancelGroup("a")).toBe(2);
    expect(await queue.counts()).toMatchObject({ failed: 0, blocked: 0 });
  });

  test("delayed ones in slices of 500, among those of other groups", async () => {
    const { redis, scripts } = createRecordingAdapter();
    const queue = freshQueue<{ n: number }>({ redis });
    await queue.enqueueMany(many("a", 700));
    for (const group of ["a", "b"]) await queue.enqueueMany(delayed(many(group, 600, `${group}-late`)));
    scripts.length = 0;
    expect(await queue.cancelGroup("a")).toBe(1_300);
    expect(await queue.counts()).toMatchObject({ ready: 0, blocked: 0, delayed: 600 });
    expect((await idsOf(queue, "delayed")).every((id) => id.startsWith("b"))).toBe(true);
    expect(scripts.filter((name) => name === "search").length).toBeLessThanOrEqual(5);
    expect(scripts.length).toBeLessThan(15);
  });
});

test("the only delayed job is removed if it is ready before the search has found it", async () => {
  const name = freshName();
  const queue = freshQueue<{ n: number }>({}, name);
  await queue.enqueueMany(delayed(many("a", 1)));
  const late = clientThatWaits(name, "search", () => queue.promote("a-0"));
  expect(await late.cancelGroup("a")).toBe(1);
  expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 0 });
});

test("a delayed job that is ready before the search has found it is removed, and so is one that is leased by then", async () => {
  const name = freshName();
  const queue = freshQueue<{ n: number }>({}, name);
  await queue.enqueueMany([...many("a", 3), ...delayed(many("a", 3, "late"))]);
  const late = clientThatWaits(name, "search", async () => {
    await queue.promote(["late-0", "late-1"]);
    expect((await queue.lease()).jobs.map(({ id }) => id)).toEqual(["late-0"]);
  });
  expect(await late.cancelGroup("a")).toBe(6);
  expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 0, blocked: 0, leased: 0 });
});

test("a delayed job that was replaced by one of another group since it was found stays", async () => {
  const name = freshName();
  const queue = freshQueue<{ n: number }>({}, name);
  await queue.enqueueMany(delayed(many("a", 1)));
  const late = clientThatWaits(name, "cancel", async () => {
    await queue.cancel("a-0");
    await queue.enqueueMany(delayed(many("b", 1, "a")));
  });
  expect(await late.cancelGroup("a")).toBe(0);
  expect(await queue.get("a-0")).toMatchObject({ state: "delayed", group: "b" });
});

test("a queue without groups has none to remove", async () => {
  const queue = freshQueue<{ n: number }>();
  await queue.enqueue({ n: 1 }, { id: "a", delay: "1h" });
  expect(await queue.cancelGroup("a")).toBe(0);
  expect(await queue.counts()).toMatchObject({ delayed: 1 });
});

/** A queue whose context a test may use. */
class OpenQueue extends Queue<{ n: number }> {
  cancelPart(group: string, options: CancelGroupOptions) {
    return this.run(cancelGroupPart, group, options);
  }
}

test.each([1, 2, 3, 7])("parts of %i requests remove all jobs in the end, each once", async (slices) => {
  const { redis, scripts } = createRecordingAdapter();
  const queue = new OpenQueue(freshName(), { prefix: testPrefix(), redis, logger: false });
  await queue.enqueueMany(many("a", 600));
  for (const group of ["a", "b"]) await queue.enqueueMany(delayed(many(group, 900, `${group}-late`)));
  let sum = 0;
  for (let cursor: string | undefined = "0", parts = 0; cursor !== undefined; parts++) {
    scripts.length = 0;
    const part: CancelGroupPart = await queue.cancelPart("a", { cursor, slices });
    expect(scripts.length).toBeLessThanOrEqual(slices + 3);
    expect(parts).toBeLessThan(30);
    sum += part.cancelled;
    cursor = part.cursor;
  }
  expect(sum).toBe(1_500);
  expect(await queue.counts()).toMatchObject({ ready: 0, blocked: 0, delayed: 900 });
});
