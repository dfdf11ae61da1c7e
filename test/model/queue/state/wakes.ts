// Wakes: messages to clients that wait for jobs. A client that finds none counts as a listener for ten minutes.
import { BOUNDS } from "./bounds.ts";
import { type Model, NEVER, tickNow } from "./model.ts";

const LISTENING = 600_000;

/** Reports whether a unit that made jobs ready, or something due earlier, is to publish a wake. */
export function isWakeDue(model: Model): boolean {
  return (model.readied > 0 || model.sooner) && hasListeners(model, { isWritten: true });
}

/**
 * Reports whether a listener may wait for wakes; none is woken while the queue is paused. Some ticks find that the
 * time of the last listener is over. Its flag goes then, where a write of the flags follows.
 */
export function hasListeners(model: Model, { isWritten }: { isWritten: boolean }): boolean {
  if (!model.flags.has("h")) return !model.isMade;
  if (model.flags.has("p")) return false;
  if (tickNow(model) % BOUNDS.seldom !== 0 || (model.heard ?? 0) > model.now) return true;
  if (isWritten) model.flags.delete("h");
  return false;
}

/** Notes a listener. Returns whether that was due. */
export function addListener(model: Model): boolean {
  if (model.flags.has("h") && (model.heard ?? 0) - model.now > LISTENING / 2) return false;
  model.flags.add("h");
  model.heard = model.now + LISTENING;
  return true;
}

/**
 * Publishes a wake: the number of jobs that became ready, 0 where a lease has emptied the queue, - where that number has
 * not changed; and the time until something may be due, or -.
 */
export function wake({ wakes, readied, due, now }: Model, { isDrained = false } = {}): void {
  const number = readied > 0 ? readied : isDrained ? 0 : "-";
  wakes.push(`${number} ${due < NEVER ? Math.max(0, due - now) : "-"}`);
}
