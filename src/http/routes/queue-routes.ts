// Looking at queues, and running them.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { isForQueue } from "../../access/token.ts";
import { toMilliseconds } from "../../base/duration.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { type Counts, counts as countsIn } from "../../queue/inspect/counts.ts";
import { listQueues } from "../../queue/inspect/list-queues.ts";
import { workers } from "../../queue/inspect/workers.ts";
import { QueueContext } from "../../queue/jobs/queue-context.ts";
import { cleanUnlisted } from "../../queue/operate/clean.ts";
import { deepClean } from "../../queue/operate/deep-clean.ts";
import { destroy } from "../../queue/operate/destroy.ts";
import { failWorker } from "../../queue/operate/fail-worker.ts";
import { pause, resume } from "../../queue/operate/pause.ts";
import { promote } from "../../queue/operate/promote.ts";
import { purge, purgeSeen } from "../../queue/operate/purge.ts";
import { redrive } from "../../queue/operate/redrive.ts";
import { BatchAdapter, MAX_BATCHED_CALLS } from "../../redis/batch-adapter.ts";
import { admittedQueue } from "../guards/admitted-queue.ts";
import { allow } from "../guards/allow.ts";
import {
  cleanRequest,
  deepCleanRequest,
  destroyRequest,
  emptyRequest,
  failWorkerRequest,
  promoteRequest,
  purgeRequest,
  queuesQuery,
  redriveRequest,
} from "../requests/request-schemas.ts";
import { body, query } from "../requests/validate.ts";
import { problem } from "../responses/problem.ts";
import type * as responses from "../responses/response-schemas.ts";
import { type AppEnv, run, timeRedis } from "../service/service.ts";
import { countsOfItems } from "./item-routes.ts";
import { numberOf } from "./query-values.ts";

const PAGE = 50;
const LARGEST_PAGE = 200;
// The most requests at once, each with one script, where the client sends no more in one. A Worker may have six open.
const AT_ONCE = 6;
const DEEP_CLEAN_BUDGET = "10s";
// A round that needs longer is gone on with by the next request.
const LONGEST_DEEP_CLEAN = 25_000;

// The first 5,000 leased jobs: more would be a reply of many MB.
const WORKERS_SLICE = 1_000;
const WORKERS_SLICES = 5;

