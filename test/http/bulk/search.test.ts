// Searching jobs over HTTP.
import { expect, test } from "vitest";
import * as bulkResponses from "../../../src/http/responses/bulk-schemas.ts";
import { freshQueue } from "../../setup/queue.ts";
import { createApi, createQueue } from "../kit/api.ts";

const api = await createApi();

const SEARCH_RESULT = [200, bulkResponses.searchResult] as const;

/** Sends a search of ready jobs, and returns the result. */
async function search(path: string, body: { filter?: object; cursor?: string; limit?: number; output?: "count" }) {
  const filter = { state: "ready", ...body.filter };
  return api.call(`POST ${path}/search`, [...SEARCH_RESULT], { body: { ...body, filter } });
}

test("a search returns the jobs that match, with their stored payloads, and how far it has looked", async () => {
  const { path } = await createQueue("other");
  const body = '[{"id":"exact","data":{"user":{"id":7},"zero":-0.0}},{"id":"user-77","data":{"user":{"id":77}}}]';
  await api.send(`POST ${path}/jobs`, { body, headers: { "Content-Type": "application/json" } });
  const filter = { data: [{ path: "user.id", is: 7 }] };
  const { jobs, ...others } = await search(path, { filter });
  expect(jobs).toMatchObject([{ id: "exact", state: "ready", data: { user: { id: 7 }, zero: -0 }, attempt: 0 }]);
  expect(others).toEqual({ matched: 1, examined: 3, skipped: 0, total: 3 });
});

test("a search continues at its cursor, and a count reads no job", async () => {
  const { path } = await createQueue("a-1", "b-1", "a-2", "a-3");
  const filter = { id: "a-*" };
  const first = await search(path, { filter, limit: 2 });
  expect(first.jobs.map(({ id }) => id)).toEqual(["a-1", "a-2"]);
  expect(first).toMatchObject({ matched: 2, examined: 3, total: 4, cursor: expect.any(String) });
  const second = await search(path, { filter, limit: 2, cursor: first.cursor ?? "" });
  expect(second.jobs.map(({ id }) => id)).toEqual(["a-3"]);
  expect(second.cursor).toBeUndefined();
  expect(await search(path, { filter, output: "count" })).toEqual({
    jobs: [],
    matched: 3,
    examined: 4,
    skipped: 0,
    total: 4,
  });
});

test("a search finds failed jobs by their errors and their worker", async () => {
  const { queue, path } = await createQueue("a", "b");
  const { jobs } = await queue.lease({ count: 2, worker: "w1" });
  await jobs[0]?.fail("the mailbox is full");
  await jobs[1]?.fail("no such user");
  const filter = { state: "failed", error: "mailbox", worker: "w1", minAttempts: 1, maxAge: "1h" };
  const { jobs: found } = await search(path, { filter });
  expect(found).toMatchObject([{ id: "a", errors: [{ message: "the mailbox is full" }] }]);
});

test("a search of a queue without jobs has no match", async () => {
  const { path } = await createQueue();
  expect(await search(path, {})).toEqual({ jobs: [], matched: 0, examined: 0, skipped: 0, total: 0 });
});

test("a search by group examines only the blocked jobs of the group, whatever its name", async () => {
  const queue = freshQueue<number>();
  const groups = ["customer-7", "a/b", '"Zoë" \u{1f600}', "x".repeat(128)];
  for (const group of groups) await queue.enqueueMany([1, 2, 3].map((data) => ({ data, group })));
  const path = `/v1/queues/${queue.name}`;
  for (const group of groups) {
    const found = await search(path, { filter: { state: "blocked", group }, output: "count" });
    expect(found).toEqual({ jobs: [], matched: 2, examined: 2, skipped: 0, total: 2 });
  }
  const { jobs } = await search(path, { filter: { state: "ready", group: "a/b" } });
  expect(jobs).toMatchObject([{ state: "ready", group: "a/b", data: 1 }]);
  const none = await search(path, { filter: { state: "delayed", group: "a" }, output: "count" });
  expect(none).toMatchObject({ matched: 0, total: 0 });
});

test("a search of 25,000 jobs ends after 40 requests to Redis, and continues", async () => {
  const queue = freshQueue<number>();
  for (let batch = 0; batch < 25; batch++)
    await queue.enqueueMany(Array.from({ length: 1_000 }, (_, i) => ({ data: i, id: `${batch}-${i}` })));
  const path = `/v1/queues/${queue.name}`;
  const first = await search(path, { output: "count" });
  expect(first).toMatchObject({ matched: 20_000, examined: 20_000, total: 25_000, cursor: expect.any(String) });
  const second = await search(path, { output: "count", cursor: first.cursor ?? "" });
  expect(second).toEqual({ jobs: [], matched: 5_000, examined: 25_000, skipped: 0, total: 25_000 });
});

test.each<[what: string, body: object, detail: RegExp]>([
  ["no filter", {}, /filter is missing/],
  ["no state", { filter: {} }, /filter\.state is missing/],
  ["an unknown state", { filter: { state: "s3cret" } }, /filter\.state must be/],
  ["an unknown condition", { filter: { state: "ready", age: "1h" } }, /filter\.age is not a known field/],
  [
    "too many conditions",
    { filter: { state: "ready", data: Array(11).fill({}) } },
    /filter\.data must have at most 10/,
  ],
  ["a condition without a path", { filter: { state: "ready", data: [{ is: 1 }] } }, /filter\.data\[0\]/],
  ["a path without names", { filter: { state: "ready", data: [{ path: "a..s3cret", is: 1 }] } }, /path must be names/],
  ["an object as a value", { filter: { state: "ready", data: [{ path: "a", is: { s3cret: 1 } }] } }, /data\[0\]\.is/],
  ["a foreign cursor", { filter: { state: "ready" }, cursor: "s3cret" }, /cursor must be/],
  ["a large limit", { filter: { state: "ready" }, limit: 1_001 }, /limit must be at most 1000/],
  ["an empty group", { filter: { state: "blocked", group: "" } }, /filter\.group must/],
  ["a long group", { filter: { state: "blocked", group: "s3cret".repeat(22) } }, /filter\.group must/],
  [
    "a group of too many bytes",
    { filter: { state: "blocked", group: "ü".repeat(65) } },
    /group must be 1 to 128 bytes/,
  ],
  ["a group that is no text", { filter: { state: "blocked", group: ["s3cret"] } }, /filter\.group must/],
  ["a large scan", { filter: { state: "ready" }, scan: 20_001 }, /scan must be at most 20000/],
])("a search with %s is refused", async (_what, body, detail) => {
  const { path } = await createQueue("a");
  const problem = await api.expectProblem(`POST ${path}/search`, [400, "invalid_argument"], { body });
  expect(problem.detail).toMatch(detail);
  expect(problem.detail).not.toContain("s3cret");
});
