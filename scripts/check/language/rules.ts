// The rules of language that a machine can hold: openers, phrases, and descriptions of what a module exports.
import { commentsOf, sentencesOf, titlesOf } from "./text.ts";

// Sentences that begin with one of these make a reader wait for the noun that they are about.
const OPENERS = /^(what|who|whom|whose|whoever|whatever|whichever|nobody|somebody|someone|how|whether|where)\b/i;

// Phrases for which the field has a word.
const PHRASES: readonly [phrase: RegExp, instead: string][] = [
  [/\b(nobody|somebody|whoever)\b/i, "name the caller, the worker or the client"],
  [/\bfor ever\b/i, "forever"],
  [/\b(is|are|was|were|be) told\b/i, "name the signal, the event or the reply"],
  [/\b(is|are) (not )?heard\b/i, "name the message or the subscription"],
  [/\bsays whether\b/i, "reports whether"],
  [/\bto its end\b/i, "until it ends, or to the end"],
  [/\bthe other way round\b/i, "in reverse"],
  [/\b(at|over) night\b/i, "state the time"],
];

// Exports that are described by a sentence: a function by a verb in the third person.
const EXPORT = /^export (?:declare )?(?:abstract )?(?:async )?(function\*?|class|interface|type|const) (\w+)/;

/** Returns the faults of a source file, each with its line. */
export function languageFaults(path: string, source: string): string[] {
  const isTest = path.endsWith(".test.ts");
  return [
    ...commentsOf(source).flatMap(({ line, text }) => sentencesOf(text).flatMap((each) => faultsOf(line, each))),
    ...(isTest ? titlesOf(source).flatMap(({ line, text }) => faultsOf(line, text)) : []),
    ...(path.endsWith(".ts") && !isTest ? undescribed(source) : []),
  ].map((fault) => `${path}:${fault}`);
}

function faultsOf(line: number, sentence: string): string[] {
  const opener = OPENERS.exec(sentence)?.[0];
  const phrases = PHRASES.filter(([phrase]) => phrase.test(sentence));
  return [
    ...(opener ? [`${line}: a sentence begins with "${opener}"`] : []),
    ...phrases.map(([phrase, instead]) => `${line}: "${phrase.exec(sentence)?.[0]}": ${instead}`),
  ];
}

function undescribed(source: string): string[] {
  const lines = source.split("\n");
  return lines.flatMap((text, i) => {
    const [, kind = "", name] = EXPORT.exec(text) ?? [];
    if (name === undefined) return [];
    const above = lines[i - 1]?.trim() ?? "";
    // Overloads, and the type of a constant of its name, are described once.
    if (/^export .*[;{]$/.test(above) && above.includes(` ${name}`)) return [];
    if (!above.endsWith("*/") && !above.startsWith("// biome-ignore")) return [`${i + 1}: ${name} has no TSDoc`];
    if (!kind.startsWith("function")) return [];
    const begin = lines.slice(0, i).findLastIndex((line) => line.trim().startsWith("/**"));
    const [, first = ""] =
      /([\w'-]+)/.exec(
        lines
          .slice(begin, i)
          .join(" ")
          .replace(/^[\s/*]+/, ""),
      ) ?? [];
    return /^[A-Z][a-z]+s$/.test(first)
      ? []
      : [`${i + 1}: the TSDoc of ${name} begins with "${first}", not with a verb`];
  });
}
