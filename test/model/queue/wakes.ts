// Messages to those who wait for jobs. One who finds nothing is taken to listen for ten minutes.
import { type Model, NEVER, tickNow } from "./model.ts";

const LISTENING = 600_000;
const SELDOM = 32;

/**
 * Whether a request that made jobs ready, or due at some time, has to tell anybody. Now and then it finds that nobody listens any
 * more; the flag then goes if that is written.
 */
export function hearing(model: Model, isWritten = true): boolean {
  if (model.readied === 0 && model.sooner === undefined) return false;
  return isHeard(model, isWritten);
}

export function isHeard(model: Model, isWritten: boolean): boolean {
  if (!model.flags.has("h")) return !model.isMade;
  if (tickNow(model) % SELDOM !== 0 || (model.heard ?? 0) > model.now) return true;
  if (isWritten) model.flags.delete("h");
  return false;
}

/** Notes that somebody listens; returns whether that was due. */
export function listen(model: Model): boolean {
  if (model.flags.has("h") && (model.heard ?? 0) - model.now > LISTENING / 2) return false;
  model.flags.add("h");
  model.heard = model.now + LISTENING;
  return true;
}

/** Tells listeners how many jobs came into line, and in how many milliseconds something may be due. */
export function wake({ wakes, readied, due, now }: Model): void {
  wakes.push(`${readied} ${due < NEVER ? Math.max(0, due - now) : "-"}`);
}
