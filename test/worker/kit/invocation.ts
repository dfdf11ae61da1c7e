// The invocation of a function: its context, the event of its cron, and the scripts that it sends.
import type { Adapter } from "../../../src/index.ts";
import type { FunctionContext } from "../../../src/worker/options.ts";

/** The event of a cron that runs every minute. */
export const EVERY_MINUTE = { cron: "* * * * *", scheduledTime: Date.UTC(2026, 10, 18, 10, 23) };

/** Creates the context of a request, whose `done` waits for what was passed to `waitUntil`, as the platform does. */
export function createContext(): FunctionContext & { done(): Promise<unknown>; count: number } {
  const waits: Promise<unknown>[] = [];
  return {
    waitUntil: (promise) => void waits.push(promise),
    done: () => Promise.all(waits),
    get count() {
      return waits.length;
    },
  };
}

/** Returns an adapter that counts how often each script is sent. */
export function countScripts(redis: Adapter): { redis: Adapter; sent: Record<string, number> } {
  const sent: Record<string, number> = {};
  const run: Adapter["run"] = (script, keys, args) => {
    sent[script.name] = (sent[script.name] ?? 0) + 1;
    return redis.run(script, keys, args);
  };
  return { redis: { run }, sent };
}
