// Tokens that are restricted to groups: they enqueue, see and cancel only jobs of these groups.
import { expect, test } from "vitest";
import { OPERATIONS } from "../../../scripts/openapi/operations.ts";
import { type AccessToken, validateTokenAt } from "../../../src/access/token.ts";
import { explanation } from "../../../src/http/responses/explanation-schema.ts";
import * as groupResponses from "../../../src/http/responses/group-schemas.ts";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import * as tokenResponses from "../../../src/http/responses/token-schemas.ts";
import { freshQueue } from "../../setup/queue.ts";
import { createApi, createToken } from "../kit/api.ts";
import { exampleBody, isItemOperation, operationPath } from "../kit/operations-by-subject.ts";

const SCOPES = ["produce", "see", "cancel"] as const;

const { token, access } = await createToken(SCOPES);
const named = await createToken(SCOPES);
const byId = await createToken(["see", "produce"]);
const api = await createApi({
  tokens: [
    { ...access, groups: ["ada", "eu-*"] },
    { ...named.access, groups: ["ada"], ids: ["ada-*"] },
    { ...byId.access, ids: ["ada-*"] },
  ],
});

/** Creates a queue with two jobs of each group, in which each group runs one job at a time, and one without a group. */
async function createGroups() {
  const queue = freshQueue<unknown>({ groups: { concurrency: 1 } });
  const groups = ["ada", "bob", "eu-1"];
  const jobs = groups.flatMap((group) => [1, 2].map((number) => ({ data: 1, id: `${group}-${number}`, group })));
  await queue.enqueueMany([...jobs, { data: 1, id: "plain" }]);
  return { queue, path: `/v1/queues/${queue.name}` };
}

test.each<[string, object, RegExp]>([
  ["a group with a * inside", { groups: ["a*b"] }, /^token 1: its groups must be/],
  ["a group with a line break", { groups: ["a\nb"] }, /^token 1: its groups must be/],
  ["an empty group", { groups: [""] }, /^token 1: its groups must be/],
  ["a scope that cannot be restricted", { scopes: ["see", "consume"], groups: ["a"] }, /restricted to groups$/],
  ["the scope operate", { scopes: ["operate"], groups: ["a"] }, /restricted to groups$/],
])("a token with %s is refused", (_what, more, message) => {
  const options = { hash: "0".repeat(64), scopes: ["see"], ...more } as AccessToken;
  expect(() => validateTokenAt(options, 0)).toThrow(message);
});

test("a token enqueues only into its groups", async () => {
  const { path, queue } = await createGroups();
  const enqueue = `POST ${path}/jobs`;
  for (const body of [{ data: 1 }, { data: 1, group: "bob" }, { data: 1, group: "eu" }, { data: 1, group: "ada-" }])
    await api.expectProblem(enqueue, [403, "forbidden"], { token, body });
  const mixed = ["ada", "bob"].map((group) => ({ data: 1, group }));
  await api.expectProblem(enqueue, [403, "forbidden"], { token, body: mixed });
  expect(await queue.counts()).toMatchObject({ totals: { enqueued: 7 } });
  const own = ["ada", "eu-", "eu-7"].map((group) => ({ data: 1, group }));
  const { jobs } = await api.call(enqueue, [201, responses.enqueueResult], { token, body: own });
  expect(jobs.map(({ created }) => created)).toEqual([true, true, true]);
});

test("a token without ids of its own cannot ask by an id whether another group has a job of it", async () => {
  const { path } = await createGroups();
  const body = { data: 1, group: "ada", id: "bob-1" };
  const { detail } = await api.expectProblem(`POST ${path}/jobs`, [403, "forbidden"], { token, body });
  expect(detail).toContain("restricted to ids too");
  const sent = { token: named.token, body: { ...body, id: "ada-1" } };
  const { jobs } = await api.call(`POST ${path}/jobs`, [200, responses.enqueueResult], sent);
  expect(jobs).toEqual([{ id: "ada-1", created: false, state: "ready", outcome: "kept" }]);
  await api.expectProblem(`POST ${path}/jobs`, [403, "forbidden"], { token: named.token, body });
});

test("a repeated request with a key of a token gets the first response", async () => {
  const { path, queue } = await createGroups();
  const sent = { token, body: { data: 1, group: "ada" }, headers: { "Idempotency-Key": "once" } };
  const enqueue = () => api.call(`POST ${path}/jobs`, [201, responses.enqueueResult], sent);
  expect(await enqueue()).toEqual(await enqueue());
  expect(await queue.counts()).toMatchObject({ totals: { enqueued: 8 } });
});

