// Parsing of arguments.
import { Usage } from "./cli-errors.ts";

/** Runs a parser of arguments. Its failure is a wrong usage. */
export function parsed<R>(parse: () => R): R {
  try {
    return parse();
  } catch (error) {
    throw new Usage(error instanceof Error ? error.message : String(error));
  }
}

/** Returns a list that is written with commas. */
export function listOf(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const parts = text.split(",").filter((part) => part !== "");
  // No list at all would mean everything.
  if (parts.length === 0) throw new Usage("a list must not be empty");
  return parts;
}

/** Returns the ms since the epoch of a date. */
export function timeOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  const isDay = !/^\d{4}-\d\d-\d\d$/.test(text) || new Date(time || 0).toISOString().startsWith(text);
  if (Number.isNaN(time) || !isDay) throw new Usage(`--${name} must be a date, such as 2027-01-31`);
  return time;
}

/** Returns a whole number. */
export function numberOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Usage(`--${name} must be a whole number`);
  return Number(text);
}
