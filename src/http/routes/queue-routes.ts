// The routes that read and operate whole queues.
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { toMilliseconds } from "../../base/duration.ts";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { readCost } from "../../queue/inspect/cost.ts";
import { type Counts, readCounts } from "../../queue/inspect/counts.ts";
import { readHistory } from "../../queue/inspect/history.ts";
import { listWorkers } from "../../queue/inspect/workers.ts";
import { cleanAndRegister } from "../../queue/operate/clean.ts";
import { deepClean } from "../../queue/operate/deep-clean.ts";
import { destroy } from "../../queue/operate/destroy.ts";
import { failWorker } from "../../queue/operate/fail-worker.ts";
import { pause, resume } from "../../queue/operate/pause.ts";
import { promote } from "../../queue/operate/promote.ts";
import { purge, purgeSeen } from "../../queue/operate/purge.ts";
import { redrive } from "../../queue/operate/redrive.ts";
import { admittedQueue } from "../guards/admitted-queue.ts";
import { allow } from "../guards/allow.ts";
import { toOptionalNumber, toQueryMilliseconds } from "../requests/query-values.ts";
import {
  cleanRequest,
  deepCleanRequest,
  destroyRequest,
  emptyRequest,
  failWorkerRequest,
  historyQuery,
  promoteRequest,
  purgeRequest,
  queuesQuery,
  redriveRequest,
  scalingQuery,
} from "../requests/request-schemas.ts";
import { outboxQuery } from "../requests/schedule-schemas.ts";
import { validateBody, validateQuery } from "../requests/validate-request.ts";
import { notFound, problem } from "../responses/problem.ts";
import type * as queueResponses from "../responses/queue-schemas.ts";
import type * as responses from "../responses/response-schemas.ts";
import type * as scheduleResponses from "../responses/schedule-schemas.ts";
import type { AppEnv } from "../service/app-env.ts";
import { runOnQueue } from "../service/requested-queue.ts";
import { readScaling } from "../service/scaling.ts";
import { countsOf, readableQueues, toLatencyBody, toQueueBody } from "./queue-counts.ts";

const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;
const DEEP_CLEAN_BUDGET = "10s";
// In ms. The next request continues a deep clean that needs longer.
const MAX_DEEP_CLEAN_BUDGET = 25_000;

// In ms: the shortest and the longest time in which the waiting jobs of a queue may have to be leased.
const TARGET_RANGE = { min: 1_000, max: 86_400_000 };
// The number of jobs that a worker handles at a time, unless the request states another one.
const CONCURRENCY = 10;

// The first 5,000 leased jobs. More would be a response of many MB.
const WORKERS_SLICE = 1_000;
const WORKERS_SLICES = 5;

