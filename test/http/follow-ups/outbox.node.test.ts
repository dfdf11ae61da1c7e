// The outbox over HTTP: follow-ups that another queue cannot receive.
import { expect, test } from "vitest";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import * as scheduleResponses from "../../../src/http/responses/schedule-schemas.ts";
import { freshQueue } from "../../setup/queue.ts";
import { createApi } from "../kit/api.ts";

const api = await createApi();

test("follow-ups for a queue that is full are listed, and counted with the queue", async () => {
  const queue = freshQueue<unknown>();
  const target = freshQueue<unknown>({ maxLength: 1 });
  await target.enqueue("full");
  await queue.enqueue(1);
  const then = ["a", "b", "c"].map((id) => ({ queue: target, id, data: id }));
  await (await queue.lease()).jobs[0]?.complete(undefined, { then });
  const path = `/v1/queues/${queue.name}`;
  const page = await api.call(`GET ${path}/outbox?limit=2`, [200, scheduleResponses.outboxPage]);
  expect(page).toEqual({
    jobs: ["a", "b"].map((id) => ({ id, queue: target.name, since: expect.any(Number) })),
    total: 3,
    cursor: expect.any(String),
  });
  const next = await api.call(`GET ${path}/outbox?cursor=${page.cursor}`, [200, scheduleResponses.outboxPage]);
  expect(next.jobs.map(({ id }) => id)).toEqual(["c"]);
  expect(await api.call(`GET ${path}`, [200, responses.queue])).toMatchObject({
    outbox: { waiting: 3, longest: expect.any(Number) },
  });
});

test("an outbox without entries is an empty page", async () => {
  const queue = freshQueue<unknown>();
  await queue.enqueue(1);
  const path = `/v1/queues/${queue.name}`;
  expect(await api.call(`GET ${path}/outbox`, [200, scheduleResponses.outboxPage])).toEqual({ jobs: [], total: 0 });
  expect((await api.call(`GET ${path}`, [200, responses.queue])).outbox).toBeUndefined();
});

test.each(["?limit=0", "?cursor=x"])("a list of the outbox with the query %s is refused", async (query) => {
  await api.expectProblem(`GET /v1/queues/${freshQueue().name}/outbox${query}`, [400, "invalid_argument"]);
});
