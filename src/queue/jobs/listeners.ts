// Listeners for the events of `drain` and `work`, and middleware around handlers.

import { invalidArgument, validateFunction, validateObject } from "../../base/arguments.ts";
import type { Job } from "./job.ts";
import type { StaleReason } from "./stored/letters.ts";

/** The events of a `drain` or a `work`, by name. Each is emitted after it has taken effect in Redis. */
export interface LoopEvents<T = unknown> {
  /** A job was leased. Its handler does not wait for the listener. */
  leased: { queue: string; job: Job<T> };
  completed: { queue: string; job: Job<T>; result: unknown };
  /** An attempt ended and another one follows. */
  retried: { queue: string; job: Job<T>; error: unknown };
  /** A job failed, with no attempts left. */
  failed: { queue: string; job: Job<T>; error: unknown };
  /** A job was released. */
  released: { queue: string; job: Job<T> };
  /** The worker lost a job, which was leased again, cancelled, or settled elsewhere. */
  lost: { queue: string; job: Job<T>; reason: StaleReason };
  /** The queue had no ready job left. */
  drained: { queue: string };
  /** An error that belongs to no job, such as an unreachable Redis; the work goes on. */
  error: { queue: string; error: unknown };
}

/**
 * Functions that are called with events. `drain` and `stop` wait for the promises that they return. They are declared as
 * methods, so that listeners for jobs of one type are accepted where that type is not known.
 */
export interface Listeners<T = unknown> {
  leased?(event: LoopEvents<T>["leased"]): unknown;
  completed?(event: LoopEvents<T>["completed"]): unknown;
  retried?(event: LoopEvents<T>["retried"]): unknown;
  failed?(event: LoopEvents<T>["failed"]): unknown;
  released?(event: LoopEvents<T>["released"]): unknown;
  lost?(event: LoopEvents<T>["lost"]): unknown;
  drained?(event: LoopEvents<T>["drained"]): unknown;
  error?(event: LoopEvents<T>["error"]): unknown;
}

/** A function around handlers, for tracing, contexts and timing. It calls `next`, and returns the result of that or throws. */
export type Middleware<T = unknown> = { around(job: Job<T>, next: () => Promise<unknown>): unknown }["around"];

const EVENTS = ["leased", "completed", "retried", "failed", "released", "lost", "drained", "error"];

/** Validates listeners, which are functions by the names of events. */
export function validateListeners<T>(on: Listeners<T>): Listeners<T> {
  for (const [name, listener] of Object.entries(validateObject(on, "on"))) {
    if (!EVENTS.includes(name)) throw invalidArgument(`on: an event is one of ${EVENTS.join(", ")}`);
    if (listener !== undefined) validateFunction(listener, `on.${name}`);
  }
  return on;
}

/** Validates a list of functions. */
export function validateFunctions<F>(list: readonly F[], label: string): readonly F[] {
  if (!Array.isArray(list)) throw invalidArgument(`${label} must be an array of functions`);
  for (const item of list) validateFunction(item, label);
  return list;
}
