// Taking jobs out and giving them back.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import type { Duration } from "../../base/duration.ts";
import { extendLeases, noteProgress } from "../../queue/jobs/extend.ts";
import type { Job } from "../../queue/jobs/job.ts";
import { turn } from "../../queue/jobs/lease.ts";
import type { LeaseResult } from "../../queue/jobs/lease-reply.ts";
import { settle } from "../../queue/jobs/settle.ts";
import type { SettleItem } from "../../queue/jobs/settle-items.ts";
import type { SettleResult, StaleReason } from "../../queue/jobs/stored/letters.ts";
import { leaseWaiting } from "../../queue/work/lease-waiting.ts";
import { allow } from "../guards/allow.ts";
import { fenceOf, fencesOf, receiptsOf } from "../guards/request-receipts.ts";
import { waiting } from "../guards/waits.ts";
import { answerJobs } from "../json/stored-json.ts";
import { idempotencyKeyOf } from "../requests/idempotency-key.ts";
import {
  completeRequest,
  extendRequest,
  failRequest,
  idempotency,
  leaseRequest,
  progressRequest,
  releaseRequest,
  retryRequest,
  turnRequest,
} from "../requests/request-schemas.ts";
import { body, header } from "../requests/validate.ts";
import { problem } from "../responses/problem.ts";
import type * as responses from "../responses/response-schemas.ts";
import { checkLimits } from "../service/queue-limits.ts";
import { type AppEnv, run } from "../service/service.ts";
import { durationOf } from "./query-values.ts";

const LONGEST_WAIT = 20_000;

type Done = v.InferOutput<typeof responses.success>;

/** The routes of a worker. */
export function leaseRoutes() {
  return new Hono<AppEnv>()
    .post("/queues/:queue/lease", allow("consume"), header(idempotency), body(leaseRequest), async (c) => {
      const { wait = 0, ...options } = c.req.valid("json");
      checkAsked(c, { lease: options.for });
      const again = await idempotencyKeyOf(c);
      const longest = durationOf(wait, LONGEST_WAIT);
      const leased = await waiting(c, longest, (signal) =>
        run(c, leaseWaiting, { ...options, ...again, wait: longest, signal }),
      );
      return answerJobs<v.InferOutput<typeof responses.leaseResult>>(c, await shownLease(c, leased));
    })
    .post("/queues/:queue/turn", allow("consume"), header(idempotency), body(turnRequest), async (c) => {
      const { settle = [], lease } = c.req.valid("json");
      checkAsked(c, { lease: lease?.for });
      for (const item of settle) if (item.action === "retry") checkAsked(c, { delay: item.delay });
      const fences = await fencesOf(c, settle);
      const items = settle.flatMap(({ id, receipt: _, attempt, ...item }, i) => {
        const fence = fences[i];
        if (fence === undefined) return [];
        return [{ ...(item.action === "retry" ? retryOf(item) : item), job: refOf(id, { fence, attempt }) }];
      });
      const turned = await run(c, turn, { settle: items, ...(lease ? { lease } : {}), ...(await idempotencyKeyOf(c)) });
      const outcomes = turned.settled.values();
      const settled = settle.map(({ id }, i) =>
        fences[i] === undefined ? unproven(id) : (outcomes.next().value as SettleResult),
      );
      const reply = { settled, ...(await shownLease(c, turned)) };
      return answerJobs<v.InferOutput<typeof responses.turnResult>>(c, reply);
    })
    .post("/queues/:queue/jobs/:id/complete", allow("consume"), header(idempotency), body(completeRequest), (c) => {
      const { result, ...ref } = c.req.valid("json");
      return settled(c, ref, { action: "complete", ...(result === undefined ? {} : { result }) });
    })
    .post("/queues/:queue/jobs/:id/retry", allow("consume"), header(idempotency), body(retryRequest), (c) => {
      const { receipt, attempt, ...options } = c.req.valid("json");
      checkAsked(c, { delay: options.delay });
      return settled(c, { receipt, attempt }, retryOf({ action: "retry" as const, ...options }));
    })
    .post("/queues/:queue/jobs/:id/fail", allow("consume"), header(idempotency), body(failRequest), (c) => {
      const { receipt, attempt, error } = c.req.valid("json");
      return settled(c, { receipt, attempt }, { action: "fail", error });
    })
    .post("/queues/:queue/jobs/:id/release", allow("consume"), header(idempotency), body(releaseRequest), (c) => {
      const { receipt, attempt, begun = false } = c.req.valid("json");
      return settled(c, { receipt, attempt }, { action: "release", begun });
    })
    .post("/queues/:queue/jobs/:id/extend", allow("consume"), body(extendRequest), async (c) => {
      const { receipt, for: length, worker } = c.req.valid("json");
      checkAsked(c, { lease: length });
      const fence = await fenceOf(c, receipt);
      if (fence === undefined) return stale(c);
      const options = worker === undefined ? {} : { worker };
      const [outcome] = await run(c, extendLeases, [{ id: c.req.param("id"), fence }], {
        duration: length,
        ...options,
      });
      if (!outcome?.ok) return stale(c, outcome?.reason);
      return c.json<v.InferOutput<typeof responses.extendResult>, 200>(
        { ok: true, leasedUntil: outcome.leasedUntil },
        200,
      );
    })
    .post("/queues/:queue/jobs/:id/progress", allow("consume"), body(progressRequest), async (c) => {
      const { receipt, progress, ...options } = c.req.valid("json");
      checkAsked(c, { lease: options.extend });
      const fence = await fenceOf(c, receipt);
      if (fence === undefined) return stale(c);
      const outcome = await run(c, noteProgress, { id: c.req.param("id"), fence }, { fraction: progress, ...options });
      return outcome.ok ? c.json<Done, 200>({ ok: true }, 200) : stale(c, outcome.reason);
    });
}