test("to a token, a job of another group looks like one that does not exist", async () => {
  const { path } = await createGroups();
  expect(await api.call(`GET ${path}/jobs/ada-2`, [200, responses.job], { token })).toMatchObject({ group: "ada" });
  const explained = await api.call(`GET ${path}/jobs/eu-1-2/explain`, [200, explanation], { token });
  expect(explained).toMatchObject({ state: "blocked", group: "eu-1" });
  for (const rest of ["", "/explain"]) {
    const problems = [];
    for (const id of ["bob-1", "bob-2", "plain", "nothing"]) {
      const { requestId: _, ...problem } = await api.expectProblem(
        `GET ${path}/jobs/${id}${rest}`,
        [404, "not_found"],
        {
          token,
        },
      );
      problems.push(problem);
    }
    expect(new Set(problems.map((problem) => JSON.stringify(problem))).size).toBe(1);
  }
});

test("a token does not see how a job of its groups has ended, because the group is not stored with the end", async () => {
  const { path, queue } = await createGroups();
  for (const job of (await queue.lease({ count: 9 })).jobs) await job.complete({ mark: "s3cret" });
  await api.expectProblem(`GET ${path}/jobs/ada-1/explain`, [404, "not_found"], { token });
  await api.expectProblem(`GET ${path}/jobs/ada-1/result`, [403, "forbidden"], { token });
});

test("a token cancels only jobs of its groups, in any state", async () => {
  const { path, queue } = await createGroups();
  await queue.lease();
  for (const id of ["bob-1", "bob-2", "plain", "nothing"])
    await api.expectProblem(`DELETE ${path}/jobs/${id}`, [404, "not_found"], { token });
  expect(await queue.counts()).toMatchObject({ leased: 1, ready: 3, blocked: 3, totals: { cancelled: 0 } });
  for (const [id, was] of [
    ["ada-1", "leased"],
    ["ada-2", "ready"],
    ["eu-1-2", "blocked"],
  ])
    expect(await api.call(`DELETE ${path}/jobs/${id}`, [200, responses.cancelResult], { token })).toMatchObject({
      was,
    });
  expect(await queue.counts()).toMatchObject({ leased: 0, ready: 3, blocked: 1, totals: { cancelled: 3 } });
});

test("a token cancels nothing in a queue without groups", async () => {
  const queue = freshQueue<unknown>();
  await queue.enqueue(1, { id: "a" });
  await api.expectProblem(`DELETE /v1/queues/${queue.name}/jobs/a`, [404, "not_found"], { token });
  expect(await queue.counts()).toMatchObject({ ready: 1 });
});

test("a token reads the numbers of its groups, and a token for ids those of no group", async () => {
  const { path } = await createGroups();
  expect(await api.call(`GET ${path}/groups/ada`, [200, groupResponses.group], { token })).toMatchObject({
    blocked: 1,
  });
  for (const [sent, group] of [
    [token, "bob"],
    [named.token, "ada"],
    [byId.token, "ada"],
  ])
    await api.expectProblem(`GET ${path}/groups/${group}`, [403, "forbidden"], { token: sent });
});

// The routes that check groups; the others do not know the group of what they return or change.
const CHECKED = ["enqueue", "getGroup", "getJob", "explainJob", "cancelJob"];
const WITHOUT_SUBJECT = ["getToken", "openapi"];

test("a token is refused by each other route", async () => {
  const { queue } = await createGroups();
  const values = { queue: queue.name, receipt: await api.issueReceipt(queue.name, 1) };
  for (const operation of OPERATIONS.filter(({ scopes }) => scopes)) {
    if (CHECKED.includes(operation.id) || WITHOUT_SUBJECT.includes(operation.id)) continue;
    const queueName = isItemOperation(operation) ? "items" : queue.name;
    const path = operationPath(operation, {
      queue: queueName,
      id: "ada-1",
      group: "ada",
      schedule: "s",
      operation: "o",
    });
    const sent = operation.body ? { token, body: exampleBody(operation, values) } : { token };
    const query = operation.id === "listJobs" ? "?state=ready" : "";
    const { status } = await api.send(`${operation.method.toUpperCase()} ${path}${query}`, sent);
    expect([operation.id, status]).toEqual([operation.id, 403]);
  }
});

test("a token reads the groups to which it is restricted", async () => {
  const own = await api.call("GET /v1/token", [200, tokenResponses.ownToken], { token });
  expect(own.groups).toEqual(["ada", "eu-*"]);
});

test("a token that is restricted to groups can be stored and listed", async () => {
  const stored = await createApi({ prefix: `groups-${crypto.randomUUID()}`, storedTokens: true });
  const body = { name: "web", scopes: ["produce"], groups: ["ada"] };
  const created = await stored.call("POST /v1/tokens", [201, tokenResponses.createdToken], { body });
  const { tokens } = await stored.call("GET /v1/tokens", [200, tokenResponses.tokenList]);
  expect(tokens.find(({ name }) => name === "web")).toMatchObject({ groups: ["ada"] });
  const sent = { token: created.token, body: { data: 1, group: "bob" } };
  await stored.expectProblem("POST /v1/queues/q/jobs", [403, "forbidden"], sent);
});
