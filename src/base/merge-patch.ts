// JSON merge patches (RFC 7396), on JSON text and on values.
import { partsOf, skipSpace } from "./json-text.ts";

/**
 * Applies a merge patch to a JSON text. Everything that the patch does not name keeps its bytes. If the text repeats a key, the patch
 * replaces the last one, which counts, or removes all of them. Both texts must be valid JSON.
 */
export function mergePatchText(json: string | undefined, patch: string): string {
  const patchStart = skipSpace(patch, 0);
  if (patch[patchStart] !== "{") return patch.slice(patchStart).trimEnd();
  const changes = new Map(partsOf(patch, patchStart).map(({ name, from, to }) => [name, patch.slice(from, to)]));
  const isObject = json !== undefined && json[skipSpace(json, 0)] === "{";
  const target = isObject ? json : "{}";
  const start = skipSpace(target, 0);
  const parts = partsOf(target, start);
  const last = new Map(parts.map(({ name }, i) => [name, i]));
  const properties = parts.flatMap(({ name, start: keyStart, from, to }, i) => {
    const change = changes.get(name);
    if (change === "null") return [];
    const isChanged = change !== undefined && last.get(name) === i;
    const value = target.slice(from, to);
    const text = target.slice(keyStart, from) + (isChanged ? mergePatchText(value, change) : value);
    // The comma before it, with white space.
    return [{ text, separator: target.slice(parts[i - 1]?.to ?? keyStart, keyStart) || "," }];
  });
  for (const [name, change] of changes)
    if (change !== "null" && !last.has(name))
      properties.push({ text: `${JSON.stringify(name)}:${mergePatchText(undefined, change)}`, separator: "," });
  const inner = properties.map(({ text, separator }, i) => (i === 0 ? text : separator + text)).join("");
  return target.slice(0, parts[0]?.start ?? start + 1) + inner + target.slice(parts.at(-1)?.to ?? start + 1);
}

/** Applies a merge patch to a value. The patch is a value of JSON. */
export function mergePatchValue(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, mergePatchValue(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
