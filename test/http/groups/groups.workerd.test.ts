// Groups and limits over HTTP: jobs with groups, the numbers and limits of groups, and the limits of queues.
import { expect, test } from "vitest";
import { explanation } from "../../../src/http/responses/explanation-schema.ts";
import * as groupResponses from "../../../src/http/responses/group-schemas.ts";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import { freshName, freshQueue } from "../../setup/queue.ts";
import { createApi, createToken } from "../kit/api.ts";

const see = await createToken(["see"]);
const api = await createApi({ tokens: [see.access] });

/** Creates a queue in which each group runs one job at a time, with jobs named by their group and a number, such as "a1". */
async function createGroups(...ids: string[]) {
  const queue = freshQueue<unknown>({ groups: { concurrency: 1 } });
  await queue.enqueueMany(ids.map((id) => ({ data: id, id, group: id.slice(0, 1) })));
  const path = `/v1/queues/${queue.name}`;
  const lease = async () => (await api.call(`POST ${path}/lease`, [200, responses.leaseResult], LEASE)).jobs;
  const setGroup = (group: string, body: object) =>
    api.call(`PATCH ${path}/groups/${group}`, [200, groupResponses.setLimitsResult], { body });
  const readGroup = (group: string) => api.call(`GET ${path}/groups/${group}`, [200, groupResponses.group]);
  const listGroups = (query = "") => api.call(`GET ${path}/groups${query}`, [200, groupResponses.groupPage]);
  return { queue, path, lease, setGroup, readGroup, listGroups };
}

const LEASE = { body: { count: 100 } };

test("a job has its group and its cost in the responses about it", async () => {
  const { path, queue } = await createGroups();
  await queue.setLimits({ groups: { concurrency: 1 } });
  const body = [
    { data: 1, id: "a", group: "g", cost: 3 },
    { data: 2, id: "b", group: "g" },
    { data: 3, id: "plain" },
  ];
  const { jobs } = await api.call(`POST ${path}/jobs`, [201, responses.enqueueResult], { body });
  expect(jobs.map(({ state }) => state)).toEqual(["ready", "blocked", "ready"]);
  expect(await api.call(`GET ${path}`, [200, responses.queue])).toMatchObject({ ready: 2, blocked: 1 });
  const blocked = await api.call(`GET ${path}/jobs?state=blocked`, [200, responses.jobPage]);
  expect(blocked).toMatchObject({ total: 1, jobs: [{ id: "b", state: "blocked", group: "g" }] });
  const { jobs: leased } = await api.call(`POST ${path}/lease`, [200, responses.leaseResult], LEASE);
  expect(leased.map(({ id, group, cost }) => [id, group, cost])).toEqual([
    ["a", "g", 3],
    ["plain", undefined, undefined],
  ]);
  expect(await api.call(`GET ${path}/jobs/a`, [200, responses.job])).toMatchObject({ group: "g", cost: 3 });
  const plain = await api.call(`GET ${path}/jobs/plain`, [200, responses.job]);
  expect([plain.group, plain.cost]).toEqual([undefined, undefined]);
});

test("a repeated lease with its key gets the groups of its jobs again", async () => {
  const { path, queue } = await createGroups("a1", "b1");
  const sent = { body: { count: 1 }, headers: { "Idempotency-Key": "k" } };
  const lease = () => api.call(`POST ${path}/lease`, [200, responses.leaseResult], sent);
  const first = await lease();
  expect(first.jobs).toMatchObject([{ id: "a1", group: "a" }]);
  expect((await lease()).jobs).toMatchObject([{ id: "a1", group: "a", fence: first.jobs[0]?.fence }]);
  const [job] = (await queue.lease()).jobs;
  await job?.release();
  expect((await queue.lease()).jobs).toMatchObject([{ id: "b1", group: "b", cost: 1, attempt: 2 }]);
});

