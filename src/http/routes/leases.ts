// Taking jobs out and giving them back.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { extendAll, type Job, noteProgress } from "../../core/job.ts";
import { type LeaseResult, turn } from "../../core/lease.ts";
import type { StaleReason } from "../../core/record.ts";
import { settle } from "../../core/settle.ts";
import type { SettleItem } from "../../core/settle-items.ts";
import { leaseWaiting } from "../../loop/lease-waiting.ts";
import { allow } from "../access.ts";
import { problem } from "../problem.ts";
import type * as replies from "../replies.ts";
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
} from "../requests.ts";
import { type AppEnv, run } from "../service.ts";
import { answerJobs } from "../stored-json.ts";
import { body, header } from "../validate.ts";
import { durationOf, idempotencyKeyOf } from "./inputs.ts";

const LONGEST_WAIT = 20_000;

type Done = v.InferOutput<typeof replies.done>;

/** The routes of a worker. */
export function leaseRoutes() {
  return new Hono<AppEnv>()
    .post("/queues/:queue/lease", allow("consume"), header(idempotency), body(leaseRequest), async (c) => {
      const { wait = 0, ...options } = c.req.valid("json");
      const leased = await run(c, leaseWaiting, {
        ...options,
        ...idempotencyKeyOf(c.req.valid("header")),
        wait: durationOf(wait, LONGEST_WAIT),
        signal: c.req.raw.signal,
      });
      return answerJobs<v.InferOutput<typeof replies.leased>>(c, shownLease(leased));
    })
    .post("/queues/:queue/turn", allow("consume"), header(idempotency), body(turnRequest), async (c) => {
      const { settle = [], lease } = c.req.valid("json");
      const turned = await run(c, turn, {
        settle: settle.map(({ id, fence, attempt, ...item }) => ({
          ...(item.action === "retry" ? retryOf(item) : item),
          job: refOf(id, { fence, attempt }),
        })),
        ...(lease ? { lease } : {}),
        ...idempotencyKeyOf(c.req.valid("header")),
      });
      const reply = { settled: turned.settled, ...shownLease(turned) };
      return answerJobs<v.InferOutput<typeof replies.turned>>(c, reply);
    })
    .post("/queues/:queue/jobs/:id/complete", allow("consume"), header(idempotency), body(completeRequest), (c) => {
      const { result, ...ref } = c.req.valid("json");
      return settled(c, ref, { action: "complete", ...(result === undefined ? {} : { result }) });
    })
    .post("/queues/:queue/jobs/:id/retry", allow("consume"), header(idempotency), body(retryRequest), (c) => {
      const { fence, attempt, ...options } = c.req.valid("json");
      return settled(c, { fence, attempt }, retryOf({ action: "retry" as const, ...options }));
    })
    .post("/queues/:queue/jobs/:id/fail", allow("consume"), header(idempotency), body(failRequest), (c) => {
      const { fence, attempt, error } = c.req.valid("json");
      return settled(c, { fence, attempt }, { action: "fail", error });
    })
    .post("/queues/:queue/jobs/:id/release", allow("consume"), header(idempotency), body(releaseRequest), (c) => {
      const { fence, attempt, begun = false } = c.req.valid("json");
      return settled(c, { fence, attempt }, { action: "release", begun });
    })
    .post("/queues/:queue/jobs/:id/extend", allow("consume"), body(extendRequest), async (c) => {
      const { fence, for: length, worker } = c.req.valid("json");
      const options = worker === undefined ? {} : { worker };
      const [outcome] = await run(c, extendAll, [{ id: c.req.param("id"), fence }], length, options);
      if (!outcome?.ok) return stale(c, outcome?.reason);
      return c.json<v.InferOutput<typeof replies.extended>, 200>({ ok: true, leasedUntil: outcome.leasedUntil }, 200);
    })
    .post("/queues/:queue/jobs/:id/progress", allow("consume"), body(progressRequest), async (c) => {
      const { fence, progress, ...options } = c.req.valid("json");
      const outcome = await run(c, noteProgress, { id: c.req.param("id"), fence }, progress, options);
      return outcome.ok ? c.json<Done, 200>({ ok: true }, 200) : stale(c, outcome.reason);
    });
}

type Ref = { fence: number; attempt?: number | undefined };
type WithoutJob<T> = T extends unknown ? Omit<T, "job"> : never;

async function settled(c: Context<AppEnv>, ref: Ref, item: WithoutJob<SettleItem>) {
  const job = refOf(c.req.param("id") ?? "", ref);
  const key = c.req.header("Idempotency-Key");
  const [outcome] = await run(
    c,
    settle,
    [{ ...item, job } as SettleItem],
    idempotencyKeyOf({ "idempotency-key": key }),
  );
  return outcome?.ok ? c.json<Done, 200>({ ok: true }, 200) : stale(c, outcome?.reason);
}

/** Returns a retry as the library takes it, where the number of the attempt is a part of the job. */
function retryOf<R extends { postpone?: boolean }>({ postpone, ...item }: R) {
  return postpone ? { ...item, attempt: false } : item;
}

function refOf(id: string, { fence, attempt }: Ref): SettleItem["job"] {
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
  unknown: "No job is held under this fence, and how it ended is not known any more.",
};

function stale(c: Context, reason: StaleReason = "unknown") {
  return problem(c, 409, "stale", `Nothing was changed. ${WHY[reason]}`, { reason });
}

function shownLease({ jobs, now, more, nextWakeAt, paused }: LeaseResult<unknown>) {
  return { jobs: jobs.map(shownJob), now, more, paused, ...(nextWakeAt === undefined ? {} : { nextWakeAt }) };
}

function shownJob({ id, data, fence, attempt, priority, enqueuedAt, leasedUntil, worker, previous }: Job<unknown>) {
  const told = attempt > 1 ? { previous } : {};
  return { id, data, fence, attempt, priority, enqueuedAt, leasedUntil, worker, ...told };
}
