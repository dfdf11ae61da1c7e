// Flows: trees of jobs, of which each waits for its children.
import { invalidArgument, validateId, validateObject, validateOptions } from "../../base/arguments.ts";
import type { EnqueueResult, RequestOptions } from "../jobs/enqueue.ts";
import type { AfterFailure } from "../jobs/options/waiting.ts";
import type { NewJob } from "../jobs/prepare-jobs.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { MAX_TOGETHER, type PreparedWait, prepareAll, sendWaiting } from "./enqueue-waiting.ts";

/** A job and the jobs that it waits for, each of which may wait for its own. */
export type FlowJob<T> = NewJob<T> & {
  children?: readonly FlowJob<T>[];
  afterFailure?: AfterFailure;
};

/** The result of enqueueing a job of a flow. */
export interface FlowResult extends EnqueueResult {
  children?: FlowResult[];
}

const MAX_JOBS = MAX_TOGETHER;

/** Enqueues a tree of jobs in one request, all of them or none. */
export async function enqueueFlow<Input>(
  context: QueueContext<unknown, Input>,
  root: FlowJob<Input>,
  options: RequestOptions = {},
): Promise<FlowResult> {
  const { idempotencyKey } = validateOptions(options, "idempotencyKey");
  if (idempotencyKey !== undefined) validateId(idempotencyKey);
  // Children come before their parents.
  const nodes: FlowJob<Input>[] = [];
  let count = 0;
  const add = (node: FlowJob<Input>) => {
    validateObject(node, "a job of a flow");
    const { children = [], delay, at } = node;
    if (!Array.isArray(children)) throw invalidArgument("children must be a list of jobs");
    if (children.length > 0 && (delay !== undefined || at !== undefined))
      throw invalidArgument("a job waits for its children, or for a time, not for both");
    count += 1;
    if (count > MAX_JOBS) throw invalidArgument(`a flow has at most ${MAX_JOBS} jobs; use a batch for more`);
    for (const child of children) add(child);
    nodes.push(node);
  };
  add(root);
  const jobs = nodes.map(({ children: _, afterFailure: __, ...job }) => job as NewJob<unknown>);
  const prepared = await prepareAll(context as QueueContext<unknown>, jobs, options);
  const positions = new Map(nodes.map((node, i) => [node, i]));
  if (positions.size < nodes.length) throw invalidArgument("a flow has the same job object twice");
  const idOf = (node: FlowJob<Input>) => prepared[positions.get(node) ?? 0]?.id ?? "";
  const waits = nodes.map((node, i): PreparedWait => {
    const job = prepared[i] as (typeof prepared)[number];
    if (!node.children?.length) return { job };
    return { job, wait: { ids: node.children.map(idOf), policy: node.afterFailure ?? "run" } };
  });
  const results = await sendWaiting(context as QueueContext<unknown>, waits, options);
  const toResult = (node: FlowJob<Input>): FlowResult => {
    const result = results[positions.get(node) ?? 0] as EnqueueResult;
    return node.children ? { ...result, children: node.children.map(toResult) } : result;
  };
  return toResult(root);
}
