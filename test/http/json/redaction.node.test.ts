// Redacted payloads over HTTP: no route shows a redacted value to a reader, and none selects jobs by it.
import { describe, expect, inject, test } from "vitest";
import type { Operation } from "../../../scripts/openapi/operation.ts";
import { OPERATIONS } from "../../../scripts/openapi/operations.ts";
import type { AppOptions } from "../../../src/http/app.ts";
import * as bulkResponses from "../../../src/http/responses/bulk-schemas.ts";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import { upstash } from "../../../src/index.ts";
import type { Adapter } from "../../../src/redis/adapter.ts";
import { Item } from "../../../src/redis-work-queue/item.ts";
import { RedisWorkQueue } from "../../../src/redis-work-queue/redis-work-queue.ts";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { type Api, createApi, createToken } from "../kit/api.ts";
import { responseText } from "../kit/documented.ts";
import { exampleBody, isItemOperation, operationPath } from "../kit/operations-by-subject.ts";

const SECRET = "s3cret-4111";
const DATA = { user: { id: 12345, email: SECRET }, card: { number: SECRET } };
const PATHS = ["user.email", "card.*"];
const STATES = ["ready", "delayed", "blocked", "leased", "failed", "done"];

/** Creates an app with jobs and items of each state, whose payloads and results contain a secret. */
async function createFilledApi(options: Partial<AppOptions>) {
  const [name, itemsName] = [freshName(), freshName()];
  const prefix = `${testPrefix()}:${name}`;
  const gateway = upstash({ url: inject("restUrl"), token: inject("token") });
  const items = new RedisWorkQueue(`${prefix}:${itemsName}`, { redis: gateway, maxAttempts: 1 });
  const redisWorkQueues = (redis: Adapter) => ({ items: new RedisWorkQueue(items.prefix, { redis, maxAttempts: 1 }) });
  const cron = { secret: "the-secret-of-the-crons", light: async () => ({}), deep: async () => ({}) };
  const api = await createApi({ cron, prefix, redisWorkQueues, storedTokens: true, ...options });
  const queue = freshQueue<unknown>({ prefix, retention: { done: "1d" } }, name);
  await queue.recordEvents({ keep: 100 });
  const condition = { path: "user.email", is: SECRET };
  const change = { data: { user: { email: SECRET } } };
  const filter = { state: "failed" as const, data: [condition] };
  await queue.enqueue(DATA, { id: "none" });
  const [none] = (await queue.lease()).jobs;
  await none?.fail("no");
  const bulk = await queue.startBulk({ operation: "redrive", filter, change });
  await failItems(items, [Item.json(DATA, "failed-item")]);
  return { api, queue, items, bulk };
}

/** Adds items, and waits until all of them have failed. */
async function failItems(items: RedisWorkQueue, added: Item[]): Promise<void> {
  await items.addItems(added);
  await items.lease(1, { count: added.length });
  const countFailed = async () => {
    await items.clean();
    return (await items.failed()).length;
  };
  await expect.poll(countFailed, { timeout: 10_000 }).toBe(added.length);
}

type Filled = Awaited<ReturnType<typeof createFilledApi>>;

/** Brings one job of each state into the queue, and returns the fence of the leased one. */
async function fill({ queue, items }: Filled): Promise<number> {
  await queue.cancel(["leased", "ready", "delayed", "next", "blocked"]);
  for (const state of ["failed", "done"] as const) await queue.purge(state);
  await queue.enqueueMany(["failed", "done", "leased"].map((id) => ({ data: DATA, id, priority: 0 })));
  const { jobs } = await queue.lease({ count: 3 });
  const job = (id: string) => jobs.find((each) => each.id === id);
  await job("failed")?.fail("no");
  await job("done")?.complete(DATA);
  await queue.enqueue(DATA, { id: "ready" });
  await queue.enqueue(DATA, { id: "delayed", delay: "1h" });
  await queue.enqueueMany(["next", "blocked"].map((id) => ({ data: DATA, id, group: "g", priority: 9 })));
  await items.addItem(Item.json(DATA, "ready-item"));
  await queue.schedule("s", { every: "1h" }, { data: DATA });
  return job("leased")?.fence ?? 0;
}

/** Returns requests to an operation for the job of each state. */
async function requestsTo(operation: Operation, filled: Filled) {
  const { api, queue, bulk } = filled;
  const fence = await fill(filled);
  const receipt = await api.issueReceipt(queue.name, fence);
  const lease = await api.signItemLease("items", "ready-item");
  const name = isItemOperation(operation) ? "items" : queue.name;
  const ids = isItemOperation(operation) ? ["ready-item"] : STATES;
  return ids.map((id) => {
    const path = operationPath(operation, {
      ...{ queue: name, id, group: "g", schedule: "s", source: "shop", operation: bulk.id },
    });
    const body = operation.body && (exampleBody(operation, { queue: name, receipt, lease }) as Record<string, unknown>);
    if (operation.id === "startBulkOperation")
      Object.assign(body ?? {}, { filter: { state: "failed" }, change: { data: { user: { email: SECRET } } } });
    if (operation.id === "searchJobs") Object.assign(body ?? {}, { filter: { state: id } });
    return {
      route: `${operation.method.toUpperCase()} ${path}${operation.id === "listJobs" ? `?state=${id}` : ""}`,
      body,
    };
  });
}

