// The light cron fires the slots of schedules, also of queues that no client uses.
import { expect, test } from "vitest";
import { cleanAll } from "../../src/cron/clean-all.ts";
import { Realm } from "../setup/realm.ts";

const HOUR = 3_600_000;

test("a light cron fires the slots of all queues that are due, within its requests", async () => {
  const realm = new Realm();
  const names = ["a", "b", "c", "d", "e"];
  for (const name of names) await realm.queue(name).schedule("s", { every: "1h" }, { data: name });
  await realm.queue("other").enqueue(1);
  realm.clock.pass(HOUR);
  const report = await cleanAll("light", realm.options);
  expect(report).toMatchObject({ queues: 6, errors: [], left: [] });
  expect(report.requests).toBeLessThanOrEqual(3 + names.length * 2);
  for (const name of names) expect(await realm.queue(name).counts()).toMatchObject({ ready: 1 });
});

test("a light cron with few requests leaves slots to the next one", async () => {
  const realm = new Realm();
  const names = Array.from({ length: 12 }, (_, i) => `q${i}`);
  for (const name of names) await realm.queue(name).schedule("s", { every: "1d" }, { data: name, catchUp: "1d" });
  realm.clock.pass(24 * HOUR);
  let ready = 0;
  let runs = 0;
  for (; ready < names.length && runs < 20; runs++) {
    const { requests } = await cleanAll("light", { ...realm.options, maxRequests: 12 });
    expect(requests).toBeLessThanOrEqual(12);
    const counts = await Promise.all(names.map((name) => realm.queue(name).counts()));
    ready = counts.reduce((sum, each) => sum + each.ready, 0);
  }
  expect(ready).toBe(names.length);
  expect(runs).toBeLessThan(8);
});

test("an unused queue with a schedule is not retired", async () => {
  const realm = new Realm();
  await realm.queue("a").schedule("s", { every: "30d" }, { data: 1 });
  realm.clock.pass(29 * 24 * HOUR);
  for (let i = 0; i < 2; i++) expect((await cleanAll("light", realm.options)).retired).toBe(0);
  expect((await realm.queue("a").schedules()).total).toBe(1);
});