test.each([[{ group: "" }], [{ group: "x".repeat(129) }], [{ group: "a\nb" }], [{ cost: 0 }], [{ cost: 1.5 }]])(
  "a job with %j is refused",
  async (more) => {
    const { path, queue } = await createGroups();
    await api.expectProblem(`POST ${path}/jobs`, [400, "invalid_argument"], { body: { data: 1, ...more } });
    expect(await queue.counts()).toMatchObject({ ready: 0, totals: { enqueued: 0 } });
  },
);

test("an explanation names the limit that holds a job back, and to readers the holders of the slots", async () => {
  const { path, lease } = await createGroups("a1", "a2", "a3");
  await lease();
  const explain = (token: string) => api.call(`GET ${path}/jobs/a3/explain`, [200, explanation], { token });
  const all = await explain(api.token);
  expect(all).toMatchObject({
    state: "blocked",
    group: "a",
    placeInGroup: expect.any(Number),
    heldBackBy: {
      limit: "group_concurrency",
      since: expect.any(Number),
      waitsSince: expect.any(Number),
      holders: ["a1"],
    },
  });
  expect(all.why).toContain('"a1"');
  const seen = await explain(see.token);
  expect(seen.heldBackBy).toEqual({
    limit: "group_concurrency",
    since: all.heldBackBy?.since,
    waitsSince: all.heldBackBy?.waitsSince,
  });
  expect(seen.why).not.toContain("a1");
});

test("groups are listed page by page, those with blocked jobs first", async () => {
  const { listGroups, setGroup, lease } = await createGroups("a1", "a2", "b1");
  await setGroup("c", { concurrency: 7 });
  await lease();
  const page = await listGroups("?limit=1000");
  const names: string[] = page.groups.map(({ name }) => name);
  for (let { cursor } = page; cursor !== undefined; ) {
    const next = await listGroups(`?limit=1000&cursor=${encodeURIComponent(cursor)}`);
    names.push(...next.groups.map(({ name }) => name));
    cursor = next.cursor;
  }
  expect(names).toEqual(["a", "c", "b"]);
  expect(page.groups[0]).toEqual({ name: "a", held: 1, blocked: 1, paused: false, concurrency: 1 });
  const blocked = await listGroups("?blocked=1&limit=1000");
  expect([blocked.groups.map(({ name }) => name), blocked.cursor]).toEqual([["a"], undefined]);
});

test.each(["?blocked=yes", "?cursor=4%200", "?cursor=1", "?limit=0"])(
  "a list of groups with the query %s is refused",
  async (query) => {
    const { path } = await createGroups("a1");
    await api.expectProblem(`GET ${path}/groups${query}`, [400, "invalid_argument"]);
  },
);

// A client sends the names percent-encoded.
test.each([
  "shop/eu/7",
  "a b",
  "café 💩 日本",
  "a+b@example.com",
  "100%",
  "a&b=c",
  "jobs",
  "..x",
  "<b>",
  "x".repeat(128),
])("a group may have the name %s in a path", async (name) => {
  const { path, lease, setGroup, readGroup, listGroups } = await createGroups();
  const group = encodeURIComponent(name);
  const body = ["1", "2", "3"].map((id) => ({ data: id, id, group: name }));
  await api.call(`POST ${path}/jobs`, [201, responses.enqueueResult], { body });
  expect(await setGroup(group, { paused: true, until: "5m" })).toEqual({ version: expect.any(Number) });
  expect(await readGroup(group)).toMatchObject({ name, blocked: 2, paused: true, pausedUntil: expect.any(Number) });
  expect((await listGroups()).groups).toMatchObject([{ name, paused: true }]);
  expect(await lease()).toEqual([]);
  const cancelled = await api.call(`DELETE ${path}/groups/${group}/jobs`, [200, groupResponses.cancelGroupResult]);
  expect(cancelled).toEqual({ cancelled: 3 });
});

