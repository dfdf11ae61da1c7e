// `npm run mutate`: puts one small mistake after the other into the Lua, and says which of them no test notices. A file
// that is judged whole goes into the report. With fewer tests than the usual ones its score is a lower bound.
//   --script NAME   only this file, as `lease`, `lib/take` or `interop/lease`; may stand several times
//   --interop       the files of redis-work-queue's format, too
//   --again         only the survivors in the report, as long as their files are unchanged
//   --explained     only those that have a reason, none of which may be noticed; the report stays as it is
//   --line N        only the mutants of this line
//   --sample N      only so many, chosen by --seed S, which is printed
//   --tests PATH    other tests as judges; may stand several times
//   --workers N     how many processes judge; one a core unless set
//   --killers       says of each mutant which test killed it
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { judge, type Verdict } from "./mutate/judge.ts";
import type { Mutant } from "./mutate/mutants.ts";
import {
  type Fate,
  falseReasons,
  hasSurvived,
  type Report,
  readExplained,
  scoreAgain,
  scoreOf,
  writeReport,
} from "./mutate/report.ts";
import { sampleOf } from "./mutate/sample.ts";
import { readSubjects, type Subject } from "./mutate/subjects.ts";
import { usualTests } from "./mutate/usual-tests.ts";
import { untilStopped } from "./processes/until-stopped.mjs";

const text = { type: "string" } as const;
const { values } = parseArgs({
  options: {
    script: { ...text, multiple: true },
    interop: { type: "boolean" },
    again: { type: "boolean" },
    explained: { type: "boolean" },
    line: text,
    sample: text,
    seed: text,
    tests: { ...text, multiple: true },
    workers: text,
    killers: { type: "boolean" },
  },
});

interface Entry {
  subject: Subject;
  mutant: Mutant;
  fate?: Fate;
}

/** The files that were asked for. */
function chosen(subjects: Subject[]): Subject[] {
  for (const name of values.script ?? []) {
    if (!subjects.some((subject) => subject.name === name)) throw new Error(`there is no script ${name}`);
  }
  if (values.script) return subjects.filter(({ name }) => values.script?.includes(name));
  return values.interop ? subjects : subjects.filter(({ name }) => !name.startsWith("interop/"));
}

async function main(): Promise<number> {
  const { subjects, plain } = readSubjects();
  const files = chosen(subjects);
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const all: Entry[] = files.flatMap((subject) => subject.mutants.map((mutant) => ({ subject, mutant })));
  const explained = readExplained();
  const asked = all.filter(
    ({ subject, mutant }) =>
      (!values.again || hasSurvived(subject, mutant)) &&
      (!values.explained || explained[subject.name]?.[mutant.key] !== undefined),
  );
  const inLine = values.line ? asked.filter(({ mutant }) => mutant.line === Number(values.line)) : asked;
  const entries = values.sample ? sampleOf(inLine, Number(values.sample), seed) : inLine;
  if (values.sample) console.log(`${entries.length} of ${inLine.length} mutants, --seed ${seed}`);
  const tasks = entries.map(({ subject, mutant }, id) => ({
    id,
    file: subject.name,
    // All of them would fill the memory.
    get scripts() {
      return subject.scriptsWith(mutant.text);
    },
  }));
  const tests = values.tests ?? usualTests(files.some(({ name }) => name.startsWith("interop/")));
  const workers = Math.min(Number(values.workers ?? availableParallelism()), Math.ceil(entries.length / 8) || 1);
  const start = performance.now();
  let judged = 0;
  const whole = !values.line && !values.sample && !values.explained;
  const scores: Report = {};
  /** Notes the score of a file whose mutants are all judged. */
  const finish = (subject: Subject) => {
    const own = entries.filter((entry) => entry.subject === subject);
    const fates = new Map(own.flatMap(({ mutant, fate }) => (fate ? [[mutant.key, fate] as const] : [])));
    const score = values.again ? scoreAgain(subject, fates) : scoreOf(subject, fates);
    scores[subject.name] = score;
    if (whole) writeReport({ [subject.name]: score }, subjects);
    return falseReasons(subject, fates);
  };
  const left = new Map(files.map((subject) => [subject, entries.filter((entry) => entry.subject === subject).length]));
  const problems = files.flatMap((subject) => (left.get(subject) === 0 ? finish(subject) : []));
  const onVerdict = (verdict: Verdict) => {
    const entry = entries[verdict.id] as Entry;
    entry.fate = verdict.hung ? "hung" : verdict.by ? "killed" : "alive";
    for (const name of verdict.unfit) console.log(`no judge any more, because it failed without a mutant: ${name}`);
    if (entry.fate === "alive" || values.killers) console.log(tell(entry, verdict));
    const rest = (left.get(entry.subject) ?? 0) - 1;
    left.set(entry.subject, rest);
    if (rest === 0) problems.push(...finish(entry.subject));
    if (++judged % 100 === 0) console.log(`… ${judged} of ${entries.length}`);
  };
  await judge(tasks, { files: tests, plain, workers, onVerdict });
  const minutes = (performance.now() - start) / 60_000;
  const ok = summarize(scores, problems);
  console.log(
    `${entries.length} mutants in ${minutes.toFixed(1)} min, ${Math.round(entries.length / minutes)} a minute`,
  );
  return ok ? 0 : 1;
}

function tell({ subject, mutant, fate }: Entry, { by }: Verdict): string {
  const why = readExplained()[subject.name]?.[mutant.key];
  const mark = fate !== "alive" ? `${fate} by ${by}` : why ? `explained: ${why}` : "SURVIVED";
  return `${subject.name}:${mutant.line}  ${mutant.key}\n    ${mark}`;
}

/** Prints the scores; true when every mutant was killed or is explained, and every reason is of a survivor. */
function summarize(scores: Report, problems: string[]): boolean {
  const shown = Object.entries(scores).map(([name, { source: _, survivors, ...score }]) => ({
    name,
    ...score,
    survived: survivors.length,
  }));
  const sum = (field: "mutants" | "killed" | "hung" | "explained" | "survived") =>
    shown.reduce((total, each) => total + each[field], 0);
  const total = { mutants: sum("mutants"), killed: sum("killed"), hung: sum("hung"), explained: sum("explained") };
  console.table(
    Object.fromEntries(
      [...shown, { name: "all", ...total, survived: sum("survived") }].map(({ name, ...score }) => [name, score]),
    ),
  );
  for (const problem of problems) console.log(problem);
  return sum("survived") === 0 && problems.length === 0;
}

untilStopped().then(() => process.exit(130));
try {
  process.exit(await main());
} catch (error) {
  console.error(`leasehold: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
