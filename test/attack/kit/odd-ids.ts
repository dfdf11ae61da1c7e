// Ids that look like parts of paths, and the ids that a path with one of them could become.
import fc from "fast-check";
import { ROUTES_OF_ONE_JOB } from "./routes.ts";

const PARTS = [
  ...[".", "..", "/", "//", "\\", "%", "?", "#", ":", ";", "=", "&", "+", " ", "~", "é", "\u2028"],
  ...["2f", "2F", "5c", "2e", "3f", "23", "25", "20", "%2f", "%2e", "%252f", "%25"],
  ...["jobs", "items", "queues", "other", "v1"],
];

/** Ids of plain letters, of parts of paths, and of the verbs of the API. */
export const oddIds: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom("a", "b", "job-1") },
      { weight: 4, arbitrary: fc.constantFrom(...PARTS) },
      { weight: 1, arbitrary: fc.constantFrom(...ROUTES_OF_ONE_JOB) },
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => parts.join(""));

const MOST = 40;

/** Returns ids that could be taken for one: what is left of it when it is decoded, cut, trimmed or resolved. */
export function confusables(id: string): string[] {
  const found = new Set([id]);
  // A set is gone through in the order in which it grows.
  for (const text of found) if (found.size < MOST) for (const next of changed(text)) found.add(next);
  found.add(encodeURIComponent(id));
  found.delete(id);
  return [...found].filter((text) => text !== "" && text.isWellFormed() && !/\p{Cc}/u.test(text) && text.length <= 80);
}

function changed(text: string): string[] {
  const segments = text.split(/[/\\]/);
  return [
    decodedOnce(text),
    text.trim(),
    text.replaceAll("\\", "/"),
    text.replace(/\/+/g, "/"),
    ...["?", "#", ";"].map((mark) => text.split(mark)[0] ?? ""),
    segments[0] ?? "",
    segments.at(-1) ?? "",
    segments.slice(0, -1).join("/"),
  ];
}

function decodedOnce(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