/** Calls every route of the OpenAPI document, and returns the ids of the operations whose responses contain the secret. */
async function findRevealing(options: Partial<AppOptions>): Promise<string[]> {
  const filled = await createFilledApi(options);
  const found: string[] = [];
  // The queue is destroyed at last.
  const operations = OPERATIONS.toSorted((a, b) => Number(a.id === "destroy") - Number(b.id === "destroy"));
  for (const operation of operations) {
    for (const { route, body } of await requestsTo(operation, filled)) {
      const response = await filled.api.send(route, body ? { body } : {});
      const text = await responseText(response);
      const decoded = text.replace(/"base64":"([^"]+)"/g, (_, base64: string) => atob(base64));
      if (decoded.includes(SECRET)) found.push(operation.id);
    }
  }
  return [...new Set(found)].sort();
}

// These give jobs to workers, which need whole payloads.
const FOR_WORKERS = ["lease", "leaseItems", "turn"];

test("no route of the API but those of workers returns a redacted value", async () => {
  // The routes that return payloads if nothing is redacted. A new one belongs here, if this test reaches it.
  expect(await findRevealing({})).toEqual(
    [
      ...FOR_WORKERS,
      ...[
        "continueBulkOperation",
        "getBulkOperation",
        "getJob",
        "getResult",
        "getSchedule",
        "listBulkOperations",
        "listFailedItems",
        "listJobs",
        "listSchedules",
        "searchJobs",
      ],
      ...["startBulkOperation", "stopBulkOperation"],
    ].sort(),
  );
  expect(await findRevealing({ redact: { "*": PATHS } })).toEqual(FOR_WORKERS);
}, 60_000);

describe("a redacted queue", () => {
  const REDACTED = { user: { id: 12345, email: "[redacted]" }, card: { number: "[redacted]" } };

  /** Creates an app that redacts a queue, with a job in it. */
  async function createRedacted(text = JSON.stringify(DATA), options: Partial<AppOptions> = {}) {
    const name = freshName();
    const api = await createApi({ redact: { [name]: PATHS }, ...options });
    const queue = freshQueue<unknown>({ codec: { encode: String, decode: (stored) => stored } }, name);
    await queue.enqueue(text, { id: "a" });
    return { api, queue, path: `/v1/queues/${name}` };
  }
  const search = (api: Api, path: string, data: object[]) =>
    api.send(`POST ${path}/search`, { body: { filter: { state: "ready", data } } });

  test("keeps the other bytes of the payload, and its leases and its results at other paths", async () => {
    const text = `{"n": 12345678901234567890, "card":{ "number":"${SECRET}" },"1":-0}`;
    const { api, path } = await createRedacted(text);
    const expected = text.replace(SECRET, "[redacted]");
    expect(await (await api.send(`GET ${path}/jobs/a`)).text()).toContain(`"data":${expected},`);
    const leased = await (await api.send(`POST ${path}/lease`)).text();
    expect(leased).toContain(`"data":${text},`);
  });

  test("is the only one that is redacted", async () => {
    const { api } = await createRedacted();
    const other = freshQueue<unknown>();
    await other.enqueue(DATA, { id: "a" });
    expect(await api.call(`GET /v1/queues/${other.name}/jobs/a`, [200, responses.job])).toMatchObject({ data: DATA });
  });

  test("is redacted at the paths of its own and at those of every queue", async () => {
    const name = freshName();
    const api = await createApi({ redact: { [name]: ["user.email"], "*": ["card.*"] } });
    await freshQueue<unknown>({}, name).enqueue(DATA, { id: "a" });
    expect(await api.call(`GET /v1/queues/${name}/jobs/a`, [200, responses.job])).toMatchObject({ data: REDACTED });
  });

  test("is redacted too if the app has a codec for it", async () => {
    const name = freshName();
    const codec = {
      encode: (data: unknown) => btoa(JSON.stringify(data)),
      decode: (text: string) => JSON.parse(atob(text)),
    };
    const api = await createApi({ redact: { [name]: PATHS }, queues: { [name]: { codec } } });
    const queue = freshQueue<unknown>({ codec }, name);
    await queue.enqueue(DATA, { id: "a" });
    const route = `GET /v1/queues/${name}/jobs/a`;
    expect(await api.call(route, [200, responses.job])).toMatchObject({ data: REDACTED });
    // A change starts from the whole payload.
    await (await queue.lease()).jobs[0]?.fail("no");
    const body = { ids: ["a"], change: { data: { n: 1 } } };
    await api.call(`POST /v1/queues/${name}/redrive`, [200, responses.redriveResult], { body });
    expect(await queue.get("a")).toMatchObject({ data: { ...DATA, n: 1 } });
    expect(await api.call(route, [200, responses.job])).toMatchObject({ data: { ...REDACTED, n: 1 } });
  });

  test.each([
    [{ path: "user.email", is: SECRET }],
    [{ path: "user.email", contains: "s3" }],
    [{ path: ["card", "number"], exists: true }],
    [{ path: "card", exists: true }],
    [{ path: "user.email.domain", is: "a" }],
  ])("is not searched by %j, nor changed in bulk by it", async (condition) => {
    const { api, path } = await createRedacted();
    const refused = [400, "invalid_argument"] as [number, string];
    const filter = { state: "ready", data: [{ path: "user.id", is: 12345 }, condition] };
    for (const [route, body] of [
      [`POST ${path}/search`, { filter, output: "count" }],
      [`POST ${path}/bulk`, { operation: "cancel", filter }],
    ] as const) {
      const problem = await api.expectProblem(route, refused, { body });
      expect(problem.detail).toMatch(
        /filter\.data\[1\]\.path: the value, or a part of it, is redacted in this service/,
      );
      expect(problem.detail).not.toContain(SECRET);
    }
    expect(await api.call(`GET ${path}/bulk`, [200, bulkResponses.bulkOperationList])).toEqual({ operations: [] });
  });

  test("is not searched by an element of a list under another name of its index", async () => {
    const name = freshName();
    const api = await createApi({ redact: { [name]: ["list.1"] } });
    await freshQueue<unknown>({}, name).enqueue({ list: [1, SECRET] }, { id: "a" });
    const path = `/v1/queues/${name}`;
    expect((await search(api, path, [{ path: "list.01", is: SECRET }])).status).toBe(400);
    expect((await search(api, path, [{ path: "list.0", is: 1 }])).status).toBe(200);
  });

  test("is searched by other values", async () => {
    const { api, path } = await createRedacted();
    const found = await (await search(api, path, [{ path: "user.id", is: 12345 }])).json();
    expect(found).toMatchObject({ matched: 1, jobs: [{ data: REDACTED }] });
  });

  test("takes a change of a redacted value, which no response shows", async () => {
    const { api, queue, path } = await createRedacted();
    await (await queue.lease()).jobs[0]?.fail("no");
    const change = { data: { user: { email: "n3w-s3cret" } } };
    const body = { operation: "redrive", filter: { state: "failed" }, change };
    const begun = await api.call(`POST ${path}/bulk`, [201, bulkResponses.bulkOperation], { body });
    expect(begun.change).toEqual({ data: { user: { email: "[redacted]" } } });
    const route = `POST ${path}/bulk/${begun.id}/continue`;
    expect(await api.call(route, [200, bulkResponses.bulkOperation])).toMatchObject({
      changed: 1,
      change: begun.change,
    });
    expect((await queue.get("a"))?.data).toContain("n3w-s3cret");
  });
});

