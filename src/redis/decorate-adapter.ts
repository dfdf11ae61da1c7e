// Adapters that change some functions of another adapter.
import { withoutUndefined } from "../base/without-undefined.ts";
import type { Adapter } from "./adapter.ts";

/** The functions that replace those of an adapter. `undefined` removes an optional one. */
type Overrides = { [Name in Exclude<keyof Adapter, "base">]?: Adapter[Name] | undefined };

/**
 * Returns a copy of an adapter, a plain object or an instance of a class, in which `overrides` replace functions.
 *
 * @example
 * const counted = decorateAdapter(adapter, {
 *   run: (script, keys, args) => {
 *     count += 1;
 *     return adapter.run(script, keys, args);
 *   },
 * });
 */
export function decorateAdapter(adapter: Adapter, overrides: Overrides): Adapter {
  return withoutUndefined({
    base: adapter.base ?? adapter,
    usage: adapter.usage,
    run: adapter.run.bind(adapter),
    joinsInFlight: adapter.joinsInFlight,
    runMany: adapter.runMany?.bind(adapter),
    subscribe: adapter.subscribe?.bind(adapter),
    eventStreams: adapter.eventStreams?.bind(adapter),
    ...overrides,
  }) as Adapter;
}
