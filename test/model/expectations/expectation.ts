// Each operation twice: the call of the real queue, and the outcome that the model expects.

import type { Queue } from "../../../src/index.ts";
import { readHeldLetter } from "../../../src/queue/jobs/stored/letters.ts";
import type { Operation } from "../operations/operation.ts";
import { explain } from "../queue/explain.ts";
import { register } from "../queue/jobs/enqueue.ts";
import { extend, progress } from "../queue/jobs/settle.ts";
import * as operate from "../queue/operate.ts";
import type { Program } from "../queue/program.ts";
import * as look from "../queue/reads.ts";
import type { Model } from "../queue/state/model.ts";
import type { Answer, Done, Head, Request } from "../queue/state/requests.ts";
import type { World } from "../real/real-queue.ts";
import type { Sent } from "../real/sent-request.ts";
import { cleaningDeep, repairing } from "./audit.ts";
import { enqueueing, leasing, refOf, settling, turning } from "./work.ts";

/** The place where an operation is played. */
export interface Scene {
  model: Model;
  hands: Head[];
  program: Program;
  world: World;
}

type Ask = (queue: Queue<unknown>) => Promise<unknown>;

/** An operation whose requests may be repeated: one, or several, where each goes on with what the ones before have left. */
export interface Repeatable {
  ask: Ask;
  /** The idempotency key of the request and the content to which it is bound. */
  named?: { idempotencyKey: string; content: unknown };
  /** Called before the first of the requests is sent. */
  begin?(): void;
  /** Carries out a request on the model, as often as it is sent. `before` holds the answers to the earlier requests. */
  once(request: Request, sent: Sent, before: readonly Done[]): Answer;
  /** Returns the outcome for the caller, from the last answer to each request. */
  outcome(answers: [Done, ...Done[]]): unknown;
}

/** An operation whose requests are not repeated. */
export interface Single {
  ask: Ask;
  /** Carries out the operation on the model, and returns its outcome. */
  answer(actual: unknown): unknown;
}

export type Asked = Exclude<Operation, { do: "pass" | "again" }>;

export function expectationOf(operation: Asked, scene: Scene): Repeatable | Single {
  const { model, program, world } = scene;
  const { settings } = program;
  switch (operation.do) {
    case "enqueue":
      return enqueueing(operation, scene);
    case "lease":
      return leasing(operation, scene);
    case "turn":
      return turning(operation, scene);
    case "settle":
      return settling(operation, scene);
    case "extend": {
      const refs = operation.hands.map((hand) => refOf(hand, scene));
      const { for: duration, worker } = operation;
      return {
        ask: (queue) => queue.extend(refs, duration, worker === undefined ? {} : { worker }),
        once: (request) => extend(model, request, { refs, duration, worker: worker ?? "" }),
        outcome: ([answer]) => {
          const [letters = "", endsAt] = textOf(answer).split("\n");
          const ended = (letter: string) => (letter === "l" ? { leasedUntil: Number(endsAt) } : {});
          return [...letters].map((letter, i) => ({ ...readHeldLetter(letter, refs[i]?.id ?? ""), ...ended(letter) }));
        },
      };
    }
    case "progress": {
      const { hand, fraction, note, extend: duration } = operation;
      const ref = refOf(hand, scene);
      const options = {
        ...(note === undefined ? {} : { note }),
        ...(duration === undefined ? {} : { extend: duration }),
      };
      const text = fraction + (note === undefined ? "" : ` ${JSON.stringify(note)}`);
      return {
        ask: (queue) => queue.progress(ref, fraction, options),
        once: (request) => progress(model, request, { ref, note: text, duration }),
        outcome: ([answer]) => readHeldLetter(textOf(answer), ref.id),
      };
    }
    case "cancel": {
      const { ids } = operation;
      return {
        ask: (queue) => queue.cancel(ids),
        once: (request, _, before) => operate.cancel(model, request, ids.slice(before.map(textOf).join("").length)),
        outcome: (answers) => {
          const letters = answers.map(textOf).join("");
          return Array.from(letters, (letter, i) => ({ id: ids[i], ...CANCELLED[letter] }));
        },
      };
    }
    case "promote":
      return {
        ask: (queue) => queue.promote(operation.ids),
        once: (request) => operate.promote(model, request, operation.ids),
        outcome: ([answer]) =>
          [...textOf(answer)].map((letter, i) => ({
            id: operation.ids[i],
            ...(letter === "d" ? { ok: true } : { ok: false, reason: "not_delayed" }),
          })),
      };
    case "redrive": {
      const { ids, limit } = operation;
      const which = ids ? { ids } : { limit: limit ?? 500 };
      return {
        ask: (queue) => queue.redrive({ ...(ids ? { ids } : {}), ...(limit ? { limit } : {}) }),
        once: (request) => operate.redrive(model, request, which),
        outcome: ([answer]) => redrivenBy(answer),
      };
    }
    case "pause":
      return {
        ask: (queue) => queue.pause(),
        once: (request) => operate.pause(model, request),
        outcome: () => undefined,
      };
    case "resume":
      return {
        ask: (queue) => queue.resume(),
        once: (request) => operate.resume(model, request),
        outcome: () => undefined,
      };
    case "clean":
      return {
        ask: (queue) => queue.clean({ limit: operation.limit }),
        once: (request) => operate.clean(model, request, { limit: operation.limit, settings }),
        outcome: ([answer]) => {
          const [reclaimed = 0, failed = 0, promoted = 0, expired, removed, workers, more] = numbersOf(answer);
          if (reclaimed + failed + promoted > 0) keepRegistered(scene);
          return { reclaimed, failed, promoted, expired, removed, workers, more: more === 1 };
        },
      };
    case "purge":
      return {
        ask: (queue) => queue.purge(operation.state),
        once: (request) => operate.purge(model, request, operation.state),
        // A request that leaves some is followed by another one.
        outcome: (answers) => sumUntil(answers, ([, isMore]) => isMore === 0),
      };
    case "failWorker":
      return {
        ask: (queue) => queue.failWorker(operation.worker),
        once: (request) => operate.failWorker(model, request, { ...settings, worker: operation.worker }),
        // A request that finds some is followed by another one.
        outcome: (answers) => sumUntil(answers, ([number]) => number === 0),
      };
    case "destroy":
      return {
        ask: (queue) => queue.destroy(),
        begin: () => program.noteRegistered(undefined),
        once: (request) => operate.destroy(model, request),
        outcome: () => void model.queues.delete(world.name),
      };
    case "deepClean":
      return cleaningDeep(operation, scene);
    case "repair":
      return repairing(operation, scene);
    default:
      return looking(operation, scene);
  }
}

