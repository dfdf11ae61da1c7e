// Batches: jobs that are added over time, and one job that runs when all of them have ended.
import { invalidArgument, validateId, validateOptions } from "../../base/arguments.ts";
import { badReplyError } from "../../engine/call.ts";
import { loadOnDemandScripts } from "../../engine/on-demand.ts";
import type { EnqueueResult, RequestOptions } from "../jobs/enqueue.ts";
import type { Children, ChildrenOptions } from "../jobs/options/waiting.ts";
import type { NewJob } from "../jobs/prepare-jobs.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import { readChildren } from "./children.ts";
import { enqueueWaiting, type PreparedWait, prepareAll, sendWaiting } from "./enqueue-waiting.ts";
import { resolveWaiting } from "./resolve.ts";

/** The jobs that run when a batch has ended; at least one of them. */
export interface BatchOptions<T> {
  /** Runs once all jobs of the batch have ended. */
  ended?: NewJob<T>;
  /** Runs once all jobs of the batch have ended, if each has succeeded. It is cancelled otherwise. */
  succeeded?: NewJob<T>;
}

/** The progress of a batch. */
export type BatchProgress = Omit<Children, "children" | "cursor">;

/**
 * Cancels jobs. A batch gets the function from the program that uses it: an import here would make each program load its script that
 * only enqueues.
 */
export type CancelJobs = (ids: readonly string[]) => Promise<{ ok: boolean }[]>;

// In Redis, a job that waits for what becomes of a batch has this child.
const RESULT_OF = "\u0002";
const PAGE = 1_000;

/** A batch of jobs. */
export class Batch<T> {
  /** The id of the job that waits for the batch. */
  readonly id: string;
  readonly #context: QueueContext<unknown, T>;
  readonly #cancelJobs: CancelJobs;

  /** Names a batch. Sends nothing. */
  constructor(context: QueueContext<unknown, T>, id: string, cancelJobs: CancelJobs) {
    this.#context = context;
    this.#cancelJobs = cancelJobs;
    this.id = validateId(id);
  }

  /** Adds jobs to the batch, in one request. Rejects once the batch is sealed. */
  add(jobs: readonly NewJob<T>[], options: RequestOptions = {}): Promise<EnqueueResult[]> {
    return this.#run((context) =>
      enqueueWaiting(context as QueueContext<unknown>, jobs, { ...options, batch: this.id }),
    );
  }

  /** Ends the adding of jobs. The batch has ended once its last job has. */
  seal(): Promise<void> {
    return this.#run(async (context) => {
      const { seal } = await loadOnDemandScripts();
      const reply = await context.call(seal, { id: this.id });
      const [letter] = reply.values;
      if (letter === "U") throw invalidArgument(`no batch has the id ${JSON.stringify(this.id)}`);
      if (letter !== "s") throw badReplyError(reply);
      await resolveWaiting(context, { ids: [this.id] });
    });
  }

  /** Resolves with the number of the jobs of the batch, and of those that have ended. */
  progress(): Promise<BatchProgress> {
    return this.#run(async (context) => {
      const { children: _, cursor: __, ...progress } = await this.#read(context, { limit: 1 });
      return progress;
    });
  }

  /** Lists the jobs of the batch, a page at a time. */
  jobs(options: ChildrenOptions = {}): Promise<Children> {
    return this.#run((context) => this.#read(context, options));
  }

  /** Cancels the batch: the job that waits for it, and all jobs that have not ended. Resolves with the number of the latter. */
  cancel(): Promise<number> {
    return this.#run(async (context) => {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await this.#read(context, { limit: PAGE, ...(cursor !== undefined && { cursor }) });
        ids.push(...page.children.filter(({ state }) => state === undefined).map(({ id }) => id));
        cursor = page.children.at(-1)?.state === undefined ? page.cursor : undefined;
      } while (cursor !== undefined);
      await this.#cancelJobs([this.id]);
      let cancelled = 0;
      for (let from = 0; from < ids.length; from += PAGE) {
        const results = await this.#cancelJobs(ids.slice(from, from + PAGE));
        cancelled += results.filter(({ ok }) => ok).length;
      }
      await resolveWaiting(context, { ids: [this.id], scans: true });
      return cancelled;
    });
  }

  /** Reads a page of the jobs. Rejects if there is no such batch. */
  async #read(context: QueueContext<unknown, T>, options: ChildrenOptions): Promise<Children> {
    const { exists, ...page } = await readChildren(context, this.id, options);
    if (!exists) throw invalidArgument(`no batch has the id ${JSON.stringify(this.id)}`);
    return page;
  }

  #run<R>(operation: (context: QueueContext<unknown, T>) => Promise<R>): Promise<R> {
    return this.#context.labelErrors(() => operation(this.#context));
  }
}

/** Starts a batch, to which jobs may be added until it is sealed. */
export async function startBatch<Input>(
  context: QueueContext<unknown, Input>,
  options: BatchOptions<Input>,
  { idempotencyKey, cancelJobs }: RequestOptions & { cancelJobs: CancelJobs },
): Promise<Batch<Input>> {
  if (idempotencyKey !== undefined) validateId(idempotencyKey);
  const { ended, succeeded } = validateOptions(options, "ended succeeded");
  const callbacks = [ended, succeeded].filter((job) => job !== undefined);
  if (callbacks.length === 0) throw invalidArgument("a batch needs a job that runs when it has ended or succeeded");
  const [first, second] = await prepareAll(context as QueueContext<unknown>, callbacks as NewJob<unknown>[], {
    idempotencyKey,
  });
  const id = first?.id ?? "";
  const waits = [
    { job: first, wait: { ids: [], policy: ended ? "run" : "cancel", isOpen: true } },
    ...(second ? [{ job: second, wait: { ids: [RESULT_OF + id], policy: "cancel" } }] : []),
  ] as PreparedWait[];
  await sendWaiting(context as QueueContext<unknown>, waits, { idempotencyKey });
  return new Batch(context, id, cancelJobs);
}
