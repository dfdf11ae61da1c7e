// The routes of workers: they lease, settle and extend jobs.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import type { Duration } from "../../../base/duration.ts";
import { withoutUndefined } from "../../../base/without-undefined.ts";
import { extendLeases, noteProgress } from "../../../queue/jobs/extend.ts";
import type { Job } from "../../../queue/jobs/job.ts";
import { turn } from "../../../queue/jobs/lease.ts";
import type { LeaseResult } from "../../../queue/jobs/lease-reply.ts";
import { settle } from "../../../queue/jobs/settle.ts";
import type { SettleItem } from "../../../queue/jobs/settle-items.ts";
import type { SettleResult, StaleReason } from "../../../queue/jobs/stored/letters.ts";
import { leaseWaiting } from "../../../queue/work/lease-waiting.ts";
import { allow } from "../../guards/allow.ts";
import { fenceOf, fencesOf, issueReceipts } from "../../guards/request-receipts.ts";
import { runWait } from "../../guards/waiting-requests.ts";
import { respondWithJobs } from "../../json/stored-json.ts";
import { followUpsOf, notifyFollowUps } from "../../requests/follow-ups.ts";
import { idempotencyHeader, idempotencyKeyOf } from "../../requests/idempotency-key.ts";
import { toWaitMilliseconds } from "../../requests/query-values.ts";
import {
  completeRequest,
  extendRequest,
  failRequest,
  leaseRequest,
  progressRequest,
  releaseRequest,
  retryRequest,
  turnRequest,
} from "../../requests/request-schemas.ts";
import { validateBody } from "../../requests/validate-request.ts";
import { problem } from "../../responses/problem.ts";
import type * as responses from "../../responses/response-schemas.ts";
import type { AppEnv } from "../../service/app-env.ts";
import { validateDurations } from "../../service/duration-limits.ts";
import { queueNameOf, runOnQueue } from "../../service/requested-queue.ts";

// Workers receive whole payloads.
const HELD = { redacted: [] };

type Success = v.InferOutput<typeof responses.success>;

/** Returns the routes of workers. */
export function leaseRoutes() {
  return new Hono<AppEnv>()
    .post("/queues/:queue/lease", allow("consume"), idempotencyHeader, validateBody(leaseRequest), async (c) => {
      const { wait: requestedWait = 0, ...options } = c.req.valid("json");
      validateQueueDurations(c, { lease: options.for });
      const request = await idempotencyKeyOf(c);
      const wait = toWaitMilliseconds(requestedWait);
      const leased = await runWait(c, wait, (signal) =>
        runOnQueue(c, leaseWaiting, { ...options, ...request, wait, signal }),
      );
      return respondWithJobs<v.InferOutput<typeof responses.leaseResult>>(c, await leaseResponse(c, leased), HELD);
    })
    .post("/queues/:queue/turn", allow("consume"), idempotencyHeader, validateBody(turnRequest), async (c) => {
      const { settle = [], lease } = c.req.valid("json");
      validateQueueDurations(c, { lease: lease?.for });
      for (const item of settle) if (item.action === "retry") validateQueueDurations(c, { delay: item.delay });
      const fences = await fencesOf(c, settle);
      const items: SettleItem[] = [];
      for (const [i, { id, receipt: _, attempt, ...item }] of settle.entries()) {
        const fence = fences[i];
        if (fence === undefined) continue;
        const job = toJobRef(id, { fence, attempt });
        if (item.action === "retry") items.push({ ...toRetry(item), job });
        else if (item.action === "release") items.push({ ...item, job });
        else items.push({ ...item, job, ...(await followUpsOf(c, item.then)) } as SettleItem);
      }
      const options = { settle: items, ...(lease ? { lease } : {}), ...(await idempotencyKeyOf(c)) };
      const turned = await runOnQueue(c, turn, options);
      notifyFollowUps(c, turned.settled);
      const outcomes = turned.settled.values();
      const settled = settle.map(
        ({ id }, i): SettleResult =>
          fences[i] === undefined ? { id, ok: false, reason: "unknown" } : (outcomes.next().value as SettleResult),
      );
      const body = { settled, ...(await leaseResponse(c, turned)) };
      return respondWithJobs<v.InferOutput<typeof responses.turnResult>>(c, body, HELD);
    })
    .post(
      "/queues/:queue/jobs/:id/complete",
      allow("consume"),
      idempotencyHeader,
      validateBody(completeRequest),
      (c) => {
        const { result, ...proof } = c.req.valid("json");
        return endJob(c, proof, { action: "complete", ...withoutUndefined({ result }) });
      },
    )
    .post("/queues/:queue/jobs/:id/retry", allow("consume"), idempotencyHeader, validateBody(retryRequest), (c) => {
      const { receipt, attempt, ...options } = c.req.valid("json");
      validateQueueDurations(c, { delay: options.delay });
      return settleJob(c, { receipt, attempt }, toRetry({ action: "retry" as const, ...options }));
    })
    .post("/queues/:queue/jobs/:id/fail", allow("consume"), idempotencyHeader, validateBody(failRequest), (c) => {
      const { error, ...proof } = c.req.valid("json");
      return endJob(c, proof, { action: "fail", error });
    })
    .post("/queues/:queue/jobs/:id/release", allow("consume"), idempotencyHeader, validateBody(releaseRequest), (c) => {
      const { receipt, attempt, begun = false } = c.req.valid("json");
      return settleJob(c, { receipt, attempt }, { action: "release", begun });
    })
    .post("/queues/:queue/jobs/:id/extend", allow("consume"), validateBody(extendRequest), async (c) => {
      const { receipt, for: duration, worker } = c.req.valid("json");
      validateQueueDurations(c, { lease: duration });
      const fence = await fenceOf(c, receipt);
      if (fence === undefined) return stale(c);
      const options = { duration, ...withoutUndefined({ worker }) };
      const [outcome] = await runOnQueue(c, extendLeases, [{ id: c.req.param("id"), fence }], options);
      if (!outcome?.ok) return stale(c, outcome?.reason);
      const body = { ok: true, leasedUntil: outcome.leasedUntil } as const;
      return c.json<v.InferOutput<typeof responses.extendResult>, 200>(body, 200);
    })
    .post("/queues/:queue/jobs/:id/progress", allow("consume"), validateBody(progressRequest), async (c) => {
      const { receipt, progress: fraction, ...options } = c.req.valid("json");
      validateQueueDurations(c, { lease: options.extend });
      const fence = await fenceOf(c, receipt);
      if (fence === undefined) return stale(c);
      const outcome = await runOnQueue(c, noteProgress, { id: c.req.param("id"), fence }, { fraction, ...options });
      return outcome.ok ? c.json<Success, 200>({ ok: true }, 200) : stale(c, outcome.reason);
    });
}