test.each(["..", "a/../b", "a//b", "a?b", "a#b", "a%41b", "a ", "a/jobs"])(
  "a group that a gateway could take for another path, %s, is refused",
  async (name) => {
    const { path, queue } = await createGroups("a1");
    await api.expectProblem(`POST ${path}/jobs`, [400, "invalid_argument"], { body: { data: 1, group: name } });
    await expect(queue.enqueue(1, { group: name })).rejects.toMatchObject({ code: "invalid_argument" });
    // A client resolves dots in a path itself, encoded or not.
    if (name === "..") return;
    const group = `${path}/groups/${encodeURIComponent(name)}`;
    await api.expectProblem(`GET ${group}`, [400, "invalid_argument"]);
    await api.expectProblem(`PATCH ${group}`, [400, "invalid_argument"], { body: { paused: true } });
    await api.expectProblem(`DELETE ${group}/jobs`, [400, "invalid_argument"]);
    expect(await queue.counts()).toMatchObject({ ready: 1 });
    expect(await queue.group("a")).toMatchObject({ paused: false });
  },
);

test("only readers see the id of a group's next job, with which they could read the job", async () => {
  const { path, readGroup } = await createGroups("a1", "a2");
  expect(await readGroup("a")).toMatchObject({ next: "a1", blocked: 1 });
  const seen = await api.call(`GET ${path}/groups/a`, [200, groupResponses.group], { token: see.token });
  expect(seen).toEqual({ name: "a", held: 0, blocked: 1, paused: false, concurrency: 1 });
});

test("limits of a group of its own replace those of the queue until they are set to null", async () => {
  const { lease, setGroup, readGroup } = await createGroups("a1", "a2", "a3");
  expect((await lease()).map(({ id }) => id)).toEqual(["a1"]);
  await setGroup("a", { concurrency: 2, rate: { limit: 100, per: "1m" } });
  expect(await readGroup("a")).toMatchObject({ concurrency: 2, rate: { limit: 100, per: 60_000, burst: 10 } });
  expect((await lease()).map(({ id }) => id)).toEqual(["a2"]);
  expect(await setGroup("a", { concurrency: null, rate: null })).toEqual({ version: 0 });
  const group = await readGroup("a");
  expect([group.concurrency, group.rate, group.version]).toEqual([1, undefined, undefined]);
});

test("a pause ends at a time or after a duration, or when the group is resumed", async () => {
  const { lease, setGroup, readGroup } = await createGroups("a1");
  const until = Date.now() + 3_600_000;
  await setGroup("a", { paused: true, until });
  expect(await readGroup("a")).toMatchObject({ paused: true, pausedUntil: until });
  await setGroup("a", { paused: true });
  expect((await readGroup("a")).pausedUntil).toBeUndefined();
  expect(await lease()).toEqual([]);
  await setGroup("a", { paused: false });
  expect((await lease()).map(({ id }) => id)).toEqual(["a1"]);
});

test.each([
  [{ until: "5m" }],
  [{ paused: true, until: 1 }],
  [{ paused: true, until: "soon" }],
  [{ concurrency: 0 }],
  [{ rate: { limit: 1 } }],
  [{ rate: { limit: 1, per: "1m", extra: 1 } }],
  [{ cost: 1 }],
])("the change %j of a group is refused", async (body) => {
  const { path, readGroup } = await createGroups("a1");
  await api.expectProblem(`PATCH ${path}/groups/a`, [400, "invalid_argument"], { body });
  expect((await readGroup("a")).version).toBeUndefined();
});

test("a change of limits that have another version than the expected one changes nothing", async () => {
  const { path, setGroup, readGroup } = await createGroups("a1");
  const { version } = await setGroup("a", { concurrency: 2, ifVersion: 0 });
  const patch = `PATCH ${path}/groups/a`;
  const { detail } = await api.expectProblem(patch, [409, "conflict"], { body: { concurrency: 3, ifVersion: 0 } });
  expect(detail).toContain(String(version));
  expect(await readGroup("a")).toMatchObject({ concurrency: 2, version });
  const other = { body: { concurrency: 3, ifVersion: 5 } };
  await api.expectProblem(`PATCH ${path}/groups/new`, [409, "conflict"], other);
  await api.expectProblem(`PUT ${path}/limits`, [409, "conflict"], other);
  expect(await api.call(`GET ${path}/limits`, [200, groupResponses.queueLimits])).toMatchObject({ version: 1 });
});

