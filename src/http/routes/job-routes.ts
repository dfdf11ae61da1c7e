// Putting jobs in, and looking at them.
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { explain } from "../../queue/inspect/explain.ts";
import { list } from "../../queue/inspect/list.ts";
import { get } from "../../queue/inspect/read-job.ts";
import { wait as waitForEnd } from "../../queue/inspect/wait.ts";
import { enqueueMany } from "../../queue/jobs/enqueue.ts";
import { cancel } from "../../queue/operate/cancel.ts";
import { admittedQueue } from "../guards/admitted-queue.ts";
import { allow } from "../guards/allow.ts";
import { withoutErrors } from "../guards/redact-errors.ts";
import { waiting } from "../guards/waits.ts";
import { answerJobs, answerJson, exactJson, jsonWith, storedJson } from "../json/stored-json.ts";
import { idempotencyKeyOf } from "../requests/idempotency-key.ts";
import { idempotency, listQuery, newJobs, waitQuery } from "../requests/request-schemas.ts";
import { body, header, query } from "../requests/validate.ts";
import { permitted } from "../requests/validate-new-jobs.ts";
import { problem } from "../responses/problem.ts";
import type * as responses from "../responses/response-schemas.ts";
import { type AppEnv, run } from "../service/service.ts";
import { durationOf, numberOf } from "./query-values.ts";

const LONGEST_WAIT = 20_000;

type Ended = v.InferOutput<typeof responses.jobOutcome>;

/** The routes under /queues/:queue/jobs that need no lease. */
export function jobRoutes() {
  return new Hono<AppEnv>()
    .post("/queues/:queue/jobs", allow("produce"), header(idempotency), body(newJobs), async (c) => {
      const sent = c.req.valid("json");
      const queue = await admittedQueue(c);
      const again = await idempotencyKeyOf(c);
      const { idempotencyKey: key } = again;
      const nameOf = key === undefined ? undefined : (i: number) => `${key}.${i}`;
      const wanted = permitted(c, queue.name, { jobs: Array.isArray(sent) ? sent : [sent], nameOf });
      const isExact = c.get("isExact") && queue.codec === storedJson;
      const context = isExact ? queue.with({ codec: exactJson }) : queue;
      const jobs = await queue.labelErrors(() => enqueueMany(context, wanted, again));
      const isCreated = jobs.some(({ created }) => created);
      if (isCreated) c.get("service").enqueued(queue.name, c);
      return c.json<v.InferOutput<typeof responses.enqueueResult>, 200 | 201>({ jobs }, isCreated ? 201 : 200);
    })
    .get("/queues/:queue/jobs", allow("read"), query(listQuery), async (c) => {
      const { state, cursor, limit } = c.req.valid("query");
      const page = await run(c, list, state, withoutUndefined({ cursor, limit: numberOf(limit) }));
      return answerJobs<v.InferOutput<typeof responses.jobPage>>(c, withoutUndefined(page));
    })
    .get("/queues/:queue/jobs/:id", allow("read", "see"), async (c) => {
      const job = await run(c, get, c.req.param("id"));
      if (!job)
        return problem(c, {
          status: 404,
          code: "not_found",
          detail: "No job has this id now; explain says what became of it.",
        });
      const { data, ...others } = withoutErrors(c, job);
      return answerJson<v.InferOutput<typeof responses.job>>(c, jsonWith("data", data, others));
    })
    .get("/queues/:queue/jobs/:id/explain", allow("read", "see"), async (c) =>
      c.json<v.InferOutput<typeof responses.explanation>, 200>(
        withoutErrors(c, await run(c, explain, c.req.param("id"))),
        200,
      ),
    )
    .get("/queues/:queue/jobs/:id/result", allow("read", "see"), query(waitQuery), async (c) => {
      const wait = durationOf(c.req.valid("query").wait ?? "0", LONGEST_WAIT);
      const outcome = await waiting(c, wait, (signal) =>
        run(c, waitForEnd, c.req.param("id"), { timeout: wait, signal }, storedJson.decode),
      );
      switch (outcome.state) {
        case "unknown":
          return problem(c, {
            status: 404,
            code: "not_found",
            detail: "No job has this id, and none that had it left a result.",
          });
        case "timeout":
          return c.json<v.InferOutput<typeof responses.pendingOutcome>, 202>({ state: "pending" }, 202);
        case "done":
          return answerJson<Ended>(c, jsonWith("result", outcome.result, { state: outcome.state }));
        default:
          return c.json<Ended, 200>(withoutErrors(c, outcome), 200);
      }
    })
    .delete("/queues/:queue/jobs/:id", allow("operate", "cancel"), async (c) => {
      const [outcome] = await run(c, cancel, c.req.param("id"));
      if (outcome?.ok) return c.json<v.InferOutput<typeof responses.cancelResult>, 200>(outcome, 200);
      if (outcome?.reason === "unknown")
        return problem(c, { status: 404, code: "not_found", detail: "No job has this id now." });
      return problem(c, {
        status: 409,
        code: "conflict",
        detail: `The job has ended already: it is ${outcome?.reason}.`,
      });
    });
}
