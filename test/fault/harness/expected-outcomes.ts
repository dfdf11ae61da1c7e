// Finds the states in which a script may end: the state before it, and the states after any set of its units of work.
import type { Dump } from "../kit/database.ts";
import type { Harness, Outcome, Reply, ScriptTexts } from "./harness.ts";
import type { ScriptCase } from "./script-cases.ts";

/** The outcomes that a case may have if some of its writes are refused. */
export interface ExpectedOutcomes {
  before: Dump;
  undisturbed: Outcome;
  /** The number of units that the script commits undisturbed. */
  units: number;
  /** The replies that belong to each state, by the text of the state. */
  replies: Map<string, Reply[]>;
}

/** Finds each state that a case may leave: runs it once for each set of its units of work, and refuses the others. */
export async function findExpectedOutcomes(
  harness: Harness,
  scriptCase: ScriptCase,
  texts: ScriptTexts = {},
): Promise<ExpectedOutcomes> {
  await harness.restore(scriptCase);
  const before = await harness.database.dump();
  const undisturbed = await harness.run(scriptCase, { texts });
  const replies = new Map<string, Reply[]>();
  let units = 0;
  const plans: ("pass" | "refuse")[][] = [[]];
  for (let plan = plans.pop(); plan; plan = plans.pop()) {
    const outcome = await harness.run(scriptCase, { refusal: { units: plan }, texts });
    if (plan.length === 0) units = outcome.tried;
    const state = formatState(outcome.state);
    replies.set(state, [...(replies.get(state) ?? []), outcome.reply]);
    for (let i = plan.length; i < outcome.tried; i++) {
      plans.push([...plan, ...Array<"pass">(i - plan.length).fill("pass"), "refuse"]);
    }
  }
  return { before, undisturbed, units, replies };
}

const AUXILIARY_KEYS = /:(endings|endings:before|workers|history|hours)$/;

/**
 * Formats a state as one comparable text. Leaves out what belongs to no unit: the endings of jobs, the workers, the policy
 * and the number of replays; and the remembered replies with `replies: false`.
 */
export function formatState(state: Dump, { replies = true } = {}): string {
  const entries = Object.entries(state).filter(([key]) => !AUXILIARY_KEYS.test(key) && (replies || !/:repl/.test(key)));
  const formatted = entries.map(([key, [type, expires, content]]) => {
    if (!key.endsWith(":meta")) return [key, type, expires, content];
    const { policy: _, replayed: __, ...fields } = content as Record<string, string>;
    return [key, type, expires, fields];
  });
  return JSON.stringify(formatted);
}

/** Lists the recorded endings of jobs, without their ticks, which depend on the earlier units. */
export function listEndings(state: Dump): string[] {
  return Object.entries(state)
    .filter(([key]) => /:endings(:before)?$/.test(key))
    .flatMap(([, [, , content]]) => Object.entries(content as Record<string, string>))
    .filter(([id]) => id !== "")
    .map(([id, ending]) => `${id} ${ending[0]}`);
}
