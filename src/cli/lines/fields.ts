// The fields of a line of JSON. Messages never repeat a value: it may be part of a payload.
import type { Duration } from "../../base/duration.ts";

/** A line that cannot be carried out. Its message is for the writer of the line. */
export class LineError extends Error {}

/** The fields of a line. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parses a line, which must be an object of JSON. */
export function parseObject(text: string): Fields {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LineError("the line is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new LineError("the line is not an object");
  return value as Fields;
}

/** Returns a field that must be text. */
export function textOf(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string" || value === "") throw new LineError(`${name} must be text`);
  return value;
}

/** Returns a field that may be text. */
export function optionalTextOf(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (value !== undefined && typeof value !== "string") throw new LineError(`${name} must be text`);
  return value;
}

/** Returns the progress of a job. */
export function progressOf({ progress }: Fields): number {
  if (typeof progress !== "number" || !(progress >= 0 && progress <= 1))
    throw new LineError("progress must be a number from 0 to 1");
  return progress;
}

/** Returns a field that may be a duration: ms, or text such as "30s". */
export function optionalDurationOf(fields: Fields, name: string): Duration | undefined {
  const value = fields[name];
  const isDuration =
    (typeof value === "number" && value >= 0) || (typeof value === "string" && /^\d+(\.\d+)?(ms|s|m|h|d)$/.test(value));
  if (value === undefined || isDuration) return value as Duration | undefined;
  throw new LineError(`${name} must be ms as a number, or text such as "30s"`);
}
