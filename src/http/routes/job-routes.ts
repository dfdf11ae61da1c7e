// The routes that enqueue, read and cancel jobs.
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { isForGroup } from "../../access/token.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { enqueueWaiting } from "../../queue/flows/enqueue-waiting.ts";
import { explain } from "../../queue/inspect/explain.ts";
import { listJobs } from "../../queue/inspect/list.ts";
import { findJob } from "../../queue/inspect/read-job.ts";
import { waitForEnd } from "../../queue/inspect/wait.ts";
import { enqueueMany } from "../../queue/jobs/enqueue.ts";
import { cancel } from "../../queue/operate/cancel.ts";
import { admittedQueue } from "../guards/admitted-queue.ts";
import { allow, allowForGroups } from "../guards/allow.ts";
import { redactErrors } from "../guards/redact-errors.ts";
import { runWait } from "../guards/waiting-requests.ts";
import { exactJson, jsonWith, respondWithJobs, respondWithJson, storedJson } from "../json/stored-json.ts";
import { idempotencyHeader, idempotencyKeyOf } from "../requests/idempotency-key.ts";
import { toOptionalNumber, toWaitMilliseconds } from "../requests/query-values.ts";
import { listQuery, newJobs, waitQuery } from "../requests/request-schemas.ts";
import { validateNewJobs } from "../requests/validate-new-jobs.ts";
import { validateBody, validateQuery } from "../requests/validate-request.ts";
import type { explanation } from "../responses/explanation-schema.ts";
import { notFound, problem } from "../responses/problem.ts";
import type * as responses from "../responses/response-schemas.ts";
import type { AppEnv } from "../service/app-env.ts";
import { redactedPathsOf } from "../service/redaction.ts";
import { runOnQueue } from "../service/requested-queue.ts";

const NO_JOB = "No job has this id now.";

type JobOutcome = v.InferOutput<typeof responses.jobOutcome>;

/** Returns the routes under /queues/:queue/jobs that take no receipt. */
export function jobRoutes() {
  return new Hono<AppEnv>()
    .post("/queues/:queue/jobs", allowForGroups("produce"), idempotencyHeader, validateBody(newJobs), async (c) => {
      const body = c.req.valid("json");
      const queue = await admittedQueue(c);
      const request = await idempotencyKeyOf(c);
      const { idempotencyKey: key } = request;
      const deriveId = key === undefined ? undefined : (i: number) => `${key}.${i}`;
      const validJobs = validateNewJobs(c, { jobs: Array.isArray(body) ? body : [body], deriveId });
      const isExact = c.get("isExact") && queue.codec === storedJson;
      const context = isExact ? queue.with({ codec: exactJson }) : queue;
      const enqueue = validJobs.some(({ after }) => after) ? enqueueWaiting : enqueueMany;
      const jobs = await queue.labelErrors(() => enqueue(context, validJobs, request));
      const isCreated = jobs.some(({ created }) => created);
      if (jobs.some(({ outcome }) => outcome !== "kept")) c.get("service").notifyEnqueued(c, queue.name);
      return c.json<v.InferOutput<typeof responses.enqueueResult>, 200 | 201>({ jobs }, isCreated ? 201 : 200);
    })
    .get("/queues/:queue/jobs", allow("read"), validateQuery(listQuery), async (c) => {
      const { state, cursor, limit } = c.req.valid("query");
      const page = await runOnQueue(c, listJobs, state, withoutUndefined({ cursor, limit: toOptionalNumber(limit) }));
      return respondWithJobs<v.InferOutput<typeof responses.jobPage>>(c, withoutUndefined(page), {
        redacted: redactedPathsOf(c),
      });
    })
    .get("/queues/:queue/jobs/:id", allowForGroups("read", "see"), async (c) => {
      const job = await runOnQueue(c, findJob, c.req.param("id"));
      if (!job || !isForGroup(c.get("access"), job.group))
        return notFound(c, `${NO_JOB} The route explain states why.`);
      const { data, ...others } = redactErrors(c, job);
      return respondWithJson<v.InferOutput<typeof responses.job>>(
        c,
        jsonWith("data", data, { others, redacted: redactedPathsOf(c) }),
      );
    })
    .get("/queues/:queue/jobs/:id/explain", allowForGroups("read", "see"), async (c) => {
      const access = c.get("access");
      const options = { hidesHolders: !access.scopes.includes("read") };
      const explained = redactErrors(c, await runOnQueue(c, explain, c.req.param("id"), options));
      // The group of a job that is gone is not known.
      if (!isForGroup(access, explained.group)) return notFound(c, NO_JOB);
      return c.json<v.InferOutput<typeof explanation>, 200>(explained, 200);
    })
    .get("/queues/:queue/jobs/:id/result", allow("read", "see"), validateQuery(waitQuery), async (c) => {
      const timeout = toWaitMilliseconds(c.req.valid("query").wait ?? "0");
      const outcome = await runWait(c, timeout, (signal) =>
        runOnQueue(c, waitForEnd, c.req.param("id"), { timeout, signal, decode: storedJson.decode }),
      );
      switch (outcome.state) {
        case "unknown":
          return notFound(c, "No job and no stored ending has this id.");
        case "timeout":
          return c.json<v.InferOutput<typeof responses.pendingOutcome>, 202>({ state: "pending" }, 202);
        case "done":
          return respondWithJson<JobOutcome>(
            c,
            jsonWith("result", outcome.result, { others: { state: outcome.state }, redacted: redactedPathsOf(c) }),
          );
        default:
          return c.json<JobOutcome, 200>(redactErrors(c, outcome), 200);
      }
    })
    .delete("/queues/:queue/jobs/:id", allowForGroups("operate", "cancel"), async (c) => {
      const { groups } = c.get("access");
      const [outcome] = await runOnQueue(c, cancel, c.req.param("id"), withoutUndefined({ groups }));
      if (outcome?.ok) {
        // A failed job that is cancelled has held its group back, which goes on now.
        if (outcome.was === "failed") c.get("service").notifyEnqueued(c, c.req.param("queue"));
        return c.json<v.InferOutput<typeof responses.cancelResult>, 200>(outcome, 200);
      }
      if (outcome?.reason === "unknown") return notFound(c, NO_JOB);
      return problem(c, {
        status: 409,
        code: "conflict",
        detail: `The job has ended: its state is ${outcome?.reason}.`,
      });
    });
}
