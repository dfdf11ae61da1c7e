// Wakes: messages to clients that wait for jobs. A client that finds no job counts as a listener for ten minutes.

import { arrange } from "./arrange.ts";
import { BOUNDS } from "./bounds.ts";
import { type Model, NEVER } from "./model.ts";
import { commit } from "./moves.ts";
import { currentTick } from "./ticks.ts";

const LISTENING_FOR = 600_000;

/** Reports whether a unit that made a job ready, or due earlier, publishes a wake. */
export function isWakeDue(model: Model): boolean {
  return (model.madeReady > 0 || model.isDueSooner) && hasListeners(model, { writesFlags: true });
}

/**
 * Reports whether a listener may wait for wakes; a paused queue wakes none. Only some ticks check whether the time of the
 * last listener is over, and remove its flag if the unit writes the flags.
 */
export function hasListeners(model: Model, { writesFlags }: { writesFlags: boolean }): boolean {
  if (!model.flags.has("h")) return !model.exists;
  if (model.flags.has("p")) return false;
  if (currentTick(model) % BOUNDS.listenerCheckInterval !== 0 || (model.listenerUntil ?? 0) > model.now) return true;
  if (writesFlags) model.flags.delete("h");
  return false;
}

/** Ends a unit of a queue that exists, and publishes a wake if one is due. */
export function commitAndWake(model: Model): void {
  arrange(model);
  if (!model.exists) return;
  const isDue = isWakeDue(model);
  commit(model);
  if (isDue) publishWake(model);
}

/** Notes a listener, unless one is noted for long enough. Reports whether it noted one. */
export function addListener(model: Model): boolean {
  if (model.flags.has("h") && (model.listenerUntil ?? 0) - model.now > LISTENING_FOR / 2) return false;
  model.flags.add("h");
  model.listenerUntil = model.now + LISTENING_FOR;
  return true;
}

/**
 * Publishes a wake: the number of jobs that became ready, 0 if a lease has emptied the queue, or - if the number has not
 * changed; and the time in ms until something may be due, or -.
 */
export function publishWake({ wakes, madeReady, due, now }: Model, { isDrained = false } = {}): void {
  const number = madeReady > 0 ? madeReady : isDrained ? 0 : "-";
  wakes.push(`${number} ${due < NEVER ? Math.max(0, due - now) : "-"}`);
}