test("failed items in the format of redis-work-queue are redacted, and as a whole if they are not JSON", async () => {
  const prefix = `${testPrefix()}:${freshName()}`;
  const gateway = upstash({ url: inject("restUrl"), token: inject("token") });
  const items = new RedisWorkQueue(prefix, { redis: gateway, maxAttempts: 1 });
  const redisWorkQueues = (redis: Adapter) => ({ items: new RedisWorkQueue(prefix, { redis, maxAttempts: 1 }) });
  const { token, access } = await createToken(["read"]);
  const api = await createApi({ redisWorkQueues, redact: { items: PATHS }, tokens: [access] });
  await failItems(items, [
    Item.json(DATA, "json"),
    new Item(`{"n":12345678901234567890,"card":"${SECRET}"}`, "inexact"),
    new Item(`<${SECRET}>`, "text"),
  ]);
  const text = await (await api.send("GET /v1/redis-work-queues/items/failed", { token })).text();
  const listed = (JSON.parse(text) as { items: { id: string; data?: unknown; base64?: string }[] }).items;
  const byId = Object.fromEntries(
    listed.map(({ id, data, base64 }) => [id, base64 === undefined ? data : atob(base64)]),
  );
  expect(byId).toEqual({
    json: { user: { id: 12345, email: "[redacted]" }, card: { number: "[redacted]" } },
    inexact: '{"n":12345678901234567890,"card":"[redacted]"}',
    text: "[redacted]",
  });
});

test.each<[redact: unknown, message: RegExp]>([
  [{ "a b": ["x"] }, /redact: the name of a queue/],
  [{ a: "x" }, /redact: a must be a list of paths/],
  [{ a: ["x..y"] }, /redact: a path of a must be names of fields/],
  [{ a: [[]] }, /redact: a path of a must be names of fields/],
  [{ a: [7] }, /redact: a path of a must be names of fields/],
  [7, /redact/],
])("the option redact %j is refused", async (redact, message) => {
  const options = { redact: redact as never };
  await expect(createApi(options)).rejects.toMatchObject({
    code: "invalid_argument",
    message: expect.stringMatching(message),
  });
});
