// Which states a script may leave behind: the one before it, and those after any of its units of work.
import type { Dump } from "./database.ts";
import type { Answer, CrashPoint, Outcome, Stage, Texts } from "./stage.ts";

/** How a script may come out where some of its writes are refused. */
export interface Expectation {
  before: Dump;
  undisturbed: Outcome;
  /** How many units it commits undisturbed. */
  units: number;
  /** The answers that belong to each state, by the state without notes. */
  answers: Map<string, Answer[]>;
}

/** Finds out about each choice of units, by refusing all others before they have written anything. */
export async function expectationOf(stage: Stage, point: CrashPoint, texts: Texts = {}): Promise<Expectation> {
  await stage.begin(point);
  const before = await stage.database.dump();
  const undisturbed = await stage.play(point, undefined, texts);
  const answers = new Map<string, Answer[]>();
  let units = 0;
  const plans: ("pass" | "refuse")[][] = [[]];
  for (let plan = plans.pop(); plan; plan = plans.pop()) {
    const outcome = await stage.play(point, { units: plan }, texts);
    if (plan.length === 0) units = outcome.tried;
    const state = withoutNotes(outcome.state);
    answers.set(state, [...(answers.get(state) ?? []), outcome.answer]);
    for (let i = plan.length; i < outcome.tried; i++) {
      plans.push([...plan, ...Array<"pass">(i - plan.length).fill("pass"), "refuse"]);
    }
  }
  return { before, undisturbed, units, answers };
}

const NOTES = /:(endings|endings:before|workers)$/;

/**
 * A state as one text, without notes that no unit rests on: how jobs ended, workers, the policy; without the number of
 * repeated requests; and, where asked, without remembered replies.
 */
export function withoutNotes(state: Dump, { replies = true } = {}): string {
  const entries = Object.entries(state).filter(([key]) => !NOTES.test(key) && (replies || !/:repl/.test(key)));
  const kept = entries.map(([key, [type, ends, content]]) => {
    if (!key.endsWith(":meta")) return [key, type, ends, content];
    const { policy: _, replayed: __, ...fields } = content as Record<string, string>;
    return [key, type, ends, fields];
  });
  return JSON.stringify(kept);
}

/** The endings of a state, without their ticks: those depend on the units before. */
export function endingsIn(state: Dump): string[] {
  return Object.entries(state)
    .filter(([key]) => /:endings(:before)?$/.test(key))
    .flatMap(([, [, , content]]) => Object.entries(content as Record<string, string>))
    .filter(([id]) => id !== "")
    .map(([id, ending]) => `${id} ${ending[0]}`);
}
