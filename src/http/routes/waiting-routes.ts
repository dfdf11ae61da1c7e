// The routes of jobs that wait for others, and of batches.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { Batch, startBatch } from "../../queue/flows/batch.ts";
import { listChildren } from "../../queue/flows/children.ts";
import type { QueueContext } from "../../queue/jobs/queue-context.ts";
import { cancel } from "../../queue/operate/cancel.ts";
import { admittedQueue } from "../guards/admitted-queue.ts";
import { allow } from "../guards/allow.ts";
import { exactJson, storedJson } from "../json/stored-json.ts";
import { idempotencyHeader, idempotencyKeyOf } from "../requests/idempotency-key.ts";
import { toOptionalNumber } from "../requests/query-values.ts";
import { emptyRequest, newJobs } from "../requests/request-schemas.ts";
import { validateNewJobs } from "../requests/validate-new-jobs.ts";
import { validateBody, validateQuery } from "../requests/validate-request.ts";
import { childrenQuery, startBatchRequest } from "../requests/waiting-schemas.ts";
import type * as responses from "../responses/response-schemas.ts";
import type * as waitingResponses from "../responses/waiting-schemas.ts";
import type { AppEnv } from "../service/app-env.ts";
import { runOnQueue } from "../service/requested-queue.ts";

const BATCH = "/queues/:queue/batches/:id";

/** Returns the routes of jobs that wait for others. */
export function waitingRoutes() {
  return new Hono<AppEnv>()
    .get("/queues/:queue/jobs/:id/children", allow("read"), validateQuery(childrenQuery), async (c) => {
      const { cursor, limit } = c.req.valid("query");
      const options = withoutUndefined({ cursor, limit: toOptionalNumber(limit) });
      const id = c.req.param("id");
      const { children, cursor: next, ...page } = await runOnQueue(c, listChildren, id, options);
      const body = withoutUndefined({ id, ...page, children: children.map(withoutUndefined), cursor: next });
      return c.json<v.InferOutput<typeof waitingResponses.childrenPage>, 200>(body, 200);
    })
    .post("/queues/:queue/batches", allow("produce"), idempotencyHeader, validateBody(startBatchRequest), async (c) => {
      const { ended, succeeded } = c.req.valid("json");
      const queue = await admittedQueue(c);
      const request = await idempotencyKeyOf(c);
      const [first, second] = [ended, succeeded].map((job, i) => {
        const deriveId = request.idempotencyKey === undefined ? undefined : () => `${request.idempotencyKey}.${i}`;
        return job && validateNewJobs(c, { jobs: [job], deriveId })[0];
      });
      const options = { ...request, cancelJobs: cancelJobsOf(queue) };
      const batch = await queue.labelErrors(() =>
        startBatch(exactContextOf(c, queue), withoutUndefined({ ended: first, succeeded: second }), options),
      );
      return c.json<v.InferOutput<typeof waitingResponses.startBatchResult>, 201>({ id: batch.id }, 201);
    })
    .post(`${BATCH}/jobs`, allow("produce"), idempotencyHeader, validateBody(newJobs), async (c) => {
      const body = c.req.valid("json");
      const queue = await admittedQueue(c);
      const request = await idempotencyKeyOf(c);
      const { idempotencyKey: key } = request;
      const deriveId = key === undefined ? undefined : (i: number) => `${key}.${i}`;
      const validJobs = validateNewJobs(c, { jobs: Array.isArray(body) ? body : [body], deriveId });
      const batch = new Batch(exactContextOf(c, queue), c.req.param("id"), cancelJobsOf(queue));
      const jobs = await batch.add(validJobs, request);
      const isCreated = jobs.some(({ created }) => created);
      if (isCreated) c.get("service").notifyEnqueued(c, queue.name);
      return c.json<v.InferOutput<typeof responses.enqueueResult>, 200 | 201>({ jobs }, isCreated ? 201 : 200);
    })
    .post(`${BATCH}/seal`, allow("produce"), validateBody(emptyRequest), async (c) => {
      await runOnBatch(c, (batch) => batch.seal());
      c.get("service").notifyEnqueued(c, c.req.param("queue"));
      return c.body(null, 204);
    })
    .get(BATCH, allow("read", "see"), async (c) =>
      c.json<v.InferOutput<typeof waitingResponses.batchProgress>, 200>(
        await runOnBatch(c, async (batch) => ({ id: batch.id, ...(await batch.progress()) })),
        200,
      ),
    )
    .delete(BATCH, allow("operate"), async (c) => {
      const cancelled = await runOnBatch(c, (batch) => batch.cancel());
      return c.json<v.InferOutput<typeof waitingResponses.cancelBatchResult>, 200>({ cancelled }, 200);
    });
}

/** Returns the context whose codec stores the payloads of a request unchanged, if they are exact. */
function exactContextOf(c: Context<AppEnv>, queue: QueueContext<unknown>): QueueContext<unknown> {
  return c.get("isExact") && queue.codec === storedJson ? queue.with({ codec: exactJson }) : queue;
}

function cancelJobsOf(queue: QueueContext<unknown>) {
  return (ids: readonly string[]) => cancel(queue, ids);
}

/** Calls an operation on the batch in the path. */
function runOnBatch<R>(c: Context<AppEnv>, operation: (batch: Batch<unknown>) => Promise<R>): Promise<R> {
  const id = c.req.param("id") ?? "";
  return runOnQueue(c, (queue) => operation(new Batch(queue, id, cancelJobsOf(queue))));
}
