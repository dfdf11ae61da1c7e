// The numbers for programs that scale workers.
import { expect, test } from "vitest";
import * as queueResponses from "../../../src/http/responses/queue-schemas.ts";
import { readScaling, suggestWorkers } from "../../../src/http/service/scaling.ts";
import { QueueContext } from "../../../src/queue/jobs/queue-context.ts";
import { Realm } from "../../setup/realm.ts";
import { createApi, createToken } from "../kit/api.ts";

const MINUTE = 60_000;
const OPTIONS = { target: 30_000, concurrency: 10 };

test("the numbers of a queue have its rate, and the workers that lease its jobs within the target", async () => {
  const realm = new Realm();
  const queue = realm.queue<number>("a");
  const read = (options = OPTIONS) => readScaling(new QueueContext("a", realm.options), options);
  expect(await read()).toEqual({ ready: 0, delayed: 0, leased: 0, rate: 0, workers: 0 });
  await queue.clean();
  await queue.enqueueMany(Array.from({ length: 720 }, (_, data) => ({ data })));
  await queue.clean();
  const { jobs } = await queue.lease({ count: 120 });
  realm.clock.pass(2_000);
  for (const job of jobs) await job.complete();
  realm.clock.pass(MINUTE - 2_000);
  await queue.clean();
  const scaling = await read();
  // 600 jobs of 2 seconds, which are in the bucket with the middle 1,536 ms, take 31 slots for 30 seconds; no job arrives.
  expect(scaling).toEqual({ ready: 600, delayed: 0, leased: 0, oldestReadyAge: MINUTE, rate: 2, workers: 4 });
  expect(await read({ target: 300_000, concurrency: 10 })).toMatchObject({ workers: 1 });
  expect(await read({ target: 30_000, concurrency: 1 })).toMatchObject({ workers: 31 });
  await queue.pause();
  expect(await read()).toMatchObject({ ready: 600, workers: 0 });
  realm.clock.pass(10 * MINUTE);
  await queue.resume();
  expect(await read()).toMatchObject({ rate: 0, workers: 4 });
});

test.each([
  ["one for a job whose duration is unknown", { waiting: 500 }, 1],
  ["none without a job", {}, 0],
  ["those that hold jobs", { leased: 41 }, 5],
  ["those that hold jobs of a paused queue", { leased: 41, waiting: 100, paused: true, runTime: 1e6 }, 5],
  ["those that the arriving jobs need", { arrivals: 0.02, runTime: 1_000 }, 2],
  ["those for the waiting and the arriving jobs", { waiting: 300, arrivals: 0.02, runTime: 1_000 }, 3],
])("the suggested workers are %s", (_, load, workers) => {
  const idle = { waiting: 0, leased: 0, paused: false, arrivals: 0, runTime: undefined };
  expect(suggestWorkers({ ...idle, ...load }, OPTIONS)).toBe(workers);
});

test("jobs that a clean has yet to make ready count as waiting", async () => {
  const realm = new Realm();
  const queue = realm.queue<number>("a");
  await queue.enqueue(1, { delay: "1s" });
  const read = () => readScaling(new QueueContext("a", realm.options), OPTIONS);
  expect(await read()).toMatchObject({ delayed: 1, workers: 0 });
  realm.clock.pass(1_000);
  expect(await read()).toMatchObject({ delayed: 1, workers: 1 });
});

test("the route needs the scope read for the queue, and a sensible target and concurrency", async () => {
  const { prefix } = new Realm();
  const { token, access } = await createToken(["read"], ["a"]);
  const { token: producing, access: withoutRead } = await createToken(["produce", "operate"]);
  const { call, expectProblem } = await createApi({ prefix, tokens: [access, withoutRead] });
  const route = "GET /v1/queues/a/scaling?target=1m&concurrency=5";
  const none = { ready: 0, delayed: 0, leased: 0, rate: 0, workers: 0 };
  expect(await call(route, [200, queueResponses.scaling], { token })).toEqual(none);
  await expectProblem("GET /v1/queues/b/scaling", [403, "forbidden"], { token });
  await expectProblem(route, [403, "forbidden"], { token: producing });
  for (const query of ["target=0", "target=500ms", "target=2d", "concurrency=0", "workers=1"])
    await expectProblem(`GET /v1/queues/a/scaling?${query}`, [400, "invalid_argument"]);
});
