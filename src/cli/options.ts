// Parsing of arguments.
import { Usage } from "./errors.ts";

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
  return text?.split(",").filter((part) => part !== "");
}

/** Returns the ms since the epoch of a date. */
export function timeOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (Number.isNaN(time)) throw new Usage(`--${name} must be a date, such as 2027-01-31`);
  return time;
}

/** Returns a whole number. */
export function numberOf(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new Usage(`--${name} must be a whole number`);
  return Number(text);
}