test("the limits of a queue are replaced as a whole, and hold for the next lease", async () => {
  const name = freshName();
  const path = `/v1/queues/${name}`;
  const limits = () => api.call(`GET ${path}/limits`, [200, groupResponses.queueLimits]);
  const set = (body: object) => api.call(`PUT ${path}/limits`, [200, groupResponses.setLimitsResult], { body });
  expect(await limits()).toEqual({ version: 0 });
  const groups = { ordered: "stop", rate: { limit: 10, per: "1s", burst: 2 } };
  expect(await set({ groups, concurrency: 2, ifVersion: 0 })).toEqual({ version: 1 });
  expect(await limits()).toEqual({
    version: 1,
    concurrency: 2,
    groups: { ordered: "stop", rate: { limit: 10, per: 1_000, burst: 2 } },
  });
  const queue = freshQueue<unknown>({}, name);
  expect(await queue.limits()).toEqual(await limits());
  await queue.enqueueMany(["1", "2", "3"].map((id) => ({ data: id, id })));
  const lease = async () => (await api.call(`POST ${path}/lease`, [200, responses.leaseResult], LEASE)).jobs;
  expect((await lease()).map(({ id }) => id)).toEqual(["1", "2"]);
  expect(await set({})).toEqual({ version: 2 });
  expect(await limits()).toEqual({ version: 2 });
  expect((await lease()).map(({ id }) => id)).toEqual(["3"]);
});

test.each([[{ groups: { ordered: "yes" } }], [{ groups: { ordered: true, concurrency: 2 } }], [{ limitsVersion: 2 }]])(
  "the limits %j of a queue are refused",
  async (body) => {
    const path = `/v1/queues/${freshName()}`;
    await api.expectProblem(`PUT ${path}/limits`, [400, "invalid_argument"], { body });
    expect(await api.call(`GET ${path}/limits`, [200, groupResponses.queueLimits])).toEqual({ version: 0 });
  },
);

test("the limits in the settings of a queue are those of its workers over HTTP", async () => {
  const name = freshName();
  const { call } = await createApi({ queues: { [name]: { groups: { concurrency: 1 }, limitsVersion: 3 } } });
  const path = `/v1/queues/${name}`;
  const body = ["1", "2"].map((id) => ({ data: id, id, group: "g" }));
  await call(`POST ${path}/jobs`, [201, responses.enqueueResult], { body });
  const { jobs } = await call(`POST ${path}/lease`, [200, responses.leaseResult], LEASE);
  expect(jobs.map(({ id }) => id)).toEqual(["1"]);
  const limits = await call(`GET ${path}/limits`, [200, groupResponses.queueLimits]);
  expect(limits).toEqual({ groups: { concurrency: 1 }, version: 3 });
});

test("a handler is woken after a change that may let jobs start, and not after a pause", async () => {
  const woken: string[] = [];
  const { send } = await createApi({ onEnqueued: (queue) => void woken.push(queue) });
  const name = freshName();
  const group = `/v1/queues/${name}/groups/a`;
  await send(`PATCH ${group}`, { body: { paused: true } });
  expect(woken).toEqual([]);
  await send(`PATCH ${group}`, { body: { paused: false } });
  expect(woken).toEqual([name]);
  await send(`PUT /v1/queues/${name}/limits`, { body: { concurrency: 2 } });
  expect(woken).toEqual([name, name]);
});

test("a cancelled job that has stopped its group lets the group go on, and wakes a handler", async () => {
  const woken: string[] = [];
  const { send } = await createApi({ onEnqueued: (name) => void woken.push(name) });
  const queue = freshQueue<unknown>({ groups: { ordered: "stop" } });
  await queue.enqueueMany(["1", "2"].map((id) => ({ data: id, id, group: "g" })));
  const [job] = (await queue.lease()).jobs;
  await job?.fail("no");
  const response = await send(`DELETE /v1/queues/${queue.name}/jobs/1`);
  expect(await response.json()).toEqual({ id: "1", ok: true, was: "failed" });
  expect(woken).toEqual([queue.name]);
  expect((await queue.lease()).jobs).toMatchObject([{ id: "2" }]);
});
