// Runs a case with each of its writes refused in turn, and lists the errors in the outcomes.
import { findBrokenInvariants, KeyNames } from "../../queue/kit/invariants.ts";
import { RECORD_TOO_LARGE, type Refusal } from "../kit/write-refusal.ts";
import { findFalseStatements, findMissedDueTime, findPartlyHealed, listLeasedIds } from "./contradictions.ts";
import { type ExpectedOutcomes, formatState, listEndings } from "./expected-outcomes.ts";
import { PREFIX, QUEUE } from "./fixture.ts";
import type { Harness, Outcome, Reply, ScriptTexts } from "./harness.ts";
import { remembersReply, type ScriptCase, type ScriptName } from "./script-cases.ts";

/** A way to refuse writes: the refusal of each run, numbered from 1, and the code of the error that it causes. */
export interface RefusalMode {
  createRefusal(number: number): Refusal | undefined;
  code: string;
}

const OUT_OF_MEMORY = "OOM command not allowed when used memory > 'maxmemory'.";

/** The ways to refuse writes, by their descriptions. */
export const REFUSAL_MODES = {
  "one write is refused": {
    createRefusal: (number) => ({ only: number, error: RECORD_TOO_LARGE }),
    code: "record_too_large",
  },
  "one write is refused for lack of memory": {
    createRefusal: (number) => ({ only: number, error: OUT_OF_MEMORY }),
    code: "redis_full",
  },
  "from one write on, all writes that make a key larger are refused": {
    createRefusal: (number) => ({ from: number }),
    code: "record_too_large",
  },
  "all writes are refused": {
    createRefusal: (number) => (number === 1 ? { all: true } : undefined),
    code: "record_too_large",
  },
} satisfies Record<string, RefusalMode>;

/** A case to check, with its expected outcomes. */
interface RefusalCheck {
  harness: Harness;
  scriptCase: ScriptCase;
  expected: ExpectedOutcomes;
}

/** Runs a case until a mode has no write left to refuse. Resolves with the number of runs, and with their errors. */
export async function checkRefusals(
  check: RefusalCheck,
  { mode, texts = {} }: { mode: RefusalMode; texts?: ScriptTexts },
): Promise<{ runs: number; errors: string[] }> {
  const { harness, scriptCase, expected } = check;
  const errors: string[] = [];
  for (let number = 1; ; number++) {
    const refusal = mode.createRefusal(number);
    const outcome = refusal && (await harness.run(scriptCase, { refusal, texts }));
    if (!outcome || outcome.refused.length === 0) return { runs: number - 1, errors };
    const found = await findErrors(check, outcome);
    const replies = expected.replies.get(formatState(outcome.state));
    const allowed = replies?.map((reply) => ("code" in reply ? { code: mode.code } : reply)).map(formatReply);
    if (!allowed) found.push("the state is not the work of whole units");
    else if (!allowed.includes(formatReply(outcome.reply))) found.push(`the reply is ${formatReply(outcome.reply)}`);
    found.push(...(await checkRepetition(check, outcome)));
    errors.push(...found.map((error) => `${outcome.refused.slice(0, 3).join(", ")} refused: ${error}`));
  }
}

const HEALING_SCRIPTS: ScriptName[] = ["clean", "turn", "turnGrouped"];

/** Lists the broken invariants and the contradictions after a request. */
export async function findErrors(
  { harness, scriptCase, expected }: RefusalCheck,
  { reply, state }: Outcome,
): Promise<string[]> {
  const fixture = harness.fixtureOf(scriptCase);
  return [
    ...(await findBrokenInvariants(harness.database.client, new KeyNames(PREFIX, QUEUE))),
    ...(HEALING_SCRIPTS.includes(scriptCase.script) ? findPartlyHealed(expected.before, state) : []),
    ...findMissedDueTime(state),
    ...findFalseStatements(scriptCase, { fixture, reply, state }),
  ];
}

