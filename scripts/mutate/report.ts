// What is kept of the runs: the score of each file and its survivors; and why some of these change nothing.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import type { Subject } from "./subjects.ts";

/** What became of a mutant; hung, when a script or a test did not end. */
export type Fate = "killed" | "hung" | "alive";

/** The score of one file. */
interface Score {
  /** Begins the digest of the text that was judged. */
  source: string;
  mutants: number;
  killed: number;
  /** Those of the killed under which a script or a test did not end. */
  hung: number;
  /** Survivors that explained.json gives a reason for. */
  explained: number;
  /** The others. */
  survivors: string[];
}

export type Report = Record<string, Score>;

/** By file and mutant: why no test can tell it from the original. */
export type Explained = Record<string, Record<string, string>>;

const REPORT = "scripts/mutate/report.json";
const EXPLAINED = "scripts/mutate/explained.json";

export const readExplained = (): Explained => JSON.parse(readFileSync(EXPLAINED, "utf8"));
const readReport = (): Report => JSON.parse(readFileSync(REPORT, "utf8"));

/** Puts the scores of this run beside those of earlier ones, of files that are still there. */
export function writeReport(scores: Report, subjects: Subject[]): Report {
  const all = { ...readReport(), ...scores };
  const kept = subjects.flatMap(({ name }) => (all[name] ? [[name, all[name]] as const] : []));
  const report = Object.fromEntries(kept);
  writeFileSync(REPORT, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

/** The score of a file by what became of its mutants. */
export function scoreOf({ name, source, mutants }: Subject, fates: Map<string, Fate>): Score {
  const explained = readExplained()[name] ?? {};
  const alive = mutants.filter(({ key }) => fates.get(key) === "alive").map(({ key }) => key);
  const count = (fate: string) => [...fates.values()].filter((each) => each === fate).length;
  return {
    source: digestOf(source),
    mutants: fates.size,
    killed: count("killed") + count("hung"),
    hung: count("hung"),
    explained: alive.filter((key) => explained[key]).length,
    survivors: alive.filter((key) => !explained[key]),
  };
}

/** Returns the score of the report for the text of a file as it is. */
function lastScore({ name, source }: Subject): Score {
  const score = readReport()[name];
  if (score?.source !== digestOf(source)) throw new Error(`${name} was not judged as it is now: leave out --again`);
  return score;
}

/** Reports whether a mutant survived when its file was judged last, and has no reason to. */
export function hasSurvived(subject: Subject, { key }: { key: string }): boolean {
  return lastScore(subject).survivors.includes(key);
}

/** Returns the score of a file whose last survivors were judged again. */
export function scoreAgain(subject: Subject, fates: Map<string, Fate>): Score {
  const [before, now] = [lastScore(subject), scoreOf(subject, fates)];
  return {
    ...now,
    mutants: before.mutants,
    killed: before.killed + now.killed,
    hung: before.hung + now.hung,
    explained: before.explained + now.explained,
  };
}

/** Reasons that are given for no mutant, or for one that did not survive. */
export function falseReasons({ name, mutants }: Subject, fates: Map<string, Fate>): string[] {
  return Object.keys(readExplained()[name] ?? {}).flatMap((key) => {
    if (!mutants.some((mutant) => mutant.key === key))
      return [`${name}: explained, but there is no such mutant: ${key}`];
    const fate = fates.get(key);
    return fate && fate !== "alive" ? [`${name}: explained, but ${fate}: ${key}`] : [];
  });
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
