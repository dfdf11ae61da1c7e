// The rules of language that a program can check: how a sentence begins, phrases, and TSDoc.
import type { SourceFile } from "../tree/source-files.ts";
import { commentsIn, splitSentences, titlesIn } from "./text.ts";

// A sentence that begins with one of these has no noun as its subject.
const OPENERS = /^(what|who|whom|whose|whoever|whatever|whichever|nobody|somebody|someone|how|whether|where)\b/i;

// Phrases, and the advice for a better one.
const PHRASES: readonly [phrase: RegExp, advice: string][] = [
  [/\b(nobody|somebody|whoever)\b/i, "name the caller, the worker or the client"],
  [/\bfor ever\b/i, "forever"],
  [/\b(is|are|was|were|be) told\b/i, "name the signal, the event or the reply"],
  [/\b(is|are) (not )?heard\b/i, "name the message or the subscription"],
  [/\bsays whether\b/i, "reports whether"],
  [/\bto its end\b/i, "until it ends, or to the end"],
  [/\bthe other way round\b/i, "in reverse"],
  [/\b(at|over) night\b/i, "state the time"],
];

const EXPORT = /^export (?:declare )?(?:abstract )?(?:async )?(function\*?|class|interface|type|const) (\w+)/;
const VERB_IN_THIRD_PERSON = /^[A-Z][a-z]+s$/;

/** Returns a fault, with its line, for each text of a file that breaks a rule. */
export function languageFaults({ path, text }: SourceFile): string[] {
  const isTest = path.endsWith(".test.ts");
  const sentences = commentsIn(text).flatMap(({ line, text }) =>
    splitSentences(text).map((each) => ({ line, text: each })),
  );
  return [
    ...sentences.flatMap(sentenceFaults),
    ...(isTest ? titlesIn(text).flatMap(sentenceFaults) : []),
    ...(path.endsWith(".ts") && !isTest ? tsdocFaults(text.split("\n")) : []),
  ].map((fault) => `${path}:${fault}`);
}

function sentenceFaults({ line, text }: { line: number; text: string }): string[] {
  const opener = OPENERS.exec(text)?.[0];
  const phrases = PHRASES.flatMap(([phrase, advice]) => {
    const found = phrase.exec(text)?.[0];
    return found === undefined ? [] : [`${line}: "${found}": ${advice}`];
  });
  return [...(opener ? [`${line}: a sentence begins with "${opener}"`] : []), ...phrases];
}

/** Returns a fault for each export without TSDoc, and for each function whose TSDoc does not begin with a verb. */
function tsdocFaults(lines: readonly string[]): string[] {
  return lines.flatMap((text, i) => {
    const [, kind = "", name] = EXPORT.exec(text) ?? [];
    if (name === undefined) return [];
    const above = lines[i - 1]?.trim() ?? "";
    // The TSDoc of the first overload is that of all.
    if (/^export .*[;{]$/.test(above) && above.includes(` ${name}`)) return [];
    if (!above.endsWith("*/") && !above.startsWith("// biome-ignore")) return [`${i + 1}: ${name} has no TSDoc`];
    if (!kind.startsWith("function")) return [];
    const first = firstWord(lines.slice(0, i));
    if (VERB_IN_THIRD_PERSON.test(first)) return [];
    return [`${i + 1}: the TSDoc of ${name} begins with "${first}", not with a verb in the third person`];
  });
}

/** Returns the first word of the TSDoc at the end of some lines. */
function firstWord(lines: readonly string[]): string {
  const start = lines.findLastIndex((line) => line.trim().startsWith("/**"));
  return /[\w'-]+/.exec(lines.slice(start).join(" "))?.[0] ?? "";
}
