// Reads the endings of jobs that are gone, and the results that are kept.
import { timeOfTick } from "./record.ts";

/** The way in which a job that is gone has ended. */
export type EndState = "done" | "cancelled" | "expired" | "failed" | "purged";

/** The ways of ending by their letters. */
export const END_STATES: Record<string, EndState> = {
  C: "done",
  X: "cancelled",
  E: "expired",
  F: "failed",
  P: "purged",
};

/** An ending and its time. */
export interface StoredEnding {
  state: EndState;
  at: number;
}

/** Reads an ending: a letter and a tick; undefined for "-". */
export function readEnding(ending: string): StoredEnding | undefined {
  const [, letter = "", tick] = /^([A-Z])(\d+)$/.exec(ending) ?? [];
  const state = END_STATES[letter];
  return state === undefined ? undefined : { state, at: timeOfTick(Number(tick)) };
}

/** A kept result, and the time at which its job was completed. */
export interface StoredResult {
  at: number;
  /** The result as JSON. */
  text: string;
}

/** Reads a kept result; undefined if there is none. */
export function readResult(stored: string): StoredResult | undefined {
  const [, at, text] = /^C (\d+) ([\s\S]*)$/.exec(stored) ?? [];
  return text === undefined ? undefined : { at: Number(at), text };
}
