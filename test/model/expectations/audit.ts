// The deep clean, of undamaged queues and of damaged ones.

import { auditWhole, commandsOf, damagedBy, NO_REPAIRS } from "../queue/audit.ts";
import { commit } from "../queue/state/model.ts";
import { type Asked, keepRegistered, type Scene, type Single } from "./expectation.ts";

const AUDIT = /^([1-9]|1\d|2[0-3]) \d+$/;
/** The point where a round begins. */
const START = "1 0";

export function cleaningDeep({ slice, limit }: Asked & { do: "deepClean" }, scene: Scene): Single {
  const { model, world } = scene;
  return {
    ask: (queue) => queue.deepClean({ slice, ...(limit === undefined ? {} : { limit }) }),
    answer: async (actual) => {
      if (!model.isMade) return { ...NO_REPAIRS, finished: true, examined: 0 };
      if (limit === undefined && isAtStart(scene)) return wholeRound(scene, []);
      commit(model);
      const { finished, examined } = actual as { finished: boolean; examined: number };
      if (examined > 0) keepRegistered(scene);
      // Only Redis knows the point that a part of a round has reached.
      model.audit = await world.meta("audit");
      if (!AUDIT.test(model.audit ?? "")) throw new Error(`the audit is at ${model.audit}`);
      return { ...NO_REPAIRS, finished: limit === undefined || finished, examined };
    },
  };
}

/** A deep clean right after damage. */
export function repairing({ damage, ids }: Asked & { do: "repair" }, scene: Scene): Single {
  const { model, world } = scene;
  const jobs = model.isMade && isAtStart(scene) ? damagedBy(model, damage, ids) : [];
  if (jobs.length === 0) return cleaningDeep({ do: "deepClean", as: 0, slice: 1_000 }, scene);
  const commands = jobs.flatMap((job) => commandsOf(model, damage, job));
  return {
    ask: async (queue) => {
      if (world.clock === undefined) await world.command(commands);
      return queue.deepClean();
    },
    answer: () => wholeRound(scene, jobs, damage),
  };
}

type Damaged = Parameters<typeof auditWhole>;

function wholeRound(scene: Scene, jobs: Damaged[2], damage: Damaged[1] = "state"): object {
  const { repairs, examined } = auditWhole(scene.model, damage, jobs);
  scene.model.audit = START;
  if (examined > 0) keepRegistered(scene);
  return { ...repairs, finished: true, examined };
}

function isAtStart({ model: { audit } }: Scene): boolean {
  return audit === undefined || audit === START;
}
