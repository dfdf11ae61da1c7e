// Redaction of JSON text: values at some paths are replaced, and everything else keeps its bytes.
import { partsOf, skipSpace } from "../../base/json-text.ts";

/** The names of a redacted value, from the root on; "*" stands for any name. */
export type RedactedPath = readonly string[];

/** The text in place of a redacted value. */
export const REDACTED = "[redacted]";

/**
 * Returns valid JSON text without the values at some paths. A "*" at the end of a path stands for all properties or elements, and
 * for the value itself if it has neither. If the text repeats a key, all of its values are redacted.
 */
export function redactJson(json: string, paths: readonly RedactedPath[]): string {
  if (paths.length === 0) return json;
  const pieces: string[] = [];
  let end = 0;
  const start = skipSpace(json, 0);
  redactValue({ from: start, to: start + json.slice(start).trimEnd().length }, paths);
  return pieces.join("") + json.slice(end);

  function redactValue({ from, to }: { from: number; to: number }, left: readonly RedactedPath[]): void {
    const isScalar = json[from] !== "{" && json[from] !== "[";
    if (left.some((path) => path.length === 0 || (isScalar && path.length === 1 && path[0] === "*"))) {
      pieces.push(json.slice(end, from), JSON.stringify(REDACTED));
      end = to;
      return;
    }
    for (const part of partsOf(json, from)) {
      const below = left.filter(([name]) => name === "*" || name === part.name).map((path) => path.slice(1));
      if (below.length > 0) redactValue(part, below);
    }
  }
}

/** Reports whether a path leads to a redacted value, above it or below it. */
export function meetsRedacted(path: RedactedPath, paths: readonly RedactedPath[]): boolean {
  return paths.some((redacted) =>
    redacted.every((name, i) => name === "*" || path[i] === undefined || isSameName(name, path[i])),
  );
}

/** Reports whether two names may stand for one: searches read "01" as the index 1, too. */
function isSameName(a: string, b: string): boolean {
  return a === b || (/^\d+$/.test(a) && /^\d+$/.test(b) && Number(a) === Number(b));
}
