// Cancelling the jobs of a group over HTTP, in parts of a bounded number of requests to Redis.
import { expect, test } from "vitest";
import * as groupResponses from "../../../src/http/responses/group-schemas.ts";
import { freshQueue } from "../../setup/queue.ts";
import { createRecordingAdapter } from "../../setup/recording-adapter.ts";
import { createApi } from "../kit/api.ts";

const PART = [200, groupResponses.cancelGroupResult] as const;

test("a request searches 20,000 delayed jobs at most, and the next one goes on at its cursor", async () => {
  const { redis, scripts } = createRecordingAdapter();
  const api = await createApi({ redis });
  const queue = freshQueue<number>();
  const path = `DELETE /v1/queues/${queue.name}/groups/a%2Fb/jobs`;
  for (let batch = 0; batch < 25; batch++)
    await queue.enqueueMany(
      Array.from({ length: 1_000 }, (_, i) => ({ data: i, group: i === 0 ? "a/b" : "c", delay: 3_600_000 + batch })),
    );
  await queue.enqueueMany([1, 2, 3].map((data) => ({ data, group: "a/b" })));
  scripts.length = 0;
  const first = await api.call(path, [...PART]);
  expect(scripts.length).toBeLessThanOrEqual(42);
  expect(first).toEqual({ cancelled: expect.any(Number), cursor: expect.stringMatching(/^\d{5} /) });
  const second = await api.call(`${path}?cursor=${encodeURIComponent(first.cursor ?? "")}`, [...PART]);
  expect(second).toEqual({ cancelled: 28 - first.cancelled });
  expect(await queue.counts()).toMatchObject({ ready: 0, delayed: 24_975, blocked: 0 });
  expect(await api.call(`${path}?cursor=0`, [...PART])).toMatchObject({ cancelled: 0 });
});

test("a foreign cursor is refused, and cancels nothing", async () => {
  const api = await createApi();
  const queue = freshQueue<number>();
  await queue.enqueue(1, { group: "a" });
  const path = `DELETE /v1/queues/${queue.name}/groups/a/jobs`;
  for (const cursor of ["s3cret", "1", "x".repeat(401)]) {
    const problem = await api.expectProblem(`${path}?cursor=${cursor}`, [400, "invalid_argument"]);
    expect(problem.detail).not.toContain("s3cret");
  }
  expect(await queue.counts()).toMatchObject({ ready: 1 });
});
