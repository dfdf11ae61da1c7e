// The expectations of calls that only read.
import type { Queue } from "../../../src/index.ts";
import type { CallOperation } from "../operations/planned-operation.ts";
import { explain } from "../queue/explain.ts";
import * as reads from "../queue/reads.ts";
import type { PlayContext, SingleCall } from "./context.ts";

type ReadOperation = Extract<
  CallOperation,
  { do: "get" | "result" | "wait" | "explain" | "list" | "counts" | "workers" }
>;

const START_SENTENCE = " It will probably start ";

/** Returns the call of an operation that reads, and its result according to the model. */
export function expectRead(operation: ReadOperation, { model, program: { settings } }: PlayContext): SingleCall {
  switch (operation.do) {
    case "get":
      return {
        call: (queue) => queue.get(operation.id),
        result: () => {
          const job = model.jobs.get(operation.id);
          return job && { ...reads.toJobInfo(job, settings), ...(job.follower && { runsAgain: true }) };
        },
      };
    case "result":
      return { call: (queue) => queue.result(operation.id), result: () => reads.result(model, operation.id) };
    case "wait":
      return {
        call: (queue) => queue.wait(operation.id, { timeout: 0 }),
        result: () => reads.outcome(model, operation.id),
      };
    case "explain":
      return {
        call: (queue) => readExplanation(queue, operation.id),
        result: () => explain(model, operation.id, settings),
      };
    case "list": {
      const { state, offset, limit } = operation;
      return {
        call: (queue) => queue.list(state, { cursor: String(offset), limit }),
        result: () => reads.list(model, { state, offset, limit, settings }),
      };
    }
    case "counts":
      return { call: readCounts, result: () => reads.counts(model) };
    case "workers":
      return { call: (queue) => queue.workers(), result: () => reads.workers(model) };
  }
}

/** Explains a job, without its probable start: the model has no samples of the past. */
async function readExplanation(queue: Queue<unknown>, id: string): Promise<unknown> {
  const { startsAt, why, ...explanation } = await queue.explain(id);
  const isStated = why.includes(START_SENTENCE);
  if (isStated !== (startsAt !== undefined)) throw new Error(`startsAt is ${startsAt}, but the sentence is: ${why}`);
  return { ...explanation, why: isStated ? why.slice(0, why.indexOf(START_SENTENCE)) : why };
}

/** Returns the counts without totals that are zero. */
async function readCounts(queue: Queue<unknown>): Promise<unknown> {
  const { totals, ...counts } = await queue.counts();
  return { ...counts, totals: Object.fromEntries(Object.entries(totals).filter(([, total]) => total > 0)) };
}
