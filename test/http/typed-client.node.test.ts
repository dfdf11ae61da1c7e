// The client that Hono derives from the type of the app: its requests and responses have exact types.
import { hc } from "hono/client";
import { afterAll, beforeAll, expect, expectTypeOf, test } from "vitest";
import type { App } from "../../src/http/app.ts";
import type { StaleReason } from "../../src/queue/jobs/stored/letters.ts";
import { freshName, freshQueue } from "../setup/queue.ts";
import { startApi } from "./kit/start-api.ts";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api?.close());

const client = () => hc<App>(api.url, { headers: { Authorization: `Bearer ${api.token}` } }).v1.queues;

test("the client reads and sets the limits of a group and of a queue, and each response has a type", async () => {
  const queues = client();
  const param = { queue: freshName(), group: encodeURIComponent("shop/eu 7") };
  const group = queues[":queue"].groups[":group"];
  const json = { paused: true, until: "5m", rate: { limit: 10, per: "1s" } } as const;
  const set = await group.$patch({ param, json });
  if (set.status !== 200) throw new Error(`the group was not changed: ${set.status}`);
  expectTypeOf(await set.json()).toEqualTypeOf<{ version: number }>();
  const read = await group.$get({ param });
  if (read.status !== 200) throw new Error(`the group was not read: ${read.status}`);
  const info = await read.json();
  expectTypeOf(info.pausedUntil).toEqualTypeOf<number | undefined>();
  expectTypeOf(info.rate).toEqualTypeOf<{ limit: number; per: number; burst: number } | undefined>();
  expect(info).toMatchObject({ name: "shop/eu 7", paused: true, rate: { limit: 10, per: 1_000, burst: 1 } });
  const listed = await queues[":queue"].groups.$get({ param, query: { blocked: "0", limit: "10" } });
  if (listed.status !== 200) throw new Error(`the groups were not listed: ${listed.status}`);
  expect((await listed.json()).groups).toMatchObject([{ name: "shop/eu 7" }]);
  const limits = queues[":queue"].limits;
  await limits.$put({ param, json: { groups: { ordered: "stop" }, concurrency: 3 } });
  const stored = await limits.$get({ param });
  if (stored.status !== 200) throw new Error(`the limits were not read: ${stored.status}`);
  const body = await stored.json();
  expectTypeOf(body.groups?.ordered).toEqualTypeOf<true | "stop" | undefined>();
  expect(body).toEqual({ groups: { ordered: "stop" }, concurrency: 3, version: 1 });
  const cancelled = await group.jobs.$delete({ param });
  if (cancelled.status !== 200) throw new Error(`the group was not cancelled: ${cancelled.status}`);
  expectTypeOf(await cancelled.json()).toEqualTypeOf<{ cancelled: number; cursor?: string | undefined }>();
});

test("the client stores, reads and triggers a schedule, and each response has a type", async () => {
  const param = { queue: freshName(), schedule: "report" };
  const schedule = client()[":queue"].schedules[":schedule"];
  const put = await schedule.$put({ param, json: { cron: "0 9 * * *", tz: "Europe/Berlin", data: { n: 1 } } });
  if (put.status !== 201) throw new Error(`the schedule was not created: ${put.status}`);
  expectTypeOf((await put.json()).outcome).toEqualTypeOf<"created" | "changed" | "unchanged">();
  const triggered = await schedule.trigger.$post({ param });
  if (triggered.status !== 201) throw new Error(`the schedule was not triggered: ${triggered.status}`);
  const { id } = await triggered.json();
  const read = await schedule.$get({ param });
  if (read.status !== 200) throw new Error(`the schedule was not read: ${read.status}`);
  const body = await read.json();
  expectTypeOf(body.times.tz).toEqualTypeOf<string | undefined>();
  expect(body).toMatchObject({ id: "report", data: { n: 1 }, lastRuns: [{ job: id, reason: "triggered" }] });
  const removed = await schedule.$delete({ param });
  expect(removed.status).toBe(204);
  const pages = [
    await client()[":queue"].schedules.$get({ param, query: { limit: "1" } }),
    await client()[":queue"].outbox.$get({ param }),
  ];
  expect(await Promise.all(pages.map((page) => page.json()))).toEqual([
    { schedules: [], total: 0 },
    { jobs: [], total: 0 },
  ]);
});

