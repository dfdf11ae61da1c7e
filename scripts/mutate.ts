// `npm run mutate`: makes one small mistake after the other in the Lua, and reports the mutants that no test kills. A run
// over all mutants of a file updates its score in the report. With other tests than the default ones, the score is a lower
// bound.
//   --script NAME   only this file, such as `lease`, `lib/lease-ready` or `interop/lease`; may be repeated
//   --interop       also the files of redis-work-queue's format
//   --again         only the survivors in the report; fails when their file has changed
//   --explained     only the mutants with an explanation, which no test may kill; does not update the report
//   --line N        only the mutants of this line
//   --sample N      only N mutants, chosen by --seed S, which is printed
//   --tests PATH    the tests to run; may be repeated
//   --report FILE   the report; by default scripts/mutate/report.json
//   --workers N     the number of processes; by default one a core
//   --killers       prints the test that killed each mutant
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { defaultTests } from "./mutate/default-tests.ts";
import { dispatchMutants, type Verdict } from "./mutate/dispatch.ts";
import type { Mutant } from "./mutate/mutants.ts";
import {
  computeScore,
  explanationFaults,
  type Outcome,
  type Report,
  ReportFile,
  readExplanations,
  updateScore,
} from "./mutate/report.ts";
import { drawSample } from "./mutate/sample.ts";
import { readSubjects, type Subject } from "./mutate/subjects.ts";
import { untilStopped } from "./processes/until-stopped.mjs";

const string = { type: "string" } as const;
const { values: options } = parseArgs({
  options: {
    script: { ...string, multiple: true },
    interop: { type: "boolean" },
    again: { type: "boolean" },
    explained: { type: "boolean" },
    line: string,
    sample: string,
    seed: string,
    tests: { ...string, multiple: true },
    report: { ...string, default: "scripts/mutate/report.json" },
    workers: string,
    killers: { type: "boolean" },
  },
});

const reportFile = new ReportFile(options.report);

interface Entry {
  subject: Subject;
  mutant: Mutant;
  outcome?: Outcome;
}

/** Returns the files that the options select. */
function selectSubjects(subjects: Subject[]): Subject[] {
  for (const name of options.script ?? []) {
    if (!subjects.some((subject) => subject.name === name)) throw new Error(`there is no script ${name}`);
  }
  if (options.script) return subjects.filter(({ name }) => options.script?.includes(name));
  return options.interop ? subjects : subjects.filter(({ name }) => !name.startsWith("interop/"));
}

/** Returns the mutants that the options select. */
function selectMutants(subjects: Subject[]): Entry[] {
  const all: Entry[] = subjects.flatMap((subject) => subject.mutants.map((mutant) => ({ subject, mutant })));
  const selected = all.filter(
    ({ subject, mutant }) =>
      (!options.again || reportFile.scoreOf(subject).survivors.includes(mutant.key)) &&
      (!options.explained || readExplanations(subject)[mutant.key] !== undefined) &&
      (!options.line || mutant.line === Number(options.line)),
  );
  if (!options.sample) return selected;
  const seed = Number(options.seed ?? Date.now() % 1_000_000);
  const sample = drawSample(selected, { size: Number(options.sample), seed });
  console.log(`${sample.length} of ${selected.length} mutants, --seed ${seed}`);
  return sample;
}

/** Runs the command. Resolves with true when each mutant was killed or is explained, and the explanations are right. */
async function main(): Promise<boolean> {
  const { subjects, originals } = readSubjects();
  const selected = selectSubjects(subjects);
  const entries = selectMutants(selected);
  const isWhole = !options.line && !options.sample && !options.explained;
  const scores: Report = {};
  const faults: string[] = [];
  /** Records the score of a file when all its mutants have an outcome. */
  const finishIfComplete = (subject: Subject) => {
    const ownEntries = entries.filter((entry) => entry.subject === subject);
    const outcomes = new Map(
      ownEntries.flatMap(({ mutant, outcome }) => (outcome ? [[mutant.key, outcome] as const] : [])),
    );
    if (outcomes.size < ownEntries.length) return;
    const own = computeScore(subject, outcomes);
    const score = options.again ? updateScore(reportFile.scoreOf(subject), own) : own;
    scores[subject.name] = score;
    if (isWhole) reportFile.update({ [subject.name]: score }, subjects);
    faults.push(...explanationFaults(subject, outcomes));
  };
  const isSelected = (subject: Subject) => entries.some((entry) => entry.subject === subject);
  for (const subject of selected) if (!isSelected(subject)) finishIfComplete(subject);

  let finished = 0;
  const onVerdict = (verdict: Verdict) => {
    const entry = entries[verdict.id] as Entry;
    entry.outcome = verdict.isHung ? "hung" : verdict.killer ? "killed" : "alive";
    for (const name of verdict.unfit) console.log(`does not run again, because it fails without a mutant: ${name}`);
    if (entry.outcome === "alive" || options.killers) console.log(describeOutcome(entry, verdict));
    finishIfComplete(entry.subject);
    if (++finished % 100 === 0) console.log(`… ${finished} of ${entries.length}`);
  };
  const tasks = entries.map(({ subject, mutant }, id) => ({
    id,
    file: subject.name,
    // Computed when it is needed, because the texts of all mutants would fill the memory.
    get scripts() {
      return subject.changedScripts(mutant.text);
    },
  }));
  const files = options.tests ?? defaultTests({ hasInterop: selected.some(({ name }) => name.startsWith("interop/")) });
  const workers = Math.min(Number(options.workers ?? availableParallelism()), Math.ceil(entries.length / 8) || 1);
  const start = performance.now();
  await dispatchMutants(tasks, { files, originals, workers, onVerdict });
  const minutes = (performance.now() - start) / 60_000;
  printScores(scores);
  for (const fault of faults) console.log(fault);
  const rate = Math.round(entries.length / minutes);
  console.log(`${entries.length} mutants in ${minutes.toFixed(1)} min, ${rate} a minute`);
  return faults.length === 0 && Object.values(scores).every(({ survivors }) => survivors.length === 0);
}

function describeOutcome({ subject, mutant, outcome }: Entry, { killer }: Verdict): string {
  const explanation = readExplanations(subject)[mutant.key];
  const text = outcome !== "alive" ? `${outcome} by ${killer}` : explanation ? `explained: ${explanation}` : "SURVIVED";
  return `${subject.name}:${mutant.line}  ${mutant.key}\n    ${text}`;
}

function printScores(scores: Report): void {
  const rows = Object.entries(scores).map(([name, { mutants, killed, hung, explained, survivors }]) => {
    return [name, { mutants, killed, hung, explained, survived: survivors.length }] as const;
  });
  const total = { mutants: 0, killed: 0, hung: 0, explained: 0, survived: 0 };
  for (const [, row] of rows)
    for (const field of Object.keys(total) as (keyof typeof row)[]) total[field] += row[field];
  console.table(Object.fromEntries([...rows, ["all", total]]));
}

untilStopped().then(() => process.exit(130));
try {
  process.exit((await main()) ? 0 : 1);
} catch (error) {
  console.error(`leasehold: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
