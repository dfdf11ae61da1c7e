// The expectation of each operation: its call of the real queue, and its result on the model.

import { withoutUndefined } from "../../../src/base/without-undefined.ts";
import { readHeldLetter } from "../../../src/queue/jobs/stored/letters.ts";
import type { CallOperation } from "../operations/planned-operation.ts";
import { extend, progress } from "../queue/jobs/settle.ts";
import * as operate from "../queue/operate.ts";
import type { AcceptedResult } from "../queue/state/requests.ts";
import { argumentOf, type SentRequest } from "../real/sent-request.ts";
import { expectDeepClean, expectRepair } from "./audit.ts";
import {
  ensureRegistered,
  type PlayContext,
  type RepeatableCall,
  replyNumbers,
  replyText,
  type SingleCall,
} from "./context.ts";
import { expectGroups } from "./groups.ts";
import { expectRead } from "./reads.ts";
import { expectEnqueue, expectLease, expectSettle, expectTurn, toLeaseRef } from "./work.ts";

/** Returns the expectation of an operation: its call of the real queue, and its result according to the model. */
export function expectationFor(operation: CallOperation, context: PlayContext): RepeatableCall | SingleCall {
  const { model, program, realQueue } = context;
  const { settings } = program;
  switch (operation.do) {
    case "enqueue":
      return expectEnqueue(operation, context);
    case "lease":
      return expectLease(operation, context);
    case "turn":
      return expectTurn(operation, context);
    case "settle":
      return expectSettle(operation, context);
    case "extend": {
      const refs = operation.leases.map((choice) => toLeaseRef(choice, context));
      const { for: duration, worker } = operation;
      return {
        call: (queue) => queue.extend(refs, duration, withoutUndefined({ worker })),
        carryOut: (request) => extend(model, request, { refs, duration, worker: worker ?? "" }),
        toResult: ([result]) => {
          const [letters = "", endsAt] = replyText(result).split("\n");
          const leasedUntil = (letter: string) => (letter === "l" ? { leasedUntil: Number(endsAt) } : {});
          return [...letters].map((letter, i) => ({
            ...readHeldLetter(letter, refs[i]?.id ?? ""),
            ...leasedUntil(letter),
          }));
        },
      };
    }
    case "progress": {
      const { lease, fraction, note, extend: duration } = operation;
      const ref = toLeaseRef(lease, context);
      const options = withoutUndefined({ note, extend: duration });
      const text = fraction + (note === undefined ? "" : ` ${JSON.stringify(note)}`);
      return {
        call: (queue) => queue.progress(ref, fraction, options),
        carryOut: (request) => progress(model, request, { ref, note: text, duration }),
        toResult: ([result]) => readHeldLetter(replyText(result), ref.id),
      };
    }
    case "cancel": {
      const { ids } = operation;
      return {
        call: (queue) => queue.cancel(ids),
        carryOut: (request, _, earlier) =>
          operate.cancel(model, request, { ids: ids.slice(earlier.map(replyText).join("").length) }),
        toResult: (results) => {
          const letters = results.map(replyText).join("");
          return Array.from(letters, (letter, i) => ({ id: ids[i], ...CANCEL_RESULTS[letter] }));
        },
      };
    }
    case "promote": {
      const { ids } = operation;
      return {
        call: (queue) => queue.promote(ids),
        carryOut: (request) => operate.promote(model, request, { ids }),
        toResult: ([result]) =>
          [...replyText(result)].map((letter, i) => ({
            id: ids[i],
            ...(letter === "d" ? { ok: true } : { ok: false, reason: "not_delayed" }),
          })),
      };
    }
    case "redrive": {
      const { ids, limit, change } = operation;
      const chosen = ids ? { ids } : { limit: limit ?? 500 };
      return {
        call: (queue) => queue.redrive(withoutUndefined({ ids, limit, change })),
        carryOut: (request, sent) =>
          operate.redrive(model, request, { ...chosen, change, ...(change && { read: readRuns(sent) }) }),
        readsFirst: change !== undefined,
        toResult: ([result]) => {
          const [redriven, left] = replyNumbers(result);
          return { redriven, left };
        },
      };
    }
    case "pause":
    case "resume": {
      const carryOut = operation.do === "pause" ? operate.pause : operate.resume;
      return {
        call: (queue) => queue[operation.do](),
        carryOut: (request) => carryOut(model, request),
        toResult: () => undefined,
      };
    }
    case "clean":
      return {
        call: (queue) => queue.clean({ limit: operation.limit }),
        carryOut: (request) => operate.clean(model, request, { limit: operation.limit, settings }),
        toResult: ([result]) => {
          const [reclaimed = 0, failed = 0, promoted = 0, expired, removed, workers, more] = replyNumbers(result);
          if (reclaimed + failed + promoted > 0) ensureRegistered(context);
          return { reclaimed, failed, promoted, expired, removed, workers, more: more === 1 };
        },
      };
    case "purge":
      return {
        call: (queue) => queue.purge(operation.state),
        carryOut: (request) => operate.purge(model, request, { state: operation.state }),
        // A request that leaves jobs is followed by another one.
        toResult: (results) => sumReplies(results, ([, hasMore]) => hasMore === 0),
      };
    case "failWorker":
      return {
        call: (queue) => queue.failWorker(operation.worker),
        carryOut: (request, sent) => {
          const from = Number(argumentOf(sent, "from"));
          return operate.failWorker(model, request, { ...settings, worker: operation.worker, from });
        },
        toResult: (results) => results.map(replyText).reduce((sum, text) => sum + Number(text.split("\n")[0]), 0),
      };
    case "destroy":
      return {
        call: (queue) => queue.destroy(),
        begin: () => program.noteRegistered(undefined),
        carryOut: (request) => operate.destroy(model, request),
        toResult: () => void model.queues.delete(realQueue.name),
      };
    case "setGroup":
    case "setLimits":
    case "cancelGroup":
    case "group":
    case "groups":
      return expectGroups(operation, context);
    case "deepClean":
      return expectDeepClean(operation, context);
    case "repair":
      return expectRepair(operation, context);
    default:
      return expectRead(operation, context);
  }
}

/** Returns the states and fences of the runs that a redrive with a change has read, by id. */
function readRuns({ script, args }: SentRequest): Map<string, string> {
  const items = args.slice(script.args.indexOf("items..."));
  return new Map(items.flatMap((id, i) => (i % 3 === 0 ? [[id, items[i + 1] ?? ""] as const] : [])));
}

/** Returns the sum of the first numbers of several replies. Throws unless `isLast` is true for the last reply only. */
function sumReplies(results: readonly AcceptedResult[], isLast: (numbers: number[]) => boolean): number {
  const numbers = results.map(replyNumbers);
  if (numbers.findIndex(isLast) !== numbers.length - 1)
    throw new Error("the client sent a request too many or too few");
  return numbers.reduce((sum, [number = 0]) => sum + number, 0);
}

const CANCEL_RESULTS: Record<string, object> = {
  r: { ok: true, was: "ready" },
  d: { ok: true, was: "delayed" },
  b: { ok: true, was: "blocked" },
  l: { ok: true, was: "leased" },
  f: { ok: true, was: "failed" },
  F: { ok: false, reason: "failed" },
  C: { ok: false, reason: "done" },
  U: { ok: false, reason: "unknown" },
};
