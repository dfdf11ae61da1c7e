// The slots of schedules and the outbox in /metrics, and in the responses about queues.
import { expect, test } from "vitest";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import { Clock, freshName, freshQueue, testPrefix } from "../../setup/queue.ts";
import { createApi } from "../kit/api.ts";

const MINUTE = 60_000;

test("metrics have the slots of queues with schedules, and the outbox of each queue", async () => {
  const prefix = `${testPrefix()}:${freshName()}`;
  const { send, call } = await createApi({ prefix });
  const clock = new Clock();
  clock.time = Math.floor(Date.now() / MINUTE) * MINUTE;
  const queue = freshQueue<unknown>({ prefix, now: clock.now }, "reports");
  await queue.schedule("a", { every: "1m" }, { data: 1, catchUp: "2m" });
  await queue.schedule("b", { every: "1m" }, { data: 1, overlap: "allow", maxCatchUp: 1 });
  clock.pass(3 * MINUTE + 500);
  await queue.clean();
  const full = freshQueue<unknown>({ prefix, maxLength: 1 }, "full");
  await full.enqueue(1);
  const plain = freshQueue<unknown>({ prefix }, "plain");
  await plain.enqueue(1);
  await (await plain.lease()).jobs[0]?.complete(1, { then: [{ queue: full, data: 1 }] });
  const metrics = (await (await send("GET /metrics")).text()).split("\n");
  expect(metrics).toEqual(
    expect.arrayContaining([
      "# TYPE leasehold_schedules_lateness_seconds gauge",
      'leasehold_schedules_lateness_seconds{queue="reports"} 60.5',
      "# TYPE leasehold_schedules_fired_total counter",
      // Of a: the first slot is missed, the second one is caught up, and the third one is skipped. Of b: the last one is caught up.
      'leasehold_schedules_fired_total{queue="reports"} 2',
      'leasehold_schedules_missed_total{queue="reports"} 3',
      'leasehold_schedules_skipped_total{queue="reports"} 1',
      'leasehold_outbox{queue="reports"} 0',
      'leasehold_outbox{queue="plain"} 1',
    ]),
  );
  const longest = metrics.find((line) => line.startsWith('leasehold_outbox_longest_waiting_seconds{queue="plain"}'));
  expect(longest).toMatch(/ \d+(\.\d+)?$/);
  expect(metrics.filter((line) => /^leasehold_schedules_.*(plain|full)/.test(line))).toEqual([]);
  expect(await call("GET /v1/queues/reports", [200, responses.queue])).toMatchObject({
    schedules: { fired: 2, missed: 3, skipped: 1, lateness: 60_500 },
  });
  expect(await call("GET /v1/queues/plain", [200, responses.queue])).not.toHaveProperty("schedules");
});
