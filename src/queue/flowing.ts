// The part of a queue with jobs that wait for others. Their code and their scripts are loaded with the first call.
import { Consumer } from "./consumer.ts";
import type { Batch, BatchOptions } from "./flows/batch.ts";
import type { WaitingJob } from "./flows/enqueue-waiting.ts";
import type { FlowJob, FlowResult } from "./flows/flow.ts";
import type { EnqueueResult, RequestOptions } from "./jobs/enqueue.ts";
import type { AfterOptions, Children, ChildrenOptions } from "./jobs/options/waiting.ts";
import type { EnqueueOptions } from "./jobs/prepare-jobs.ts";
import { cancel } from "./operate/cancel.ts";

const loadFlows = () => import("./flows/operations.ts");

/** A queue for a program that enqueues and handles jobs, of which some wait for others. */
export class Flowing<T = unknown, Input = T> extends Consumer<T, Input> {
  /**
   * Enqueues a job, as `Producer.enqueue` does. With `after` the job is delayed until other jobs have ended.
   *
   * @example
   * await queue.enqueue({ kind: "report" }, { after: [first.id, second.id], afterFailure: "fail" });
   */
  override enqueue(data: Input, options: EnqueueOptions & AfterOptions & RequestOptions = {}): Promise<EnqueueResult> {
    if (!isWaiting(options)) return super.enqueue(data, options);
    const { idempotencyKey, ...job } = options;
    return this.run(async (context) => {
      const { enqueueWaiting } = await loadFlows();
      const [result] = await enqueueWaiting(context as never, [{ data, ...job }], { idempotencyKey });
      return result as EnqueueResult;
    });
  }

  /** Enqueues jobs in one request, all of them or none. Each may wait for jobs before it. */
  override enqueueMany(jobs: readonly WaitingJob<Input>[], options: RequestOptions = {}): Promise<EnqueueResult[]> {
    if (!Array.isArray(jobs) || !jobs.some(isWaiting)) return super.enqueueMany(jobs, options);
    return this.run(async (context) => {
      const { enqueueWaiting } = await loadFlows();
      return enqueueWaiting(context as never, jobs, options);
    });
  }

  /**
   * Enqueues a tree of up to 500 jobs in one request, all of them or none. Each job waits until its children have ended.
   *
   * @example
   * await queue.enqueueFlow({ data: "join", children: [{ data: "part 1" }, { data: "part 2" }] });
   */
  enqueueFlow(root: FlowJob<Input>, options: RequestOptions = {}): Promise<FlowResult> {
    return this.run(async (context) => (await loadFlows()).enqueueFlow(context, root, options));
  }

  /** Lists the jobs for which a job waits, or has waited, a page at a time. They are known until the job itself is gone. */
  children(id: string, options: ChildrenOptions = {}): Promise<Children> {
    return this.run(async (context) => (await loadFlows()).listChildren(context, id, options));
  }

  /**
   * Starts a batch, to which any number of jobs may be added until it is sealed. When all of them have ended, the job `ended` runs;
   * if each has succeeded, also the job `succeeded`.
   *
   * @example
   * const batch = await queue.startBatch({ ended: { data: "send the report" } });
   * await batch.add([{ data: "part 1" }, { data: "part 2" }]);
   * await batch.seal();
   */
  startBatch(options: BatchOptions<Input>, request: RequestOptions = {}): Promise<Batch<Input>> {
    return this.run(async (context) => {
      const { startBatch } = await loadFlows();
      return startBatch(context, options, { ...request, cancelJobs: (ids) => cancel(context, ids) });
    });
  }

  /** Resolves with a batch that was started before. Sends nothing. */
  batch(id: string): Promise<Batch<Input>> {
    return this.run(async (context) => {
      const { Batch } = await loadFlows();
      return new Batch(context, id, (ids) => cancel(context, ids));
    });
  }
}

/** Reports whether the options of a job make it wait for others. */
function isWaiting(options: unknown): boolean {
  return (options as AfterOptions | undefined)?.after !== undefined;
}
