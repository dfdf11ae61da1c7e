// The expectations of deep cleans: of an undamaged queue, and right after damage.

import { withoutUndefined } from "../../../src/base/without-undefined.ts";
import type { CallOperation } from "../operations/planned-operation.ts";
import { auditRound, type Damage, damageCommands, findDamageable, NO_REPAIRS } from "../queue/audit.ts";
import type { Job } from "../queue/state/model.ts";
import { commit } from "../queue/state/moves.ts";
import { ensureRegistered, type PlayContext, type SingleCall } from "./context.ts";

/** The stage and its cursor. */
const CURSOR = /^([1-9]|1\d|2[0-8]) \d+$/;
/** The cursor at which a round begins. */
const START = "1 0";

/** Returns the call of a deep clean, and its result according to the model. */
export function expectDeepClean(
  { slice, limit }: Pick<Extract<CallOperation, { do: "deepClean" }>, "slice" | "limit">,
  context: PlayContext,
): SingleCall {
  const { model, realQueue } = context;
  return {
    call: (queue) => queue.deepClean(withoutUndefined({ slice, limit })),
    result: async (actual) => {
      if (!model.exists) return { ...NO_REPAIRS, finished: true, examined: 0 };
      if (limit === undefined && isAtRoundStart(context)) return playRound(context, { jobs: [] });
      commit(model);
      const { finished, examined } = actual as { finished: boolean; examined: number };
      if (examined > 0) ensureRegistered(context);
      // Only Redis knows the cursor after a part of a round.
      model.audit = await realQueue.readMeta("audit");
      if (!CURSOR.test(model.audit ?? "")) throw new Error(`the cursor of the deep clean is ${model.audit}`);
      return { ...NO_REPAIRS, finished: limit === undefined || finished, examined };
    },
  };
}

/** Returns the call of a deep clean right after the damage that it causes, and its result according to the model. */
export function expectRepair(
  { damage, ids }: Extract<CallOperation, { do: "repair" }>,
  context: PlayContext,
): SingleCall {
  const { model, realQueue } = context;
  const jobs = model.exists && isAtRoundStart(context) ? findDamageable(model, { damage, ids }) : [];
  if (jobs.length === 0) return expectDeepClean({ slice: 1_000 }, context);
  const commands = jobs.flatMap((job) => damageCommands(job, { damage, now: model.now }));
  return {
    call: async (queue) => {
      if (realQueue.clock === undefined) await realQueue.sendCommands(commands);
      return queue.deepClean();
    },
    result: () => playRound(context, { jobs, damage }),
  };
}

/** Carries out a whole round of the deep clean on the model. Returns the result for the caller. */
function playRound(context: PlayContext, { jobs, damage = "state" }: { jobs: Job[]; damage?: Damage }): object {
  const { repairs, examined } = auditRound(context.model, { damage, jobs });
  context.model.audit = START;
  if (examined > 0) ensureRegistered(context);
  return { ...repairs, finished: true, examined };
}

function isAtRoundStart({ model: { audit } }: PlayContext): boolean {
  return audit === undefined || audit === START;
}
