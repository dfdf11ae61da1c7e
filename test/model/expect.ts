// Each operation twice: as it is asked of the real queue, and what the model expects of it.
import { readVerdict } from "../../src/core/record.ts";
import type { Queue } from "../../src/index.ts";
import { enqueueing, itemOf, leasing, refOf, turning } from "./expect-work.ts";
import * as look from "./look.ts";
import type { Head, Model } from "./model.ts";
import * as operate from "./operate.ts";
import type { Operation } from "./operations.ts";
import { nonceOf, type Sent } from "./sent.ts";
import type { Settings } from "./settings.ts";
import { extend, progress, settleOnce } from "./settle.ts";
import type { World } from "./world.ts";

/** Where an operation is played. */
export interface Scene {
  model: Model;
  hands: Head[];
  settings: Settings;
  world: World;
}

/** How an operation is asked, and what should come of it. */
export interface Expectation {
  ask(queue: Queue<unknown>): Promise<unknown>;
  /** What the answer should be; it carries the operation out on the model. */
  answer(sent: Sent, actual: unknown): unknown;
  /** What the one request of it does to the model, where it may come again. */
  repeat?(sent: Sent): unknown;
}

export type Asked = Exclude<Operation, { do: "pass" | "again" }>;

export function expectationOf(operation: Asked, scene: Scene): Expectation {
  const { model, settings, world } = scene;
  const under = "nonce" in operation && operation.nonce !== undefined ? { nonce: operation.nonce } : {};
  switch (operation.do) {
    case "enqueue":
      return enqueueing(operation, scene, under);
    case "lease":
      return leasing(operation.lease, operation.limit, scene, under);
    case "turn":
      return turning(operation, scene, under);
    case "settle": {
      const items = operation.settle.map((item) => itemOf(item, scene));
      const modelled = items.map(([, item]) => item);
      const once = ({ keys }: Sent) => settleOnce(model, nonceOf(keys), modelled, settings);
      return {
        ask: (queue) =>
          queue.settle(
            items.map(([item]) => item),
            under,
          ),
        repeat: once,
        answer: (sent) => verdictsOr(once(sent)),
      };
    }
    case "extend": {
      const refs = operation.hands.map((hand) => refOf(hand, scene));
      const [{ for: duration, worker }] = [operation];
      const once = () => extend(model, refs, duration, worker ?? "");
      const ended = (letter: string) => (letter === "L" ? { leasedUntil: model.now + duration } : {});
      return {
        ask: (queue) => queue.extend(refs, duration, worker === undefined ? {} : { worker }),
        repeat: once,
        answer: () => [...once()].map((letter) => ({ ...readVerdict(letter), ...ended(letter) })),
      };
    }
    case "progress": {
      const { do: _, hand, fraction, as: __, lose: ___, ...options } = operation;
      const ref = refOf(hand, scene);
      const note = options.note === undefined ? "" : ` ${JSON.stringify(options.note)}`;
      const once = () => progress(model, ref, fraction + note, options.extend);
      return {
        ask: (queue) => queue.progress(ref, fraction, options),
        repeat: once,
        answer: () => readVerdict(once()),
      };
    }
    case "cancel": {
      const once = ({ keys }: Sent) => operate.cancel(model, nonceOf(keys), operation.ids, settings);
      return {
        ask: (queue) => queue.cancel(operation.ids),
        repeat: once,
        answer: (sent) => [...once(sent)].map((letter, i) => ({ id: operation.ids[i], ...CANCELLED[letter] })),
      };
    }
    case "promote": {
      const once = ({ keys }: Sent) => operate.promote(model, nonceOf(keys), operation.ids, settings);
      return {
        ask: (queue) => queue.promote(operation.ids),
        repeat: once,
        answer: (sent) => [...once(sent)].map((letter) => letter === "P"),
      };
    }
    case "redrive": {
      const { ids, limit } = operation;
      const which = ids ? { ids } : { limit: limit ?? 500 };
      const once = ({ keys }: Sent) => operate.redrive(model, nonceOf(keys), which, settings);
      return {
        ask: (queue) => queue.redrive({ ...(ids ? { ids } : {}), ...(limit ? { limit } : {}) }),
        repeat: once,
        answer: once,
      };
    }
    case "pause":
      return simple(
        (queue) => queue.pause(),
        () => operate.pause(model),
      );
    case "resume":
      return simple(
        (queue) => queue.resume(),
        () => operate.resume(model),
      );
    case "clean":
      return simple(
        (queue) => queue.clean({ limit: operation.limit }),
        () => operate.clean(model, operation.limit, settings),
      );
    case "purge":
      return { ask: (queue) => queue.purge(operation.state), answer: () => operate.purge(model, operation.state) };
    case "failWorker":
      return {
        ask: (queue) => queue.failWorker(operation.worker),
        answer: () => operate.failWorker(model, operation.worker),
      };
    case "destroy":
      return { ask: (queue) => queue.destroy(), answer: () => operate.destroy(model, world.name) };
    case "deepClean":
      return deepCleaning(operation, scene);
    case "get": {
      const { id } = operation;
      const shown = () => {
        const job = model.jobs.get(id);
        return job && look.shownJob(job, settings);
      };
      return { ask: (queue) => queue.get(id), answer: shown };
    }
    case "result":
      return { ask: (queue) => queue.result(operation.id), answer: () => look.result(model, operation.id) };
    case "wait":
      return {
        ask: (queue) => queue.wait(operation.id, { timeout: 0 }),
        answer: () => look.outcome(model, operation.id),
      };
    case "list": {
      const { state, offset, limit } = operation;
      return {
        ask: (queue) => queue.list(state, { cursor: String(offset), limit }),
        answer: () => look.list(model, state, offset, limit, settings),
      };
    }
    case "counts":
      return { ask: countsOf, answer: () => look.counts(model) };
    case "workers":
      return { ask: (queue) => queue.workers(), answer: () => look.workers(model) };
  }
}