const formatReply = (reply: Reply) => JSON.stringify(reply);
const isRefused = (reply: Reply) => "code" in reply || reply.status === "not_plain";
const isTurn = ({ script }: ScriptCase) => script === "turn" || script === "turnGrouped";

/**
 * Compares the states of two outcomes. The replies are left out of two scripts: a clean that continues after a refusal
 * reports less, and a destroyed queue may have no reply left.
 */
const isSameState = ({ script }: ScriptCase, a: Outcome, b: Outcome) => {
  const replies = script !== "clean" && script !== "destroy";
  return formatState(a.state, { replies }) === formatState(b.state, { replies });
};

/** Repeats the request after a refusal, and lists the differences from an undisturbed run. */
async function checkRepetition(check: RefusalCheck, first: Outcome): Promise<string[]> {
  const { harness, scriptCase, expected } = check;
  const { undisturbed } = expected;
  const isComplete = isSameState(scriptCase, first, undisturbed);
  const repeated = await harness.send(scriptCase);
  const errors = checkRepeatedReply(check, first, repeated);
  if (isTurn(scriptCase) && !isRefused(first.reply) && !isComplete) {
    const next = await harness.send(scriptCase, { args: { items: [], number: "3" } });
    const [leased, expectedLeased] = [listLeasedIds(next.reply).join(), listLeasedIds(undisturbed.reply).join()];
    // If the first run could not reclaim the due jobs, it has leased other ones.
    if (listLeasedIds(first.reply).length === 0 && leased !== expectedLeased)
      errors.push(`the next lease returns ${leased}, not ${expectedLeased}`);
    return [...errors, ...(await findErrors(check, next))];
  }
  // Later requests remove what this one has left beyond the retention.
  if (scriptCase.script === "settleLinked" && !isRefused(first.reply) && !isComplete) {
    return [...errors, ...(await findErrors(check, repeated))];
  }
  // A script that remembers no reply may find more work after it has done all of the first request.
  const mustBeComplete = remembersReply(scriptCase.script) || !isComplete || isRefused(first.reply);
  if (mustBeComplete && !isSameState(scriptCase, repeated, undisturbed))
    errors.push("the repeated request ends differently");
  const known = listEndings(undisturbed.state);
  const unknown = mustBeComplete ? listEndings(repeated.state).filter((line) => !known.includes(line)) : [];
  errors.push(...unknown.map((line) => `a recorded ending is wrong: ${line}`));
  return [...errors, ...(await findErrors(check, repeated))];
}

/** Compares the reply to a repeated request with the expected one. A clean that continues reports only its own part. */
function checkRepeatedReply({ scriptCase, expected }: RefusalCheck, { reply }: Outcome, repeated: Outcome): string[] {
  const { undisturbed, before } = expected;
  // After the first request there is nothing left to destroy.
  if (scriptCase.script === "destroy") return [];
  let [actual, wanted] = [formatReply(repeated.reply), formatReply(undisturbed.reply)];
  if (scriptCase.script === "clean" && !("status" in repeated.reply && repeated.reply.status === "again")) {
    actual = String(countMoved(reply).map((moved, i) => moved + (countMoved(repeated.reply)[i] ?? 0)));
    wanted = String(countMoved(undisturbed.reply));
  } else if ("status" in reply && !isRefused(reply)) {
    if (!remembersReply(scriptCase.script)) return [];
    const isRemembered = formatState(undisturbed.state) !== formatState(before);
    // No reply remembers that a slot of a schedule was due.
    const lines = reply.lines.map((line) => line.replace(/^((?:\S+ ){4}-)t/, "$1"));
    if (isRemembered) wanted = formatReply({ status: "again", lines, records: [] });
  }
  return actual === wanted ? [] : [`the repeated reply is ${actual}, not ${wanted}`];
}

/** Returns the five counts that begin the reply of a clean: of jobs that it moved or removed. Zeros if it failed. */
function countMoved(reply: Reply): number[] {
  return "code" in reply ? [0, 0, 0, 0, 0] : (reply.lines[0] ?? "").split(" ").slice(0, 5).map(Number);
}