type Proof = { receipt: string; attempt?: number | undefined };
type WithoutJob<T> = T extends unknown ? Omit<T, "job"> : never;

async function settled(c: Context<AppEnv>, { receipt, attempt }: Proof, item: WithoutJob<SettleItem>) {
  const fence = await fenceOf(c, receipt);
  if (fence === undefined) return stale(c);
  const job = refOf(c.req.param("id") ?? "", { fence, attempt });
  const [outcome] = await run(c, settle, [{ ...item, job } as SettleItem], await idempotencyKeyOf(c));
  return outcome?.ok ? c.json<Done, 200>({ ok: true }, 200) : stale(c, outcome?.reason);
}

/** Returns the outcome of an item whose receipt is not one of the queue's. */
function unproven(id: string): SettleResult {
  return { id, ok: false, reason: "unknown" };
}

/** Validates durations of a request against the limits of the queue. */
function checkAsked(c: Context<AppEnv>, asked: { lease?: Duration | undefined; delay?: Duration | undefined }): void {
  checkLimits(c.get("service").limits(c.req.param("queue") ?? ""), asked);
}

/** Returns a retry as the library takes it, where the number of the attempt is a part of the job. */
function retryOf<R extends { postpone?: boolean }>({ postpone, ...item }: R) {
  return postpone ? { ...item, attempt: false } : item;
}

function refOf(id: string, { fence, attempt }: { fence: number; attempt?: number | undefined }): SettleItem["job"] {
  return { id, fence, ...(attempt === undefined ? {} : { attempt }) };
}

const WHY: Record<StaleReason, string> = {
  completed: "The job is done.",
  leased_again: "Its lease ran out, and it has been leased again since.",
  cancelled: "The job was cancelled.",
  failed: "The job has failed.",
  released: "The job was given back.",
  expired: "The job expired, past its time to live.",
  purged: "The job was purged.",
  unknown: "No job is held under this receipt, and how it ended is not known any more.",
};

function stale(c: Context, reason: StaleReason = "unknown") {
  return problem(c, { status: 409, code: "stale", detail: `Nothing was changed. ${WHY[reason]}`, reason });
}

async function shownLease(c: Context<AppEnv>, { jobs, now, more, nextWakeAt, paused }: LeaseResult<unknown>) {
  const receipts = await receiptsOf(c, jobs);
  const shown = jobs.map((job, i) => shownJob(job, receipts[i] ?? ""));
  return { jobs: shown, now, more, paused, ...(nextWakeAt === undefined ? {} : { nextWakeAt }) };
}

function shownJob(job: Job<unknown>, receipt: string) {
  const { id, data, fence, attempt, priority, enqueuedAt, leasedUntil, worker, previous } = job;
  const told = attempt > 1 ? { previous } : {};
  return { id, data, receipt, fence, attempt, priority, enqueuedAt, leasedUntil, worker, ...told };
}
