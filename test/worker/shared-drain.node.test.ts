// Requests of one isolate that share a drain. workerd does not let a request await what another request has begun.
import { expect, test } from "vitest";
import { Realm } from "../setup/realm.ts";
import { until } from "../setup/wait.ts";
import { useIsolate } from "./kit/isolate.ts";

const { start, expectNothingPrinted } = useIsolate("test/worker/shared-drain.worker.ts");

/** Starts the Worker, and returns the function that sends it a request and returns the body of the response. */
async function startWorker(realm: Realm): Promise<(path: string) => Promise<{ started: number }>> {
  const send = await start(realm);
  return async (path) => (await send(path)).json() as Promise<{ started: number }>;
}

test("the request that drains handles the jobs that other requests enqueue", async () => {
  const realm = new Realm();
  const request = await startWorker(realm);
  await request("/enqueue");
  await until(async () => (await request("/")).started === 1);
  await Promise.all(Array.from({ length: 5 }, () => request("/enqueue")));
  expect(await request("/finish")).toEqual({ started: 1 });
  await until(async () => (await realm.queue("a").counts()).totals.completed === 6);
  expect(await realm.queue("a").counts()).toMatchObject({ ready: 0, leased: 0, totals: { leased: 6 } });
  expectNothingPrinted();
});

test("another request takes over the jobs for which the draining request has no time left", async () => {
  const realm = new Realm();
  const request = await startWorker(realm);
  await request("/enqueue");
  const startedAt = await until(async () => (await request("/")).started === 1 && Date.now());
  // The second request starts late enough to have time left when the first has none.
  await until(() => Date.now() - startedAt > 2_000);
  await request("/enqueue");
  await until(async () => (await realm.queue("a").counts()).totals.completed === 2);
  expect(await realm.queue("a").counts()).toMatchObject({ ready: 0, leased: 0, totals: { released: 1 } });
  expectNothingPrinted();
});
