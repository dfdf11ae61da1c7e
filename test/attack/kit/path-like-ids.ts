// Ids that look like parts of paths, and the ids that a rewritten path could contain instead.
import fc from "fast-check";
import { JOB_VERBS } from "../../http/kit/operations-by-subject.ts";

const PARTS = [
  ...[".", "..", "/", "//", "\\", "%", "?", "#", ":", ";", "=", "&", "+", " ", "~", "é", "\u2028"],
  ...["2f", "2F", "5c", "2e", "3f", "23", "25", "20", "%2f", "%2e", "%252f", "%25"],
  ...["jobs", "items", "queues", "other", "v1"],
];

/** Ids of plain letters, parts of paths, and verbs of the API. */
export const pathLikeIds: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("a", "b", "job-1") },
      { weight: 4, arbitrary: fc.constantFrom(...PARTS) },
      { weight: 1, arbitrary: fc.constantFrom(...JOB_VERBS) },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(""));

const MAX_CONFUSABLE_IDS = 40;

/** Returns the ids that remain of an id after a gateway decodes, cuts, trims or resolves it, once or repeatedly. */
export function findConfusableIds(id: string): string[] {
  const found = new Set([id]);
  // The loop also visits the entries that it adds.
  for (const text of found) if (found.size < MAX_CONFUSABLE_IDS) for (const next of rewriteOnce(text)) found.add(next);
  found.add(encodeURIComponent(id));
  found.delete(id);
  return [...found].filter((text) => text !== "" && text.isWellFormed() && !/\p{Cc}/u.test(text) && text.length <= 80);
}

/** Returns the texts that a gateway may make of an id by one decoding, trimming, cut or merge. */
function rewriteOnce(text: string): string[] {
  const segments = text.split(/[/\\]/);
  return [
    decodeOnce(text),
    text.trim(),
    text.replaceAll("\\", "/"),
    text.replace(/\/+/g, "/"),
    ...["?", "#", ";"].map((separator) => text.split(separator)[0] ?? ""),
    segments[0] ?? "",
    segments.at(-1) ?? "",
    segments.slice(0, -1).join("/"),
  ];
}

function decodeOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
