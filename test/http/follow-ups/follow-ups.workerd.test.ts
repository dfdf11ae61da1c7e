// Follow-ups over HTTP, and the rights of the token that they need.
import { expect, test } from "vitest";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import { freshName, freshQueue } from "../../setup/queue.ts";
import { createApi, createQueue, createToken } from "../kit/api.ts";

const here = freshName();
const consumer = await createToken(["consume"]);
const narrow = await createToken(["consume", "produce"], [here]);
const cheap = await createToken(["consume", "produce"]);
const notified: string[] = [];
const api = await createApi({
  tokens: [consumer.access, narrow.access, { ...cheap.access, limits: { maxCost: 2, queues: 0 } }],
  onEnqueued: (queue) => void notified.push(queue),
});

/** Enqueues and leases a job. Returns the routes of the job, and its receipt. */
async function leaseJob(name = freshName()) {
  const queue = freshQueue<unknown>({}, name);
  await queue.enqueue(1, { id: "mine-a" });
  const path = `/v1/queues/${name}`;
  const lease = await api.call(`POST ${path}/lease`, [200, responses.leaseResult], {});
  return { queue, path, job: `POST ${path}/jobs/mine-a`, receipt: lease.jobs[0]?.receipt ?? "" };
}

test("complete and fail add follow-ups, in the queue and in others, and notify the app of them", async () => {
  const { queue, path, job, receipt } = await leaseJob();
  const next = freshQueue<unknown>();
  const then = [
    { data: { n: 1 }, id: "b", priority: 1 },
    { data: 12345678901234567890n.toString(), queue: next.name },
  ];
  const sent = { body: { receipt, result: 1, then }, headers: { "Idempotency-Key": "k" } };
  const done = await api.call(`${job}/complete`, [200, responses.endResult], sent);
  expect(done).toEqual({
    ok: true,
    then: [
      { id: "b", state: "ready", created: true },
      { id: expect.stringMatching(`^${queue.name}\\.`), queue: next.name, state: "outbox", created: true },
    ],
  });
  expect(await api.call(`${job}/complete`, [200, responses.endResult], sent)).toEqual(done);
  expect((await next.list("ready")).jobs.map(({ data }) => data)).toEqual(["12345678901234567890"]);
  expect(notified).toEqual(expect.arrayContaining([queue.name, next.name]));
  const [leased] = (await api.call(`POST ${path}/lease`, [200, responses.leaseResult], {})).jobs;
  expect(leased).toMatchObject({ id: "b", data: { n: 1 } });
  const body = { receipt: leased?.receipt, error: "no", then: [{ data: 1, id: "c" }] };
  await api.call(`POST ${path}/jobs/b/fail`, [200, responses.endResult], { body });
  expect(await queue.counts()).toMatchObject({ ready: 1, failed: 1, totals: { enqueued: 3 } });
});

test("a turn adds follow-ups and leases them", async () => {
  const { path, receipt } = await leaseJob();
  const settle = [{ action: "complete", id: "mine-a", receipt, then: [{ data: 2, group: "g" }] }];
  const turned = await api.call(`POST ${path}/turn`, [200, responses.turnResult], {
    body: { settle, lease: { count: 5 } },
  });
  expect(turned.settled).toMatchObject([{ ok: true, state: "done", then: [{ state: "ready", created: true }] }]);
  expect(turned.jobs).toMatchObject([{ data: 2, group: "g" }]);
});

test("a token adds only jobs that it could enqueue", async () => {
  const other = freshName();
  const cases: [string, object, RegExp][] = [
    [consumer.token, { data: 1 }, /scope produce/],
    [narrow.token, { data: 1, queue: other }, /not valid for the queue of a follow-up/],
    [cheap.token, { data: 1, cost: 3 }, /a cost of 2/],
  ];
  const { queue, job, receipt } = await leaseJob(here);
  for (const [token, followUp, detail] of cases) {
    const problem = await api.expectProblem(`${job}/complete`, [403, "forbidden"], {
      token,
      body: { receipt, then: [followUp] },
    });
    expect(problem.detail).toMatch(detail);
  }
  const body = { receipt, then: [{ data: 1, queue: other }] };
  await api.expectProblem(`${job}/complete`, [429, "limit_reached"], { token: cheap.token, body });
  expect(await queue.counts()).toMatchObject({ leased: 1, totals: { enqueued: 1 } });
});

test("a body with a follow-up that is not one is refused", async () => {
  const { name } = await createQueue();
  const { job, receipt } = await leaseJob(name);
  for (const then of [[{ id: "a" }], {}, [{ data: 1, debounce: { wait: 1 } }], [{ data: 1, queue: "a b" }]])
    await api.expectProblem(`${job}/complete`, [400, "invalid_argument"], { body: { receipt, then } });
});
