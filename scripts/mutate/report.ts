// The report of all runs: the score and the survivors of each file; and the explanations of survivors that are harmless.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import type { Subject } from "./subjects.ts";

/** The outcome of a mutant: killed by a test, hung in a script or a test, or alive because all tests passed. */
export type Outcome = "killed" | "hung" | "alive";

/** The outcomes of mutants by their keys. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** The score of one file. */
interface Score {
  /** The beginning of the digest of the file's text. */
  source: string;
  mutants: number;
  /** Killed mutants, including those that hung. */
  killed: number;
  hung: number;
  /** Survivors with an explanation. */
  explained: number;
  /** Survivors without one. */
  survivors: string[];
}

/** The scores by file. */
export type Report = Record<string, Score>;

const EXPLANATIONS_FILE = "scripts/mutate/explained.json";

/** Returns why a mutant is harmless, by its key, for the mutants of a file that have an explanation. */
export function readExplanations({ name }: { name: string }): Record<string, string> {
  return JSON.parse(readFileSync(EXPLANATIONS_FILE, "utf8"))[name] ?? {};
}

/** The file of a report. */
export class ReportFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  #read(): Report {
    return existsSync(this.#path) ? JSON.parse(readFileSync(this.#path, "utf8")) : {};
  }

  /** Adds scores to the report, and removes those of files that no longer exist. */
  update(scores: Report, subjects: Subject[]): void {
    const all = { ...this.#read(), ...scores };
    const kept = subjects.flatMap(({ name }) => (all[name] ? [[name, all[name]] as const] : []));
    writeFileSync(this.#path, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
  }

  /** Returns the score of a file. Throws when the file has changed since its last run. */
  scoreOf({ name, source }: Subject): Score {
    const score = this.#read()[name];
    if (score?.source !== digestOf(source))
      throw new Error(`${name} has changed since its last run: leave out --again`);
    return score;
  }
}

/** Computes the score of a file. */
export function computeScore(subject: Subject, outcomes: Outcomes): Score {
  const explanations = readExplanations(subject);
  const alive = subject.mutants.map(({ key }) => key).filter((key) => outcomes.get(key) === "alive");
  const count = (outcome: Outcome) => [...outcomes.values()].filter((each) => each === outcome).length;
  return {
    source: digestOf(subject.source),
    mutants: outcomes.size,
    killed: count("killed") + count("hung"),
    hung: count("hung"),
    explained: alive.filter((key) => explanations[key]).length,
    survivors: alive.filter((key) => !explanations[key]),
  };
}

/** Computes the score of a file from its last score, after only the survivors were tested again. */
export function updateScore(before: Score, now: Score): Score {
  return {
    ...now,
    mutants: before.mutants,
    killed: before.killed + now.killed,
    hung: before.hung + now.hung,
    explained: before.explained + now.explained,
  };
}

/** Returns a fault for each explanation of a mutant that does not exist or did not survive. */
export function explanationFaults(subject: Subject, outcomes: Outcomes): string[] {
  return Object.keys(readExplanations(subject)).flatMap((key) => {
    if (!subject.mutants.some((mutant) => mutant.key === key))
      return [`${subject.name}: explained, but there is no such mutant: ${key}`];
    const outcome = outcomes.get(key);
    return outcome && outcome !== "alive" ? [`${subject.name}: explained, but ${outcome}: ${key}`] : [];
  });
}

function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