const CANCELLED: Record<string, object> = {
  R: { cancelled: true, was: "ready" },
  D: { cancelled: true, was: "delayed" },
  L: { cancelled: true, was: "leased" },
  F: { cancelled: false, is: "failed" },
  O: { cancelled: false, is: "done" },
  U: { cancelled: false, is: "unknown" },
};

function simple(ask: Expectation["ask"], once: () => unknown): Expectation {
  return { ask, answer: once, repeat: once };
}

/** Totals that are zero were never written. */
async function countsOf(queue: Queue<unknown>): Promise<unknown> {
  const { totals, ...counts } = await queue.counts();
  return { ...counts, totals: Object.fromEntries(Object.entries(totals).filter(([, total]) => total > 0)) };
}

function verdictsOr(letters: string): unknown {
  return letters === "bad_reply" ? { error: letters } : [...letters].map(readVerdict);
}

/** What is whole is left as it is; how far the audit came is Redis's business. */
function deepCleaning({ slice, limit }: Asked & { do: "deepClean" }, { model, world }: Scene): Expectation {
  const repaired = { orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };
  const jobs = [...model.jobs.values()];
  const entries = jobs.length * 2 + jobs.filter(({ run }) => run).length + jobs.filter(({ watched }) => watched).length;
  return {
    ask: (queue) => queue.deepClean({ slice, ...(limit === undefined ? {} : { limit }) }),
    answer: async (_, actual) => {
      const { finished, examined } = actual as { finished: boolean; examined: number };
      const isWhole = limit === undefined && (model.audit === undefined || model.audit === "1 0");
      model.audit = await world.meta("audit");
      if (!/^([1-9]|1\d|2[0-4]) \d+$/.test(model.audit ?? "")) throw new Error(`the audit is at ${model.audit}`);
      const isFinished = limit === undefined || finished;
      return { ...repaired, finished: isFinished, examined: isWhole ? entries : examined };
    },
  };
}
