// The history of a queue, the last hour of each queue, and the reports of crons over HTTP.
import { expect, test } from "vitest";
import { cleanAll } from "../../../src/cron/clean-all.ts";
import * as queueResponses from "../../../src/http/responses/queue-schemas.ts";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import { Realm } from "../../setup/realm.ts";
import { createApi, createToken } from "../kit/api.ts";

const MINUTE = 60_000;

/** Returns an API over a realm of its own with two queues, "a" with a history and "b" without, whose time is that of Redis. */
async function createApiWithHistory() {
  const realm = new Realm();
  const start = Date.now() - 10 * MINUTE;
  const at = (minutes: number) => ({ ...realm.options, now: () => start + minutes * MINUTE });
  for (const minute of [0, 1, 2]) {
    const queue = realm.queue<number>("a", at(minute));
    await queue.enqueue(minute);
    const { jobs } = await queue.lease();
    await jobs[0]?.complete();
    await queue.clean();
  }
  await realm.queue("b", at(2)).enqueue(1);
  const { token, access } = await createToken(["read"], ["a"]);
  const api = await createApi({ prefix: realm.prefix, tokens: [access] });
  return { ...api, realm, start, limited: token };
}

test("the history of a queue has its samples, without buckets", async () => {
  const { call, expectProblem, start, limited } = await createApiWithHistory();
  const history = await call("GET /v1/queues/a/history", [200, queueResponses.history], { token: limited });
  expect(history.step).toBe(MINUTE);
  expect(history.samples).toEqual(
    [1, 2].map((minute) => ({
      from: start + (minute - 1) * MINUTE,
      to: start + minute * MINUTE,
      states: { ready: 0, delayed: 0, blocked: 0, leased: 0, failed: 0, done: 0 },
      totals: { enqueued: 1, leased: 1, completed: 1, failed: 0, retried: 0 },
      waits: expect.objectContaining({ count: 1, p99: expect.any(Number) }),
      runTimes: expect.objectContaining({ count: 1 }),
    })),
  );
  const from = start + MINUTE;
  const later = await call(`GET /v1/queues/a/history?from=${from}`, [200, queueResponses.history]);
  expect(later.samples).toEqual(history.samples.slice(1));
  const hours = await call("GET /v1/queues/a/history?step=hour", [200, queueResponses.history]);
  expect(hours.step).toBe(60 * MINUTE);
  expect(await call("GET /v1/queues/unused/history", [200, queueResponses.history])).toMatchObject({ samples: [] });
  for (const query of ["step=day", "from=-1", "from=yesterday", "until=1"])
    await expectProblem(`GET /v1/queues/a/history?${query}`, [400, "invalid_argument"]);
  await expectProblem("GET /v1/queues/b/history", [403, "forbidden"], { token: limited });
});

test("the list of queues has the last hour of each queue on request", async () => {
  const { call, limited } = await createApiWithHistory();
  const { queues } = await call("GET /v1/queues?recent=1", [200, responses.queuePage]);
  expect(queues.map(({ name }) => name)).toEqual(["a", "b"]);
  const [a, b] = queues.map((queue) => ("recent" in queue ? queue.recent : undefined));
  const unknown = Array.from({ length: 60 }, () => null);
  expect(a?.completed.filter((count) => count !== null)).toEqual([1, 1]);
  expect(a?.failed.filter((count) => count !== null)).toEqual([0, 0]);
  // The last look was 8 minutes ago.
  expect([a?.completed.length, a?.completed.findLastIndex((count) => count !== null)]).toEqual([60, 51]);
  expect(b).toEqual({ completed: unknown, failed: unknown });
  const plain = await call("GET /v1/queues", [200, responses.queuePage]);
  expect(plain.queues.every((queue) => !("recent" in queue))).toBe(true);
  const own = await call("GET /v1/queues?recent=1", [200, responses.queuePage], { token: limited });
  expect(own.queues).toMatchObject([{ name: "a", recent: a }]);
});

test("the reports of crons are returned without the queues that a token may not read", async () => {
  const { call, realm, limited, expectProblem } = await createApiWithHistory();
  const none = await call("GET /v1/crons", [200, queueResponses.cronReports]);
  expect(none).toEqual({ crons: [] });
  await realm.breakQueue("broken");
  await realm.breakQueue("a");
  await cleanAll("light", { ...realm.options, now: Date.now });
  const { crons } = await call("GET /v1/crons", [200, queueResponses.cronReports]);
  const errors = [
    { queue: "a", code: "other_layout" },
    { queue: "broken", code: "other_layout" },
  ];
  expect(crons).toEqual([expect.objectContaining({ kind: "light", queues: 3, left: [], errors })]);
  expect(Math.abs(Date.now() - (crons[0]?.at ?? 0))).toBeLessThan(MINUTE);
  const own = await call("GET /v1/crons", [200, queueResponses.cronReports], { token: limited });
  const { at = 0, ms = 0 } = crons[0] ?? {};
  expect(own).toEqual({ crons: [{ kind: "light", at, ms, left: [], errors: errors.slice(0, 1) }] });
  const { token, access } = await createToken(["produce", "consume", "operate"]);
  const withoutRead = await createApi({ prefix: realm.prefix, tokens: [access] });
  for (const path of ["/v1/crons", "/v1/queues/a/history", "/v1/queues?recent=1"])
    await withoutRead.expectProblem(`GET ${path}`, [403, "forbidden"], { token });
  await expectProblem("GET /v1/crons", [401, "unauthorized"], { token: "wrong" });
});
