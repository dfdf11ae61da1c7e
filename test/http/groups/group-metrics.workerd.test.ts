// The groups of queues in /metrics and in the responses about queues.
import { expect, test } from "vitest";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import { freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { createApi } from "../kit/api.ts";

test("metrics have the numbers of groups for queues with groups, and never a group's name", async () => {
  const prefix = `${testPrefix()}:${freshName()}`;
  const { send, call } = await createApi({ prefix });
  const queue = freshQueue<unknown>({ prefix, groups: { concurrency: 1 } }, "grouped");
  await queue.enqueueMany(["1", "2", "3"].map((id) => ({ data: id, id, group: "s3cret-group" })));
  await queue.setGroup("s3cret-other", { paused: true });
  await freshQueue<unknown>({ prefix }, "plain").enqueue(1);
  const metrics = await (await send("GET /metrics")).text();
  expect(metrics).not.toContain("s3cret");
  const lines = metrics.split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'leasehold_jobs{queue="grouped",state="blocked"} 2',
      'leasehold_jobs{queue="plain",state="blocked"} 0',
      "# TYPE leasehold_groups gauge",
      'leasehold_groups{queue="grouped",state="active"} 1',
      'leasehold_groups{queue="grouped",state="blocked"} 1',
      'leasehold_groups{queue="grouped",state="paused"} 1',
    ]),
  );
  const longest = lines.filter((line) => line.startsWith("leasehold_groups_longest_blocked_seconds"));
  expect(longest).toEqual([
    expect.stringMatching(/^leasehold_groups_longest_blocked_seconds\{queue="grouped"\} \d+(\.\d+)?$/),
  ]);
  expect(metrics).not.toMatch(/leasehold_groups[^ ]*\{queue="plain"/);
  const groups = { active: 1, blocked: 1, paused: 1, longestBlocked: expect.any(Number) };
  expect(await call("GET /v1/queues/grouped", [200, responses.queue])).toMatchObject({ blocked: 2, groups });
  const { queues } = await call("GET /v1/queues", [200, responses.queuePage]);
  expect(queues).toMatchObject([{ name: "grouped", groups }, { name: "plain" }]);
  expect(queues[1]).not.toHaveProperty("groups");
});