/** Enters the queue into the registry, unless the program knows that it is there. */
export function keepRegistered({ model, program, world }: Scene): void {
  if (program.knowsRegistered(model.now)) return;
  register(model, world.name);
  program.noteRegistered(model.now);
}

/** Returns the sum of the first numbers of several answers, of which only the last may be the last one. */
function sumUntil(answers: readonly Done[], isLast: (numbers: number[]) => boolean): number {
  const numbers = answers.map(numbersOf);
  if (numbers.findIndex(isLast) !== numbers.length - 1)
    throw new Error("the client has sent a request too many or too few");
  return numbers.reduce((sum, [number = 0]) => sum + number, 0);
}

type Question = Extract<Asked, { do: "get" | "result" | "wait" | "explain" | "list" | "counts" | "workers" }>;

function looking(operation: Question, { model, program: { settings } }: Scene): Single {
  switch (operation.do) {
    case "get": {
      const shown = () => {
        const job = model.jobs.get(operation.id);
        return job && look.shownJob(job, settings);
      };
      return once((queue) => queue.get(operation.id), shown);
    }
    case "result":
      return once(
        (queue) => queue.result(operation.id),
        () => look.result(model, operation.id),
      );
    case "wait":
      return once(
        (queue) => queue.wait(operation.id, { timeout: 0 }),
        () => look.outcome(model, operation.id),
      );
    case "explain":
      return once(
        (queue) => queue.explain(operation.id),
        () => explain(model, operation.id, settings),
      );
    case "list": {
      const { state, offset, limit } = operation;
      return once(
        (queue) => queue.list(state, { cursor: String(offset), limit }),
        () => look.list(model, state, offset, limit, settings),
      );
    }
    case "counts":
      return once(countsOf, () => look.counts(model));
    case "workers":
      return once(
        (queue) => queue.workers(),
        () => look.workers(model),
      );
  }
}

function redrivenBy(answer: Done): object {
  const [redriven, left] = numbersOf(answer);
  return { redriven, left };
}

const CANCELLED: Record<string, object> = {
  r: { ok: true, was: "ready" },
  d: { ok: true, was: "delayed" },
  l: { ok: true, was: "leased" },
  F: { ok: false, reason: "failed" },
  C: { ok: false, reason: "done" },
  U: { ok: false, reason: "unknown" },
};

function once(ask: Ask, answer: () => unknown): Single {
  return { ask, answer };
}

/** Returns the text of a reply that has one. */
export function textOf({ reply }: Done): string {
  return "text" in reply ? reply.text : "";
}

/** Returns the numbers in the first line of a reply. */
function numbersOf(answer: Done): number[] {
  const [line = ""] = textOf(answer).split("\n");
  return line.split(" ").map(Number);
}

/** Returns the counts without totals that are zero. */
async function countsOf(queue: Queue<unknown>): Promise<unknown> {
  const { totals, ...counts } = await queue.counts();
  return { ...counts, totals: Object.fromEntries(Object.entries(totals).filter(([, total]) => total > 0)) };
}
