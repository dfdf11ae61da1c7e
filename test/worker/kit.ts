// What the tests of a worker share: what it logs, the context of a request, and adapters that watch or fail.
import { afterEach, beforeEach, vi } from "vitest";
import type { Adapter } from "../../src/index.ts";
import type { FunctionContext } from "../../src/worker/options.ts";

export interface Said {
  log: string[];
  warn: string[];
  error: string[];
}

/** Keeps what each test of a file logs, and shows none of it. */
export function listen(): Said {
  const said: Said = { log: [], warn: [], error: [] };
  beforeEach(() => {
    for (const level of ["log", "warn", "error"] as const) {
      said[level] = [];
      vi.spyOn(console, level).mockImplementation((line) => void said[level].push(line));
    }
  });
  afterEach(() => vi.restoreAllMocks());
  return said;
}

/** The first of some lines. */
export const lineOf = (lines: string[]) => JSON.parse(lines[0] ?? "");

/** A cron that fired. */
export const minutely = { cron: "* * * * *", scheduledTime: Date.UTC(2026, 10, 18, 10, 23) };

/** A request's context, which waits as the platform does. */
export function context(): FunctionContext & { done(): Promise<unknown>; count: number } {
  const waits: Promise<unknown>[] = [];
  return {
    waitUntil: (promise) => void waits.push(promise),
    done: () => Promise.all(waits),
    get count() {
      return waits.length;
    },
  };
}

/** Counts how often each script is sent. */
export function counted(redis: Adapter): { redis: Adapter; sent: Record<string, number> } {
  const sent: Record<string, number> = {};
  const run: Adapter["run"] = (script, keys, args) => {
    sent[script.name] = (sent[script.name] ?? 0) + 1;
    return redis.run(script, keys, args);
  };
  return { redis: { run }, sent };
}
