// Plays a crash point with each of its writes refused, and says what is wrong with what comes of it.
import { findBrokenInvariants, KeyNames } from "../../queue/kit/invariants.ts";
import { isRemembered, type ScriptName } from "../kit/crash-points.ts";
import { RECORD_TOO_LARGE, type Refusal } from "./refusing.ts";
import { PREFIX } from "./scene.ts";
import { type Answer, type CrashPoint, type Outcome, QUEUE, type Stage, type Texts } from "./stage.ts";
import { type Expectation, endingsIn, withoutNotes } from "./units.ts";
import { dueUnseen, halfMoved, leasedIds, untrue } from "./unsound.ts";

/** A way to refuse writes: the refusal of each case from 1 on, and the code of the error that comes of it. */
export interface Mode {
  refusal(number: number): Refusal | undefined;
  code: string;
}

const OUT_OF_MEMORY = "OOM command not allowed when used memory > 'maxmemory'.";

export const MODES = {
  "one write is refused": {
    refusal: (number) => ({ only: number, error: RECORD_TOO_LARGE }),
    code: "record_too_large",
  },
  "one write is refused for want of memory": {
    refusal: (number) => ({ only: number, error: OUT_OF_MEMORY }),
    code: "redis_full",
  },
  "from one write on, all are refused that make a key larger": {
    refusal: (number) => ({ from: number }),
    code: "record_too_large",
  },
  "all writes are refused": {
    refusal: (number) => (number === 1 ? { all: true } : undefined),
    code: "record_too_large",
  },
} satisfies Record<string, Mode>;

/** Plays each case of a mode. Resolves with how many there were and what is wrong, by the writes that were refused. */
export async function verdictOn(
  stage: Stage,
  point: CrashPoint,
  { mode, expected, texts = {} }: { mode: Mode; expected: Expectation; texts?: Texts },
): Promise<{ cases: number; wrong: string[] }> {
  const wrong: string[] = [];
  for (let number = 1; ; number++) {
    const refusal = mode.refusal(number);
    const outcome = refusal && (await stage.play(point, refusal, texts));
    if (!outcome || outcome.refused.length === 0) return { cases: number - 1, wrong };
    const found = await wrongWith(stage, point, expected, outcome);
    const answers = expected.answers.get(withoutNotes(outcome.state));
    const possible = answers?.map((answer) => ("code" in answer ? { code: mode.code } : answer)).map(show);
    if (!possible) found.push("what is there is not the work of whole units");
    else if (!possible.includes(show(outcome.answer))) found.push(`it answers ${show(outcome.answer)}`);
    found.push(...(await wrongAgain(stage, point, expected, outcome)));
    wrong.push(...found.map((each) => `${outcome.refused.slice(0, 3).join(", ")} refused: ${each}`));
  }
}

const HEALS: ScriptName[] = ["clean", "turn"];

/** What is wrong after a request, a line each. */
export async function wrongWith(
  stage: Stage,
  point: CrashPoint,
  { before }: Expectation,
  { answer, state }: Outcome,
): Promise<string[]> {
  return [
    ...(await findBrokenInvariants(stage.database.client, new KeyNames(PREFIX, QUEUE))),
    ...(HEALS.includes(point.script) ? halfMoved(before, state) : []),
    ...dueUnseen(state),
    ...untrue(point, stage.sceneOf(point), answer, state),
  ];
}

const show = (answer: Answer) => JSON.stringify(answer);
const isRefused = (answer: Answer) => "code" in answer || answer.status === "odd";
/**
 * Compares two states. A clean that goes on where it was refused says less in its reply, and of a queue that was destroyed
 * no reply need be left.
 */
const isSame = ({ script }: CrashPoint, a: Outcome, b: Outcome) => {
  const replies = script !== "clean" && script !== "destroy";
  return withoutNotes(a.state, { replies }) === withoutNotes(b.state, { replies });
};

/** Sends the request again, and returns what differs from an undisturbed run. */
async function wrongAgain(stage: Stage, point: CrashPoint, expected: Expectation, first: Outcome): Promise<string[]> {
  const { undisturbed } = expected;
  const isWhole = isSame(point, first, undisturbed);
  const again = await stage.send(point, stage.sceneOf(point));
  const wrong = wrongAnswer(point, expected, first, again);
  if (point.script === "turn" && !isRefused(first.answer) && !isWhole) {
    const next = await stage.send(point, stage.sceneOf(point), { more: { items: [], number: "3" } });
    const [handedOut, wanted] = [leasedIds(next.answer).join(), leasedIds(undisturbed.answer).join()];
    // Where what is due could not be brought back, it has leased others already.
    if (leasedIds(first.answer).length === 0 && handedOut !== wanted)
      wrong.push(`the next lease gives ${handedOut}, not ${wanted}`);
    return [...wrong, ...(await wrongWith(stage, point, expected, next))];
  }
  // Scripts that remember nothing may find more to do after they have done all of this.
  const hasEnded = isRemembered(point.script) || !isWhole || isRefused(first.answer);
  if (hasEnded && !isSame(point, again, undisturbed)) wrong.push("again, it comes to another end");
  const known = endingsIn(undisturbed.state);
  const foreign = hasEnded ? endingsIn(again.state).filter((line) => !known.includes(line)) : [];
  wrong.push(...foreign.map((line) => `a note of an ending is wrong: ${line}`));
  return [...wrong, ...(await wrongWith(stage, point, expected, again))];
}

/** Compares the answer to the request that was sent again; a clean that goes on says how much it has moved since. */
function wrongAnswer(point: CrashPoint, expected: Expectation, { answer }: Outcome, again: Outcome): string[] {
  const { undisturbed, before } = expected;
  // There is nothing left to destroy.
  if (point.script === "destroy") return [];
  let [is, wanted] = [show(again.answer), show(undisturbed.answer)];
  if (point.script === "clean" && !("status" in again.answer && again.answer.status === "again")) {
    is = String(movedIn(answer).map((moved, i) => moved + (movedIn(again.answer)[i] ?? 0)));
    wanted = String(movedIn(undisturbed.answer));
  } else if ("status" in answer && !isRefused(answer)) {
    if (!isRemembered(point.script)) return [];
    const isKept = withoutNotes(undisturbed.state) !== withoutNotes(before);
    if (isKept) wanted = show({ status: "again", lines: answer.lines, records: [] });
  }
  return is === wanted ? [] : [`again, it answers ${is}, not ${wanted}`];
}

/** How many jobs a clean says to have moved, by kind. */
function movedIn(answer: Answer): number[] {
  return "code" in answer ? [0, 0, 0, 0, 0] : (answer.lines[0] ?? "").split(" ").slice(0, 5).map(Number);
}
