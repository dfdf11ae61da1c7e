// Finds contradictions between a state, the state before it and a reply. It reads dumps and relies on no script.
import { parseHead } from "../../../src/queue/jobs/stored/head.ts";
import { type Dump, findContent } from "../kit/database.ts";
import { DUE, type Fixture } from "./fixture-jobs.ts";
import type { Reply } from "./harness.ts";
import type { ScriptCase } from "./script-cases.ts";

const STATES = ["ready", "delayed", "blocked", "leased", "failed", "done"];

/** Returns the ids of the jobs that a turn settles, in the order of its items. */
function listSettledIds({ script, createRequest }: ScriptCase, fixture: Fixture): string[] {
  const { items = [] } = createRequest(fixture).args ?? {};
  const fields = items as readonly string[];
  // An item of `turn` has four fields, the second of which is "L <fence> <id>". The plain scripts take these and results.
  const isReference = (each: string, i: number) => (script.endsWith("Plain") ? /^L \d{15} /.test(each) : i % 4 === 1);
  const references = fields.filter(isReference);
  return references.map((each) => each.slice("L 000000000000000 ".length));
}

/** Returns the scores of a sorted set, by member. */
function readScores(state: Dump, name: string): Map<string, number> {
  const members = (findContent(state, name) ?? []) as string[];
  const pairs = Array.from({ length: members.length / 2 }, (_, i): [string, number] => [
    members[2 * i] ?? "",
    Number(members[2 * i + 1]),
  ]);
  return new Map(pairs);
}

/** Returns the state and the score of each job, by id. */
function readPlaces(state: Dump): Map<string, string> {
  return new Map(
    STATES.flatMap((name) =>
      [...readScores(state, name)].map(([id, score]): [string, string] => [id, `${name} ${score}`]),
    ),
  );
}

/** Lists the kinds of due jobs of which only some were moved. A heal moves all or none of a kind. */
export function findPartlyHealed(before: Dump, after: Dump): string[] {
  const [placesBefore, placesAfter] = [readPlaces(before), readPlaces(after)];
  return Object.entries(DUE).flatMap(([kind, ids]) => {
    const present = ids.filter((id) => placesBefore.has(id));
    const moved = present.filter((id) => placesBefore.get(id) !== placesAfter.get(id));
    return moved.length > 0 && moved.length < present.length ? [`of the kind ${kind}, only ${moved} moved`] : [];
  });
}

// The head: layout, flags, tick, due. A tick is a microsecond after EPOCH; a delayed score is 10 ticks and a priority.
const HEAD = /^2 [a-z]* \d+ (\d+) /;
const EPOCH = 1_600_000_000_000;

/** Lists an error if a job is due before the time at which the queue next looks for due jobs. */
export function findMissedDueTime(state: Dump): string[] {
  const meta = findContent(state, "meta") as Record<string, string> | undefined;
  const [, due = "0"] = HEAD.exec(meta?.head ?? "") ?? [];
  const lowest = (name: string) => Math.min(Number.POSITIVE_INFINITY, ...readScores(state, name).values());
  const next = Math.min(
    lowest("leased"),
    Math.floor(lowest("delayed") / 10_000) + EPOCH,
    lowest("expiring"),
    lowest("slots"),
  );
  return next < Number(due) ? [`a job or a slot is due at ${next}, but the queue looks for due jobs at ${due}`] : [];
}

/** The states in which a settled job may be, by the letter of its outcome. A job that ended may be trimmed at once. */
const STATES_BY_OUTCOME: Record<string, string[]> = {
  c: ["done", "gone"],
  d: ["delayed"],
  f: ["failed", "gone"],
  r: ["ready", "blocked", "leased"],
};

const IN_PROGRESS = ["ready", "delayed", "blocked", "leased"];

/** Lists the statements of a turn's reply that the state contradicts. */
export function findFalseStatements(
  scriptCase: ScriptCase,
  { fixture, reply, state }: { fixture: Fixture; reply: Reply; state: Dump },
): string[] {
  if ("code" in reply || reply.status !== "ok" || !scriptCase.script.startsWith("turn")) return [];
  const places = readPlaces(state);
  const [letters = ""] = reply.lines;
  const stateOf = (id: string) => places.get(id)?.split(" ")[0] ?? "gone";
  const settled = listSettledIds(scriptCase, fixture).flatMap((id, i) => {
    const letter = letters[i] ?? "";
    // A follower is the job of its id after the end of the one before.
    const allowed = /[cf]/.test(letter) && fixture.followed.includes(id) ? IN_PROGRESS : STATES_BY_OUTCOME[letter];
    return allowed && !allowed.includes(stateOf(id))
      ? [`the outcome of ${id} is ${letters[i]}, but it is ${stateOf(id)}`]
      : [];
  });
  const leased = listLeasedIds(reply).filter((id) => stateOf(id) !== "leased");
  return [...settled, ...leased.map((id) => `the reply leases ${id}, but it is ${stateOf(id)}`)];
}

/** Returns the ids of the jobs that a turn leases. Its reply lists them from line 3 on, some after an attempt. */
export function listLeasedIds(reply: Reply): string[] {
  if ("code" in reply) return [];
  return reply.lines.slice(2).map((head) => parseHead(head).id);
}
