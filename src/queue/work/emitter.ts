// Calls the listeners for events. A failing listener never affects a job; its error is logged.

import { errorFields, type Logger } from "../../base/log.ts";
import type { Listeners, LoopEvents } from "../jobs/listeners.ts";

/** Calls listeners, and tracks the listeners that have not returned yet. */
export class Emitter<T> {
  readonly #listeners: readonly Listeners<T>[];
  readonly #log: Logger;
  readonly #pending = new Set<Promise<void>>();

  constructor(listeners: readonly (Listeners<T> | undefined)[], log: Logger) {
    this.#listeners = listeners.filter((entry) => entry !== undefined);
    this.#log = log;
  }

  /** Reports whether an event has a listener. */
  hasListener(name: keyof LoopEvents<T>): boolean {
    return this.#listeners.some((listeners) => listeners[name] !== undefined);
  }

  /** Calls every listener for an event without waiting for it, and logs its error. */
  emit<Name extends keyof LoopEvents<T>>(name: Name, event: LoopEvents<T>[Name]): void {
    for (const listeners of this.#listeners) {
      // Its type depends on the event, which TypeScript does not follow here.
      const listener = listeners[name] as ((event: LoopEvents<T>[Name]) => unknown) | undefined;
      if (!listener) continue;
      const call: Promise<void> = (async () => void (await listener.call(listeners, event)))()
        .catch((error) =>
          this.#log({
            level: "error",
            event: "listener_failed",
            listener: name,
            ...subjectOf(event),
            ...errorFields(error),
          }),
        )
        .then(() => void this.#pending.delete(call));
      this.#pending.add(call);
    }
  }

  /** Waits until every listener has returned. */
  async waitForListeners(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }
}

/** Returns the queue and the job of an event, for a log line. */
function subjectOf(event: { queue: string; job?: { id: string } }): { queue: string; job?: string } {
  return { queue: event.queue, ...(event.job && { job: event.job.id }) };
}
