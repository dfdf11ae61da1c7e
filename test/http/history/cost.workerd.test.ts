// The cost of a queue over HTTP.
import { expect, test } from "vitest";
import * as queueResponses from "../../../src/http/responses/queue-schemas.ts";
import * as responses from "../../../src/http/responses/response-schemas.ts";
import { freshName } from "../../setup/queue.ts";
import { createApi, createToken } from "../kit/api.ts";

test("the cost of a queue is what this app has sent for it", async () => {
  const limited = await createToken(["read"], ["another"]);
  const { call, expectProblem } = await createApi({ tokens: [limited.access] });
  const [name, idle] = [freshName(), freshName()];
  await call(`POST /v1/queues/${name}/jobs`, [201, responses.enqueueResult], { body: [{ data: 1 }, { data: 2 }] });
  const { jobs = [] } = await call(`POST /v1/queues/${name}/lease`, [200, responses.leaseResult]);
  const [{ id = "", receipt = "" } = {}] = jobs;
  const body = { settle: [{ id, receipt, action: "complete" }] };
  await call(`POST /v1/queues/${name}/turn`, [200, responses.turnResult], { body });
  const cost = await call(`GET /v1/queues/${name}/cost`, [200, queueResponses.cost]);
  expect(cost.jobs).toEqual({ enqueued: 2, ended: 1 });
  expect(cost.operations.turn?.commands).toBeGreaterThanOrEqual(2);
  expect(cost.total.bytesSent).toBeGreaterThan(500);
  // A request for the cost sends nothing that would add to it.
  expect(await call(`GET /v1/queues/${name}/cost`, [200, queueResponses.cost])).toEqual(cost);
  const unused = await call(`GET /v1/queues/${idle}/cost`, [200, queueResponses.cost]);
  expect(unused).toMatchObject({ total: { requests: 0, commands: 0 }, operations: {} });
  await expectProblem(`GET /v1/queues/${name}/cost`, [403, "forbidden"], { token: limited.token });
});
