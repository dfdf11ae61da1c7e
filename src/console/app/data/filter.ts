// The filter of jobs, as text that a person types and an address carries:
//   order-*  group:customer-7  worker:mail-1  error:"timed out"  attempts>=3  age>1h  age<2d  data.user.id=7  data.name~ada  data.card?
import type { FieldCondition, Filter, State } from "./types.ts";

const WORD = /(?:[^\s"]|"(?:[^"\\]|\\.)*")+/g;
// A quoted text.
const QUOTED = /"(?:[^"\\]|\\.)*"/g;
const FIELD = /^data\.([^=~?]+)(=|~|\?)(.*)$/s;

/** A filter, or the word of it that cannot be understood. */
export type ParsedFilter = { filter: Filter } | { wrong: string };

/** Parses a filter. */
export function parseFilter(state: State, text: string): ParsedFilter {
  const filter: Filter = { state };
  const data: FieldCondition[] = [];
  const [open] = /".*$/s.exec(text.replace(QUOTED, "")) ?? [];
  if (open) return { wrong: open };
  for (const [word] of text.matchAll(WORD)) {
    const field = FIELD.exec(word);
    const [, name, value = ""] = /^(group|worker|error|id):(.*)$/s.exec(word) ?? [];
    const [, attempts] = /^attempts>=(\d{1,4})$/.exec(word) ?? [];
    const [, sign, age] = /^age([<>])(\d+(?:\.\d+)?(?:ms|s|m|h|d))$/.exec(word) ?? [];
    if (field) {
      data.push(conditionOf(field[1] ?? "", field[2] ?? "", field[3] ?? ""));
      continue;
    }
    let condition: Partial<Filter>;
    if (name === "group" || name === "worker" || name === "error" || name === "id")
      condition = { [name]: unquoted(value) };
    else if (attempts) condition = { minAttempts: Number(attempts) };
    else if (sign === ">" && age) condition = { minAge: age };
    else if (sign === "<" && age) condition = { maxAge: age };
    else if (/[:<>=~?]/.test(word) && !word.startsWith('"')) return { wrong: word };
    else condition = { id: unquoted(word) };
    // A second condition of a kind would replace the first one, and an operation might take jobs that this one excludes.
    if (Object.keys(condition).some((key) => key in filter)) return { wrong: word };
    Object.assign(filter, condition);
  }
  return { filter: data.length > 0 ? { ...filter, data } : filter };
}

function conditionOf(path: string, sign: string, value: string): FieldCondition {
  if (sign === "?") return { path, exists: value !== "no" };
  if (sign === "~") return { path, contains: unquoted(value) };
  return { path, is: literal(value) };
}

/** Returns the JSON value of a word; a word that is no JSON is a string. */
function literal(word: string): unknown {
  try {
    return JSON.parse(word) as unknown;
  } catch {
    return word;
  }
}

function unquoted(word: string): string {
  const value = word.startsWith('"') ? literal(word) : word;
  return typeof value === "string" ? value : word;
}

/** Reports whether a filter only selects a state. */
export function isPlain(filter: Filter): boolean {
  return Object.keys(filter).length === 1;
}
