// Each operation twice: as it is asked of the real queue, and as the model expects its outcome.
import { readHeld } from "../../src/core/record.ts";
import type { Queue } from "../../src/index.ts";
import { cleaningDeep } from "./expect-audit.ts";
import { enqueueing, leasing, refOf, settling, turning } from "./expect-work.ts";
import type { Operation } from "./operations.ts";
import { explain } from "./queue/explain.ts";
import * as look from "./queue/look.ts";
import type { Model } from "./queue/model.ts";
import * as operate from "./queue/operate.ts";
import type { Program } from "./queue/program.ts";
import type { Answer, Head, Request } from "./queue/requests.ts";
import { extend, progress } from "./queue/settle.ts";
import type { Sent } from "./sent.ts";
import type { World } from "./world.ts";

/** Where an operation is played. */
export interface Scene {
  model: Model;
  hands: Head[];
  program: Program;
  world: World;
}

type Ask = (queue: Queue<unknown>) => Promise<unknown>;

/** An operation that is one request whose reply is remembered. */
export interface Remembered {
  ask: Ask;
  /** The name of the request and the content that it is bound to, where its sender named it. */
  named?: { nonce: string; content: unknown };
  /** Carries the request out on the model, as often as it is sent. */
  once(request: Request, sent: Sent): Answer;
  /** Returns the outcome that the caller is given, by the last answer. */
  outcome(answer: Answer & { status: "ok" | "again" }): unknown;
}

/** An operation whose replies are not remembered. */
export interface Unremembered {
  ask: Ask;
  /** Carries the operation out on the model, and returns its outcome. */
  answer(actual: unknown): unknown;
  /** Whether the first of its requests may arrive again. */
  mayRepeat: boolean;
}

export type Asked = Exclude<Operation, { do: "pass" | "again" | "fill" }>;

export function expectationOf(operation: Asked, scene: Scene): Remembered | Unremembered {
  const { model, world } = scene;
  const { settings } = scene.program;
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
      const ended = (letter: string) => (letter === "l" ? { leasedUntil: model.now + duration } : {});
      return repeatable(
        (queue) => queue.extend(refs, duration, worker === undefined ? {} : { worker }),
        () => [...extend(model, refs, duration, worker ?? "")].map((each) => ({ ...readHeld(each), ...ended(each) })),
      );
    }
    case "progress": {
      const { do: _, hand, fraction, as: __, lose: ___, isGone: ____, ...options } = operation;
      const ref = refOf(hand, scene);
      const note = options.note === undefined ? "" : ` ${JSON.stringify(options.note)}`;
      return repeatable(
        (queue) => queue.progress(ref, fraction, options),
        () => readHeld(progress(model, ref, fraction + note, options.extend)),
      );
    }
    case "cancel": {
      const { ids } = operation;
      return {
        ask: (queue) => queue.cancel(ids),
        once: (request) => operate.cancel(model, request, ids),
        outcome: (answer) => [...textOf(answer)].map((letter, i) => ({ id: ids[i], ...CANCELLED[letter] })),
      };
    }
    case "promote":
      return {
        ask: (queue) => queue.promote(operation.ids),
        once: (request) => operate.promote(model, request, operation.ids),
        outcome: (answer) => [...textOf(answer)].map((letter) => letter === "d"),
      };
    case "redrive": {
      const { ids, limit } = operation;
      const which = ids ? { ids } : { limit: limit ?? 500 };
      return {
        ask: (queue) => queue.redrive({ ...(ids ? { ids } : {}), ...(limit ? { limit } : {}) }),
        once: (request) => operate.redrive(model, request, which),
        outcome: (answer) => Number(textOf(answer).split(" ")[0]),
      };
    }
    case "pause":
      return repeatable(
        (queue) => queue.pause(),
        () => operate.pause(model),
      );
    case "resume":
      return repeatable(
        (queue) => queue.resume(),
        () => operate.resume(model),
      );
    case "clean":
      return repeatable(
        (queue) => queue.clean({ limit: operation.limit }),
        () => operate.clean(model, operation.limit, settings),
      );
    case "purge":
      return once(
        (queue) => queue.purge(operation.state),
        () => operate.purge(model, operation.state),
      );
    case "failWorker":
      return once(
        (queue) => queue.failWorker(operation.worker),
        () => operate.failWorker(model, operation.worker),
      );
    case "destroy":
      return once(
        (queue) => queue.destroy(),
        () => {
          operate.destroy(model, world.name, settings);
          scene.program.noteRegistered(undefined);
        },
      );
    case "deepClean":
      return cleaningDeep(operation, scene);
    default:
      return looking(operation, scene);
  }
}

type Question = Extract<Asked, { do: "get" | "result" | "wait" | "explain" | "list" | "counts" | "workers" }>;

function looking(operation: Question, { model, program: { settings } }: Scene): Unremembered {
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

const CANCELLED: Record<string, object> = {
  r: { cancelled: true, was: "ready" },
  d: { cancelled: true, was: "delayed" },
  l: { cancelled: true, was: "leased" },
  F: { cancelled: false, is: "failed" },
  C: { cancelled: false, is: "done" },
  U: { cancelled: false, is: "unknown" },
};

function once(ask: Ask, answer: () => unknown): Unremembered {
  return { ask, answer, mayRepeat: false };
}

function repeatable(ask: Ask, answer: () => unknown): Unremembered {
  return { ask, answer, mayRepeat: true };
}

/** Returns the text of a reply that has one. */
export function textOf({ reply }: Answer & { status: "ok" | "again" }): string {
  return "text" in reply ? reply.text : "";
}

/** The counts, without totals that are zero. */
async function countsOf(queue: Queue<unknown>): Promise<unknown> {
  const { totals, ...counts } = await queue.counts();
  return { ...counts, totals: Object.fromEntries(Object.entries(totals).filter(([, total]) => total > 0)) };
}
