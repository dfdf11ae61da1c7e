// Parsing of arguments. Each function throws a UsageError for invalid text.
import { UsageError } from "./cli-errors.ts";

/** Runs a parser and turns its error into a UsageError. */
export function parseOrUsageError<R>(parse: () => R): R {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

/** Parses a list that is separated by commas. Without text, returns undefined. */
export function parseList(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const parts = text.split(",").filter((part) => part !== "");
  // For the API, a missing list stands for everything.
  if (parts.length === 0) throw new UsageError("a list must not be empty");
  return parts;
}

/**
 * Parses a date and returns its time in ms since the epoch. Refuses February 31, which `Date.parse` reads as March 3.
 */
export function parseDate(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  if (Number.isNaN(time) || (isDay && !new Date(time).toISOString().startsWith(text)))
    throw new UsageError(`--${name} must be a date, such as 2027-01-31`);
  return time;
}

/** Parses a whole number. */
export function parseWholeNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name} must be a whole number`);
  return Number(text);
}

/** Parses JSON. The error names its source. */
export function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${what} must be JSON`);
  }
}
