// The routes that search jobs, and that change all jobs that match a filter.
import type { Context } from "hono";
import { Hono } from "hono/tiny";
import type * as v from "valibot";
import { withoutUndefined } from "../../base/without-undefined.ts";
import { type SearchOptions, searchJobs } from "../../queue/inspect/search.ts";
import type { QueueContext } from "../../queue/jobs/queue-context.ts";
import { continueStored, startBulk, stopStored } from "../../queue/operate/bulk.ts";
import { type BulkOperation, findBulk, listBulkOperations, type StoredBulk } from "../../queue/operate/bulk-storage.ts";
import { allow, allowAll } from "../guards/allow.ts";
import { respondWithJobs } from "../json/stored-json.ts";
import { bulkRequest, searchRequest } from "../requests/filter-schemas.ts";
import { emptyRequest } from "../requests/request-schemas.ts";
import { validateBody } from "../requests/validate-request.ts";
import type * as bulkResponses from "../responses/bulk-schemas.ts";
import { notFound } from "../responses/problem.ts";
import type { AppEnv } from "../service/app-env.ts";
import {
  isRedacted,
  redactedPathsOf,
  redactOperation,
  redactSearch,
  refuseRedactedConditions,
} from "../service/redaction.ts";
import { queueNameOf, runOnQueue } from "../service/requested-queue.ts";

// A Worker of the free plan may send 50 requests in one invocation. A slice of a search is one, that of a bulk operation three.
const SEARCH_SLICES = 40;
const BULK_SLICES = 10;

type Operation = v.InferOutput<typeof bulkResponses.bulkOperation>;

/**
 * Returns the routes of searches and bulk operations. Changes need the scope read too: the number of changed jobs reveals
 * which payloads match a filter.
 */
export function bulkRoutes() {
  return new Hono<AppEnv>()
    .post("/queues/:queue/search", allow("read"), validateBody(searchRequest), async (c) => {
      const { filter, ...options } = c.req.valid("json");
      refuseRedactedConditions(c, filter);
      const search: SearchOptions = { ...options, slices: SEARCH_SLICES };
      const result = await runOnQueue(c, searchJobs<unknown>, filter, search, { isRedacted: isRedacted(c) });
      return respondWithJobs<v.InferOutput<typeof bulkResponses.searchResult>>(c, withoutUndefined(result), {
        redacted: redactedPathsOf(c),
      });
    })
    .get("/queues/:queue/bulk", allow("read"), async (c) => {
      const found = await runOnQueue(c, listBulkOperations);
      const operations = found.map((operation) => redactOperation(c, operation) as Operation);
      return c.json<v.InferOutput<typeof bulkResponses.bulkOperationList>, 200>({ operations }, 200);
    })
    .get("/queues/:queue/bulk/:operation", allow("read"), async (c) => {
      const stored = await runOnQueue(c, findBulk, c.req.param("operation"));
      return stored ? respondWithOperation(c, stored) : unknown(c);
    })
    .post("/queues/:queue/bulk", allowAll("operate", "read"), validateBody(bulkRequest), async (c) => {
      const { name: by } = c.get("access");
      const options = c.req.valid("json");
      refuseRedactedConditions(c, options.filter);
      if (options.change) c.set("changesJobs", true);
      const operation = await runOnQueue(c, startBulk, { ...options, by }, { isRedacted: isRedacted(c) });
      c.set("subject", operation.id);
      return c.json<Operation, 201>(redactOperation(c, operation) as Operation, 201);
    })
    .post(
      "/queues/:queue/bulk/:operation/continue",
      allowAll("operate", "read"),
      validateBody(emptyRequest),
      async (c) => {
        const limits = { slices: BULK_SLICES };
        const stored = await runOnStored(c, (queue, found) => continueStored(queue, redactSearch(c, found), limits));
        if (!stored) return unknown(c);
        if (hasReadied(stored.operation)) c.get("service").notifyEnqueued(c, c.req.param("queue"));
        return respondWithOperation(c, stored);
      },
    )
    .post("/queues/:queue/bulk/:operation/stop", allowAll("operate", "read"), validateBody(emptyRequest), async (c) => {
      const stored = await runOnStored(c, stopStored);
      return stored ? respondWithOperation(c, stored) : unknown(c);
    });
}

/** Runs an operation on the bulk operation in the path; resolves with undefined if there is none. */
function runOnStored(
  c: Context<AppEnv>,
  run: (queue: QueueContext<unknown>, stored: StoredBulk) => Promise<StoredBulk>,
): Promise<StoredBulk | undefined> {
  return runOnQueue(c, async (queue) => {
    const stored = await findBulk(queue, c.req.param("operation") ?? "");
    if (!stored) return undefined;
    c.set("subject", stored.operation.id);
    return run(queue, stored);
  });
}

/** Reports whether an operation has made jobs ready, for which a handler may have to be woken. */
function hasReadied({ operation, changed }: BulkOperation): boolean {
  return operation !== "cancel" && changed > 0;
}

function respondWithOperation(c: Context<AppEnv>, { operation }: StoredBulk) {
  return c.json<Operation, 200>(redactOperation(c, operation) as Operation, 200);
}

function unknown(c: Context<AppEnv>) {
  return notFound(c, `The queue ${queueNameOf(c)} has no bulk operation of this id.`);
}
