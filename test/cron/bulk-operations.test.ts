// Bulk operations that light cleans continue.
import { expect, test } from "vitest";
import { cleanAll } from "../../src/cron/clean-all.ts";
import { Realm } from "../setup/realm.ts";
import { addDueJobs, createDueRealm, withoutRunMany } from "./kit/clean-targets.ts";

/** Creates a queue with failed jobs, and begins to redrive all of them. */
async function startRedrive(realm: Realm, name: string, count: number) {
  const queue = realm.queue(name);
  await queue.enqueueMany(Array.from({ length: count }, (_, data) => ({ data })));
  const { jobs } = await queue.lease({ count });
  await queue.turn({ settle: jobs.map((job) => ({ job, action: "fail" as const })) });
  realm.clock.pass(1);
  return queue.startBulk({ operation: "redrive", filter: { state: "failed" } });
}

test("a light clean continues the operations of each queue until they are finished, and a deep clean continues none", async () => {
  const realm = new Realm();
  for (const name of ["a", "b"]) await startRedrive(realm, name, 600);
  await startRedrive(realm, "b", 10);
  expect(await cleanAll("deep", realm.options)).not.toHaveProperty("bulk");
  const report = await cleanAll("light", realm.options);
  expect(report).toMatchObject({ bulk: { changed: 1_210, left: [] }, errors: [], left: [] });
  for (const name of ["a", "b"]) {
    expect(await realm.queue(name).counts()).toMatchObject({ failed: 0 });
    for (const { status } of await realm.queue(name).bulkOperations()) expect(status).toBe("finished");
  }
  const next = await cleanAll("light", realm.options);
  expect(next).not.toHaveProperty("bulk");
  // One lists the queues, one cleans them, and one stores the report.
  expect(next.requests).toBe(3);
});

test("the requests of a clean and of bulk operations are within the limit, and the next clean goes on", async () => {
  const realm = await createDueRealm(["due"], { jobs: 2_000 });
  await startRedrive(realm, "a", 1_000);
  const options = { ...realm.options, redis: withoutRunMany(realm.redis), maxRequests: 20 };
  const changed: number[] = [];
  for (let run = 0; run < 5; run++) {
    const report = await cleanAll("light", options);
    expect(report.requests).toBeLessThanOrEqual(20);
    expect(report.errors).toEqual([]);
    if (report.bulk) changed.push(report.bulk.changed);
  }
  expect(changed.length).toBeGreaterThan(0);
  expect(changed.reduce((sum, each) => sum + each, 0)).toBe(1_000);
  expect(await realm.queue("due").counts()).toMatchObject({ leased: 0, delayed: 0 });
});

test("an operation that cannot be continued is an error of its queue, and the others go on", async () => {
  const realm = new Realm();
  for (const name of ["a", "b"]) await startRedrive(realm, name, 5);
  await addDueJobs(realm, ["c"]);
  const { redis } = realm;
  const failing = {
    run: (...[script, keys, args]: Parameters<typeof redis.run>) => {
      const refused = script.name === "readBulk" && keys.some((key) => key.includes("{a}"));
      return refused ? Promise.reject(new Error("s3cret")) : redis.run(script, keys, args);
    },
  };
  const report = await cleanAll("light", { ...realm.options, redis: failing });
  expect(report).toMatchObject({ bulk: { changed: 5, left: [] }, moved: { reclaimed: 3 } });
  expect(report.errors).toEqual([{ queue: "a", code: expect.any(String) }]);
});

test("a light clean leaves an operation to clients with its codec, and continues the next one", async () => {
  const realm = new Realm();
  await startRedrive(realm, "a", 5);
  const codec = {
    encode: (data: unknown) => btoa(JSON.stringify(data)),
    decode: (text: string) => JSON.parse(atob(text)),
  };
  const queue = realm.queue("b", { codec });
  await queue.enqueue({ n: 1 }, { id: "own" });
  await (await queue.lease()).jobs[0]?.fail("no");
  await queue.enqueue({ n: 1 }, { id: "later", delay: "1h" });
  realm.clock.pass(1);
  const change = { data: { n: 2 } };
  const { id } = await queue.startBulk({ operation: "redrive", filter: { state: "failed" }, change });
  await queue.startBulk({ operation: "promote", filter: { state: "delayed" } });
  const report = await cleanAll("light", realm.options);
  expect(report).toMatchObject({ bulk: { changed: 6 }, errors: [] });
  expect(await queue.counts()).toMatchObject({ failed: 1, ready: 1, delayed: 0 });
  expect(await queue.continueBulk(id)).toMatchObject({ status: "finished", changed: 1, skipped: 0 });
  expect(await queue.get("own")).toMatchObject({ state: "ready", data: { n: 2 } });
});