/** The receipt of a job, and the number of its attempt. */
type Proof = { receipt: string; attempt?: number | undefined };
type WithoutJob<T> = T extends unknown ? Omit<T, "job"> : never;

/** Completes or fails a job under the fence that the receipt proves, and adds its follow-ups. Responds with 409 if the lease is stale. */
async function endJob(
  c: Context<AppEnv>,
  { receipt, attempt, then }: Proof & Pick<v.InferOutput<typeof completeRequest>, "then">,
  item: WithoutJob<SettleItem>,
) {
  const fence = await fenceOf(c, receipt);
  if (fence === undefined) return stale(c);
  const job = toJobRef(c.req.param("id") ?? "", { fence, attempt });
  const linked = { ...item, job, ...(await followUpsOf(c, then)) } as SettleItem;
  const [outcome] = await runOnQueue(c, settle, [linked], await idempotencyKeyOf(c));
  notifyFollowUps(c, [outcome]);
  if (!outcome?.ok) return stale(c, outcome?.reason);
  return c.json<v.InferOutput<typeof responses.endResult>, 200>(
    { ok: true, ...withoutUndefined({ then: outcome.then }) },
    200,
  );
}

/** Applies one action to a job under the fence that the receipt proves. Responds with 409 if the lease is stale. */
async function settleJob(c: Context<AppEnv>, { receipt, attempt }: Proof, item: WithoutJob<SettleItem>) {
  const fence = await fenceOf(c, receipt);
  if (fence === undefined) return stale(c);
  const job = toJobRef(c.req.param("id") ?? "", { fence, attempt });
  const [outcome] = await runOnQueue(c, settle, [{ ...item, job } as SettleItem], await idempotencyKeyOf(c));
  return outcome?.ok ? c.json<Success, 200>({ ok: true }, 200) : stale(c, outcome?.reason);
}

/** Validates durations of a request against the limits of its queue. */
function validateQueueDurations(
  c: Context<AppEnv>,
  durations: { lease?: Duration | undefined; delay?: Duration | undefined },
): void {
  validateDurations(c.get("service").queues.maxDurationsOf(queueNameOf(c)), durations);
}

/** Returns a retry for the library: `attempt` is false if the retry uses up no attempt. */
function toRetry<R extends { postpone?: boolean }>({ postpone, ...item }: R) {
  return postpone ? { ...item, attempt: false } : item;
}

/** Returns the reference by which a settlement names a leased job. */
function toJobRef(id: string, { fence, attempt }: { fence: number; attempt?: number | undefined }): SettleItem["job"] {
  return { id, fence, ...withoutUndefined({ attempt }) };
}

const DETAILS: Record<StaleReason, string> = {
  completed: "The job is completed.",
  leased_again: "The lease expired, and the job was leased again.",
  cancelled: "The job was cancelled.",
  failed: "The job failed.",
  released: "The job was released.",
  expired: "The job exceeded its time to live.",
  purged: "The job was purged.",
  unknown: "The receipt is unknown, or its job ended long ago.",
};

/** Responds with 409: the receipt is stale. */
function stale(c: Context, reason: StaleReason = "unknown") {
  return problem(c, { status: 409, code: "stale", detail: `Nothing was changed. ${DETAILS[reason]}`, reason });
}

/** Returns leased jobs with their receipts, and the other fields of a response. */
async function leaseResponse(c: Context<AppEnv>, { jobs, now, more, nextWakeAt, paused }: LeaseResult<unknown>) {
  const receipts = await issueReceipts(c, jobs);
  const leased = jobs.map((job, i) => jobResponse(job, receipts[i] ?? ""));
  return { jobs: leased, now, more, paused, ...withoutUndefined({ nextWakeAt }) };
}

/** Returns a leased job with its receipt. The first attempt has no previous one. */
function jobResponse(job: Job<unknown>, receipt: string) {
  const { id, data, fence, attempt, priority, group, cost, schedule, timeout, backoff } = job;
  const { enqueuedAt, leasedUntil, worker, previous } = job;
  const options = withoutUndefined({ group, cost: cost === 1 ? undefined : cost, schedule, timeout, backoff });
  const fields = { id, data, receipt, fence, attempt, priority, ...options, enqueuedAt, leasedUntil, worker };
  return attempt > 1 ? { ...fields, previous } : fields;
}