/** The routes of queues as a whole. */
export function queueRoutes() {
  return (
    new Hono<AppEnv>()
      .get("/queues", allow("read"), query(queuesQuery), async (c) => {
        const { cursor = "", limit } = c.req.valid("query");
        const names = await readableQueues(c);
        const rest = names.filter((name) => name > cursor);
        const page = rest.slice(0, Math.min(LARGEST_PAGE, Math.max(1, numberOf(limit) ?? PAGE)));
        const queues = await countsOf(c, page);
        const last = page.length < rest.length ? page.at(-1) : undefined;
        const reply = { queues, total: names.length, ...(last === undefined ? {} : { cursor: last }) };
        return c.json<v.InferOutput<typeof responses.queuePage>, 200>(reply, 200);
      })
      .get("/queues/:queue", allow("read"), async (c) => {
        const counts = await run(c, countsIn);
        if (isUnused(counts))
          return problem(c, {
            status: 404,
            code: "not_found",
            detail: "Nothing was ever enqueued in a queue of this name.",
          });
        const reply = { name: c.req.param("queue"), ...withoutUndefined(counts) };
        return c.json<v.InferOutput<typeof responses.queue>, 200>(reply, 200);
      })
      .get("/queues/:queue/workers", allow("read"), async (c) => {
        const found = await run(c, workers, WORKERS_SLICE, WORKERS_SLICES);
        const reply = { workers: found.map(withoutUndefined) };
        return c.json<v.InferOutput<typeof responses.workerList>, 200>(reply, 200);
      })
      .post("/queues/:queue/pause", allow("operate"), body(emptyRequest), async (c) => {
        const queue = await admittedQueue(c);
        await queue.labelErrors(() => pause(queue));
        return c.body(null, 204);
      })
      .post("/queues/:queue/resume", allow("operate"), body(emptyRequest), async (c) => {
        await run(c, resume);
        return c.body(null, 204);
      })
      .post("/queues/:queue/redrive", allow("operate"), body(redriveRequest), async (c) => {
        const result = await run(c, redrive, c.req.valid("json"));
        if (result.redriven > 0) c.get("service").enqueued(c.req.param("queue"), c);
        return c.json<v.InferOutput<typeof responses.redriveResult>, 200>(result, 200);
      })
      .post("/queues/:queue/promote", allow("operate"), body(promoteRequest), async (c) => {
        const jobs = await run(c, promote, c.req.valid("json").ids);
        if (jobs.some(({ ok }) => ok)) c.get("service").enqueued(c.req.param("queue"), c);
        return c.json<v.InferOutput<typeof responses.promoteResult>, 200>({ jobs }, 200);
      })
      .post("/queues/:queue/purge", allow("operate"), body(purgeRequest), async (c) => {
        const { state } = c.req.valid("json");
        const purged = await (state === "seen" ? run(c, purgeSeen) : run(c, purge, state));
        return c.json<v.InferOutput<typeof responses.purgeResult>, 200>({ purged }, 200);
      })
      .post("/queues/:queue/clean", allow("operate"), body(cleanRequest), async (c) => {
        const cleaned = await run(c, cleanUnlisted, c.req.valid("json"));
        return c.json<v.InferOutput<typeof responses.cleanResult>, 200>(cleaned, 200);
      })
      .post("/queues/:queue/deep-clean", allow("operate"), body(deepCleanRequest), async (c) => {
        const { budget = DEEP_CLEAN_BUDGET } = c.req.valid("json");
        const most = toMilliseconds(budget, "budget", { min: 1, max: LONGEST_DEEP_CLEAN });
        const cleaned = await run(c, deepClean, { budget: most });
        return c.json<v.InferOutput<typeof responses.deepCleanResult>, 200>(cleaned, 200);
      })
      .post("/queues/:queue/fail-worker", allow("operate"), body(failWorkerRequest), async (c) => {
        const returned = await run(c, failWorker, c.req.valid("json").worker);
        if (returned > 0) c.get("service").enqueued(c.req.param("queue"), c);
        return c.json<v.InferOutput<typeof responses.failWorkerResult>, 200>({ returned }, 200);
      })
      // The body names the queue again: a path may have become that of another queue on its way.
      .post("/queues/:queue/destroy", allow("operate"), body(destroyRequest), async (c) => {
        if (c.req.valid("json").queue !== c.req.param("queue"))
          return problem(c, {
            status: 400,
            code: "invalid_argument",
            detail: "The body must name the queue of the path.",
          });
        await run(c, destroy);
        return c.body(null, 204);
      })
  );
}

/** The names of the queues that the token of the request is good for. */
export async function readableQueues(c: Context<AppEnv>): Promise<string[]> {
  const service = c.get("service");
  const names = await listQueues({ redis: service.adapterFor(c), prefix: service.prefix });
  return [...new Set([...names, ...service.itemQueues])].filter((name) => isForQueue(c.get("access"), name)).sort();
}

/** The counts of many queues, in few requests; of one that cannot be read, why. */
export async function countsOf(c: Context<AppEnv>, names: readonly string[]) {
  const service = c.get("service");
  const { adapter } = service;
  const most = adapter.runMany ? MAX_BATCHED_CALLS : AT_ONCE;
  const found: v.InferOutput<typeof responses.queuePage>["queues"] = [];
  for (let at = 0; at < names.length; at += most) {
    const batch = new BatchAdapter(adapter);
    const some = names.slice(at, at + most).map(async (name) => {
      try {
        if (service.itemQueues.includes(name)) return await countsOfItems(c, name);
        // Not a queue of the service, which keeps a hundred.
        const queue = new QueueContext(name, { redis: batch, prefix: service.prefix });
        return { name, ...withoutUndefined(await queue.labelErrors(() => countsIn(queue))) };
      } catch (error) {
        // Where Redis is away, it is so for all of them.
        if (!(error instanceof LeaseholdError) || !/^(other_layout|redis_error|bad_reply)$/.test(error.code))
          throw error;
        return { name, code: error.code };
      }
    });
    batch.send();
    found.push(...(await timeRedis(c, () => Promise.all(some))));
  }
  return found;
}

function isUnused({ totals, ready, delayed, leased, failed, done }: Counts): boolean {
  return [...Object.values(totals), ready, delayed, leased, failed, done].every((count) => count === 0);
}