/** Returns the routes of whole queues. */
export function queueRoutes() {
  return (
    new Hono<AppEnv>()
      .get("/queues", allow("read"), validateQuery(queuesQuery), async (c) => {
        const { cursor = "", limit, recent } = c.req.valid("query");
        const names = await readableQueues(c);
        const rest = names.filter((name) => name > cursor);
        const page = rest.slice(0, Math.min(MAX_PAGE_SIZE, Math.max(1, toOptionalNumber(limit) ?? PAGE_SIZE)));
        const counted = await countsOf(c, page, { withRecent: recent === "1" });
        const queues = counted.map((queue) => {
          if (!("counts" in queue)) return queue;
          return { ...toQueueBody(queue.name, queue.counts), ...withoutUndefined({ recent: queue.recent }) };
        });
        const last = page.length < rest.length ? page.at(-1) : undefined;
        const body = { queues, total: names.length, ...withoutUndefined({ cursor: last }) };
        return c.json<v.InferOutput<typeof responses.queuePage>, 200>(body, 200);
      })
      .get("/queues/:queue", allow("read"), async (c) => {
        const counts = await runOnQueue(c, readCounts);
        if (isUnused(counts)) return notFound(c, "No job was enqueued in this queue yet.");
        const body = toQueueBody(c.req.param("queue"), counts);
        return c.json<v.InferOutput<typeof responses.queue>, 200>(body, 200);
      })
      .get("/queues/:queue/history", allow("read"), validateQuery(historyQuery), async (c) => {
        const { from, step } = c.req.valid("query");
        const history = await runOnQueue(c, readHistory, withoutUndefined({ from: toOptionalNumber(from), step }));
        const samples = history.samples.map(({ waits, runTimes, ...sample }) => ({
          ...sample,
          waits: toLatencyBody(waits),
          runTimes: toLatencyBody(runTimes),
        }));
        return c.json<v.InferOutput<typeof queueResponses.history>, 200>({ step: history.step, samples }, 200);
      })
      .get("/queues/:queue/scaling", allow("read"), validateQuery(scalingQuery), async (c) => {
        const { target = "30s", concurrency } = c.req.valid("query");
        const options = {
          target: toQueryMilliseconds(target, "target", TARGET_RANGE),
          concurrency: toOptionalNumber(concurrency) ?? CONCURRENCY,
        };
        const body = await runOnQueue(c, readScaling, options);
        return c.json<v.InferOutput<typeof queueResponses.scaling>, 200>(body, 200);
      })
      .get("/queues/:queue/cost", allow("read"), async (c) => {
        const { price: _, ...cost } = await runOnQueue(c, readCost);
        return c.json<v.InferOutput<typeof queueResponses.cost>, 200>(cost, 200);
      })
      .get("/queues/:queue/outbox", allow("read"), validateQuery(outboxQuery), async (c) => {
        const { cursor, limit } = c.req.valid("query");
        const options = withoutUndefined({ cursor, limit: toOptionalNumber(limit) });
        const page = await runOnQueue(c, async (queue) => (await queue.loadFollowUps()).listOutbox(queue, options));
        return c.json<v.InferOutput<typeof scheduleResponses.outboxPage>, 200>(withoutUndefined(page), 200);
      })
      .get("/queues/:queue/workers", allow("read"), async (c) => {
        const found = await runOnQueue(c, listWorkers, { slice: WORKERS_SLICE, maxSlices: WORKERS_SLICES });
        const body = { workers: found.map(withoutUndefined) };
        return c.json<v.InferOutput<typeof responses.workerList>, 200>(body, 200);
      })
      .post("/queues/:queue/pause", allow("operate"), validateBody(emptyRequest), async (c) => {
        const queue = await admittedQueue(c);
        await queue.labelErrors(() => pause(queue));
        return c.body(null, 204);
      })
      .post("/queues/:queue/resume", allow("operate"), validateBody(emptyRequest), async (c) => {
        await runOnQueue(c, resume);
        return c.body(null, 204);
      })
      .post("/queues/:queue/redrive", allow("operate"), validateBody(redriveRequest), async (c) => {
        const options = c.req.valid("json");
        if (options.change) c.set("changesJobs", true);
        const result = await runOnQueue(c, redrive, options);
        if (result.redriven > 0) c.get("service").notifyEnqueued(c, c.req.param("queue"));
        return c.json<v.InferOutput<typeof responses.redriveResult>, 200>(result, 200);
      })
      .post("/queues/:queue/promote", allow("operate"), validateBody(promoteRequest), async (c) => {
        const jobs = await runOnQueue(c, promote, c.req.valid("json").ids);
        if (jobs.some(({ ok }) => ok)) c.get("service").notifyEnqueued(c, c.req.param("queue"));
        return c.json<v.InferOutput<typeof responses.promoteResult>, 200>({ jobs }, 200);
      })
      .post("/queues/:queue/purge", allow("operate"), validateBody(purgeRequest), async (c) => {
        const { state } = c.req.valid("json");
        const purged = await (state === "seen" ? runOnQueue(c, purgeSeen) : runOnQueue(c, purge, state));
        return c.json<v.InferOutput<typeof responses.purgeResult>, 200>({ purged }, 200);
      })
      .post("/queues/:queue/clean", allow("operate"), validateBody(cleanRequest), async (c) => {
        const cleaned = await runOnQueue(c, cleanAndRegister, c.req.valid("json"));
        return c.json<v.InferOutput<typeof responses.cleanResult>, 200>(cleaned, 200);
      })
      .post("/queues/:queue/deep-clean", allow("operate"), validateBody(deepCleanRequest), async (c) => {
        const { budget = DEEP_CLEAN_BUDGET } = c.req.valid("json");
        const ms = toMilliseconds(budget, "budget", { min: 1, max: MAX_DEEP_CLEAN_BUDGET });
        const cleaned = await runOnQueue(c, deepClean, { budget: ms });
        return c.json<v.InferOutput<typeof responses.deepCleanResult>, 200>(cleaned, 200);
      })
      .post("/queues/:queue/fail-worker", allow("operate"), validateBody(failWorkerRequest), async (c) => {
        const returned = await runOnQueue(c, failWorker, c.req.valid("json").worker);
        if (returned > 0) c.get("service").notifyEnqueued(c, c.req.param("queue"));
        return c.json<v.InferOutput<typeof responses.failWorkerResult>, 200>({ returned }, 200);
      })
      // The body names the queue again, since a gateway may have changed the path to that of another queue.
      .post("/queues/:queue/destroy", allow("operate"), validateBody(destroyRequest), async (c) => {
        if (c.req.valid("json").queue !== c.req.param("queue"))
          return problem(c, {
            status: 400,
            code: "invalid_argument",
            detail: "The body must name the queue in the path.",
          });
        await runOnQueue(c, destroy);
        return c.body(null, 204);
      })
  );
}

function isUnused({ totals, ready, delayed, blocked, leased, failed, done }: Counts): boolean {
  return [...Object.values(totals), ready, delayed, blocked, leased, failed, done].every((count) => count === 0);
}
