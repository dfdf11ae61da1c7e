// The deep clean of a queue in which nothing is wrong: it repairs nothing, and looks at everything once a round.
import { hashOf } from "../../src/core/keys.ts";
import type { Asked, Scene, Unremembered } from "./expect.ts";
import { register } from "./queue/enqueue.ts";
import { commit, type Model, mortals } from "./queue/model.ts";

const HASHES = 16;

export function cleaningDeep(
  { slice, limit }: Asked & { do: "deepClean" },
  { model, program, world }: Scene,
): Unremembered {
  const repaired = { orphans: 0, doubles: 0, lost: 0, stray: 0, counters: 0 };
  return {
    ask: (queue) => queue.deepClean({ slice, ...(limit === undefined ? {} : { limit }) }),
    answer: async (actual) => {
      if (!model.isMade) return { ...repaired, finished: true, examined: 0 };
      commit(model);
      const { finished, examined } = actual as { finished: boolean; examined: number };
      if (examined > 0 && !program.knowsRegistered(model.now)) {
        register(model, world.name);
        program.noteRegistered(model.now);
      }
      const [stage = 1, cursor = 0, last = 0] = model.audit?.split(" ").map(Number) ?? [];
      const isWhole = limit === undefined && stage === 1 && cursor === 0;
      const round = wholeRound(model, last);
      // Only Redis knows how far a part of a round has come.
      model.audit = isWhole ? round.audit : await world.meta("audit");
      if (!/^([1-9]|1\d|2[0-4]) \d+ ([0-9]|1[0-6])$/.test(model.audit ?? ""))
        throw new Error(`the audit is at ${model.audit}`);
      return {
        ...repaired,
        finished: limit === undefined || finished,
        examined: isWhole ? round.examined : examined,
      };
    },
    mayRepeat: false,
  };
}

/** The number of entries of a round, and where the next one begins. Large payloads are gone through hash by hash. */
function wholeRound(model: Model, last: number): { examined: number; audit: string } {
  const jobs = [...model.jobs.values()];
  const only = model.flags.has("l") ? (last % HASHES) + 1 : 0;
  const read = jobs.filter(({ id }) => only === 0 || hashOf(id) + 1 === only);
  const fields = read.length + read.filter(({ run }) => run).length;
  return { examined: jobs.length + fields + mortals(model).length, audit: `1 0 ${only}` };
}
