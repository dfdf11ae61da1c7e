// Bounds on what one request or one token can consume.
import { expect, test } from "vitest";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { createApi, createQueue, createToken } from "../http/kit/api.ts";
import { connectToSharedRedis } from "../queue/kit/connections.ts";
import { freshName, freshQueue, testPrefix } from "../setup/queue.ts";
import { createRecordingAdapter } from "../setup/recording-adapter.ts";

const redis = connectToSharedRedis();

test("a request with a longer time than the limits of its queue is refused", async () => {
  const name = freshName();
  const limits = { [name]: { delay: "1h", ttl: "2h", uniqueFor: "3h", lease: "4m" } } as const;
  const { expectProblem, call } = await createApi({ limits });
  const path = `/v1/queues/${name}`;
  const job = { data: 1, id: "a", delay: "1h", ttl: "2h", uniqueFor: "3h" };
  await call(`POST ${path}/jobs`, [201, responses.enqueueResult], { body: job });
  const expectInvalid = (target: string, body: object) =>
    expectProblem(`POST ${target}`, [400, "invalid_argument"], { body });
  for (const more of [{ delay: "61m" }, { ttl: "121m" }, { uniqueFor: "181m" }])
    expect((await expectInvalid(`${path}/jobs`, { ...job, ...more })).detail).toContain(Object.keys(more)[0]);
  const { delay: _, ...timed } = { ...job, at: Date.now() + 3_700_000 };
  await expectInvalid(`${path}/jobs`, timed);
  await expectInvalid(`${path}/lease`, { for: "5m" });
  await expectInvalid(`${path}/turn`, { lease: { for: "5m" } });
  await expectInvalid(`${path}/jobs/a/extend`, { receipt: "r", for: "5m" });
  await expectInvalid(`${path}/jobs/a/progress`, { receipt: "r", progress: 1, extend: "5m" });
  // Other queues have default limits: ids are remembered for at most 30 days.
  await expectInvalid(`/v1/queues/${freshName()}/jobs`, { data: 1, id: "a", uniqueFor: "31d" });
});

test("an undeclared queue has at most 100,000 waiting jobs, and a declared one is limited only by its options", async () => {
  const [name, declared] = [freshName(), freshName()];
  const { expectProblem, call } = await createApi({ queues: { [declared]: {} } });
  const script = `for i = 1, 99999 do redis.call("ZADD", KEYS[1], i, "job" .. i) end`;
  for (const each of [name, declared]) {
    const path = `POST /v1/queues/${each}/jobs`;
    await call(path, [201, responses.enqueueResult], { body: { data: 1 } });
    await redis.eval(script, 1, `${testPrefix()}:{${each}}:ready`);
    if (each === name) await expectProblem(path, [429, "queue_full"], { body: { data: 1 } });
    else await call(path, [201, responses.enqueueResult], { body: { data: 1 } });
    await freshQueue({}, each).destroy();
  }
});

test("a token creates no more queues than its limit, and existing and declared queues stay usable", async () => {
  const prefix = `t-${freshName()}`;
  const [flood, other] = [await createToken(["produce"], ["web-*"]), await createToken(["produce", "operate"])];
  const tokens = [{ ...flood.access, limits: { queues: 20 } }, other.access];
  const { call, expectProblem, send } = await createApi({ prefix, tokens, maxQueues: 30, queues: { declared: {} } });
  const body = { data: 1 };
  const enqueue = (name: string, { token }: typeof flood) => send(`POST /v1/queues/${name}/jobs`, { token, body });
  for (let i = 0; i < 20; i++) expect((await enqueue(`web-${i}`, flood)).status).toBe(201);
  for (let i = 20; i < 40; i++) {
    const sent = { token: flood.token, body };
    const { detail } = await expectProblem(`POST /v1/queues/web-${i}/jobs`, [429, "limit_reached"], sent);
    expect(detail).toBe("The token's limit is 20 queues.");
  }
  // Its queues stay usable, and another token creates queues up to the limit of the app.
  expect((await enqueue("web-3", flood)).status).toBe(201);
  for (let i = 0; i < 10; i++) expect((await enqueue(`other-${i}`, other)).status).toBe(201);
  expect((await enqueue("other-10", other)).status).toBe(429);
  expect((await send("POST /v1/queues/other-11/pause", { token: other.token })).status).toBe(429);
  expect((await enqueue("declared", flood)).status).toBe(403);
  expect((await enqueue("declared", other)).status).toBe(201);
  const { total } = await call("GET /v1/queues?limit=1", [200, responses.queuePage]);
  expect(total).toBe(31);
  // Destroyed queues make room for others.
  for (const queue of ["web-0", "web-1"])
    await send(`POST /v1/queues/${queue}/destroy`, { token: other.token, body: { queue } });
  expect((await enqueue("web-20", flood)).status).toBe(201);
});

test("an operator purges the ids that a queue remembers", async () => {
  const name = freshName();
  const { call } = await createApi();
  const jobs = Array.from({ length: 1_000 }, (_, i) => ({ data: 0, id: `${i}`, uniqueFor: "30d" }));
  await call(`POST /v1/queues/${name}/jobs`, [201, responses.enqueueResult], { body: jobs });
  const purged = await call(`POST /v1/queues/${name}/purge`, [200, responses.purgeResult], {
    body: { state: "seen" },
  });
  expect(purged).toEqual({ purged: 1_000 });
});

test("a request that waits two seconds for a result sends at most seven EVALs", async () => {
  const { name } = await createQueue("a");
  const { redis, scripts } = createRecordingAdapter();
  const { send } = await createApi({ redis });
  expect((await send(`GET /v1/queues/${name}/jobs/a/result?wait=2s`)).status).toBe(202);
  expect(scripts.filter((script) => script === "get").length).toBeLessThanOrEqual(7);
});

test("a page of jobs is bounded in bytes", async () => {
  const name = freshName();
  const queue = freshQueue<string>({}, name);
  for (let i = 0; i < 12; i++)
    await queue.enqueueMany(Array.from({ length: 3 }, () => ({ data: "x".repeat(900_000) })));
  const { send } = await createApi();
  const response = await send(`GET /v1/queues/${name}/jobs?state=ready&limit=1000`);
  expect((await response.text()).length).toBeLessThan(3_000_000);
});

test("the list of workers contains at most 5,000 leased jobs", async () => {
  const name = freshName();
  const queue = freshQueue({}, name);
  for (let i = 0; i < 6; i++) await queue.enqueueMany(Array.from({ length: 1_000 }, () => ({ data: 0 })));
  for (let i = 0; i < 6; i++) await queue.lease({ count: 1_000, worker: `w${i}` });
  const { call } = await createApi();
  const { workers } = await call(`GET /v1/queues/${name}/workers`, [200, responses.workerList]);
  expect(workers.reduce((sum, { holds }) => sum + holds.length, 0)).toBe(5_000);
});