test("the client enqueues, lists, leases and completes, and each response has a type", async () => {
  const queues = client();
  const queue = freshName();
  const header = { "idempotency-key": "first" };
  const enqueued = await queues[":queue"].jobs.$post({
    param: { queue },
    header,
    json: { data: { to: "ada" }, id: "a" },
  });
  if (enqueued.status !== 201) throw new Error(`the job was not created: ${enqueued.status}`);
  const { jobs: created } = await enqueued.json();
  type State = "ready" | "delayed" | "blocked" | "leased" | "failed" | "done" | "seen";
  type Outcome = "created" | "kept" | "replaced" | "again" | "debounced";
  expectTypeOf(created).toEqualTypeOf<{ id: string; created: boolean; state: State; outcome: Outcome }[]>();
  expect(created).toEqual([{ id: "a", created: true, state: "ready", outcome: "created" }]);

  const listed = await queues[":queue"].jobs.$get({ param: { queue }, query: { state: "ready", limit: "10" } });
  if (listed.status !== 200) throw new Error(`the jobs were not listed: ${listed.status}`);
  const page = await listed.json();
  expectTypeOf(page.cursor).toEqualTypeOf<string | undefined>();
  type Errors = { message: string; stack?: string | undefined; attempt: number; at: number }[] | undefined;
  const errors: Errors = page.jobs[0]?.errors;
  expect(errors).toEqual([]);
  expect(page).toMatchObject({ total: 1, jobs: [{ id: "a", state: "ready", attempt: 0 }] });

  const leased = await queues[":queue"].lease.$post({ param: { queue }, json: { for: "1m", worker: "w" } });
  if (leased.status !== 200) throw new Error(`nothing was leased: ${leased.status}`);
  const [job] = (await leased.json()).jobs;
  expectTypeOf(job?.fence).toEqualTypeOf<number | undefined>();
  expectTypeOf(job?.receipt).toEqualTypeOf<string | undefined>();
  expect(job).toMatchObject({ id: "a", data: { to: "ada" }, worker: "w" });

  const param = { queue, id: "a" };
  const json = { receipt: job?.receipt ?? "", result: { sent: true } };
  const completed = await queues[":queue"].jobs[":id"].complete.$post({ param, json });
  expect(completed.status).toBe(200);
  const late = await queues[":queue"].jobs[":id"].complete.$post({ param, json });
  if (late.status === 200) {
    expectTypeOf((await late.json()).ok).toEqualTypeOf<true>();
    throw new Error("a job was completed twice");
  }
  const problem = await late.json();
  expectTypeOf(problem.reason).toEqualTypeOf<StaleReason | undefined>();
  expect([late.status, problem]).toMatchObject([409, { code: "stale", reason: "completed" }]);
});

test("a call needs only the required parts of a request", async () => {
  const queues = client();
  const param = { queue: freshName() };
  const responses = [
    await queues.$get(),
    await queues[":queue"].jobs.$post({ param, json: { data: 1, id: "a" } }),
    await queues[":queue"].lease.$post({ param }),
    await queues[":queue"].pause.$post({ param }),
    await queues[":queue"].jobs[":id"].result.$get({ param: { ...param, id: "a" } }),
  ];
  expect(responses.map(({ status }) => status)).toEqual([200, 201, 200, 204, 202]);
});

test("a response has one type for each status, also for an array of jobs and for the outcome of a job", async () => {
  const queues = client();
  const param = { queue: freshName(), id: "a" };
  const enqueued = await queues[":queue"].jobs.$post({ param, json: [{ data: 1, id: "a" }, { data: 2 }] });
  if (!enqueued.ok) throw new Error(`the jobs were not created: ${enqueued.status}`);
  const created = await enqueued.json();
  expectTypeOf(created.jobs[0]?.created).toEqualTypeOf<boolean | undefined>();
  expect(created).toMatchObject({ jobs: [{ id: "a", created: true }, { created: true }] });
  const { jobs } = await freshQueue({}, param.queue).lease({ count: 2 });
  await jobs[0]?.complete(7);
  const ended = await queues[":queue"].jobs[":id"].result.$get({ param });
  if (ended.status !== 200) throw new Error(`the job has not ended: ${ended.status}`);
  const { state, result, errors } = await ended.json();
  expectTypeOf(state).toEqualTypeOf<"done" | "failed" | "cancelled" | "expired" | "purged">();
  expect([state, result, errors]).toEqual(["done", 7, undefined]);
});

test("the status of a response narrows its type to a problem", async () => {
  const response = await client().$get({ query: { limit: "none" } });
  if (response.status !== 400) throw new Error(`the query was accepted: ${response.status}`);
  const { code, detail } = await response.json();
  expectTypeOf(detail).toEqualTypeOf<string>();
  expect([code, detail]).toEqual(["invalid_argument", "The query: limit must be a whole number from 1 to 1000."]);
});

test("a call that the app would refuse does not compile", () => {
  const queues = client();
  const param = { queue: "q" };
  // Only the compiler reads these calls.
  const wrong = () => [
    // @ts-expect-error A job has data.
    queues[":queue"].jobs.$post({ param, json: { id: "a" } }),
    // @ts-expect-error A duration is a number, or text of a known form.
    queues[":queue"].jobs.$post({ param, json: { data: 1, delay: "soon" } }),
    // @ts-expect-error No such field.
    queues[":queue"].lease.$post({ param, json: { counts: 1 } }),
    // @ts-expect-error A receipt is text.
    queues[":queue"].jobs[":id"].complete.$post({ param: { ...param, id: "a" }, json: { receipt: 1 } }),
    // @ts-expect-error A completion has a body: the receipt.
    queues[":queue"].jobs[":id"].complete.$post({ param: { ...param, id: "a" } }),
    // @ts-expect-error A header is text.
    queues[":queue"].lease.$post({ param, header: { "idempotency-key": 1 } }),
    // @ts-expect-error No such state.
    queues[":queue"].jobs.$get({ param, query: { state: "lost" } }),
    // @ts-expect-error No such route.
    queues[":queue"].jobs[":id"].finish,
  ];
  expect(wrong).toBeTypeOf("function");
});

test("the routes of crons have types even if they are not enabled", async () => {
  const { cron } = hc<App>(api.url);
  expect((await cron.light.$get()).status).toBe(404);
  expect((await cron.deep.$get()).status).toBe(404);
});
