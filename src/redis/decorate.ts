// Adapters around other adapters.
import { withoutUndefined } from "../base/without-undefined.ts";
import type { Adapter } from "./adapter.ts";

/** The functions that a decorated adapter does in its own way; one of `undefined` is left out. */
type Changes = { [Name in Exclude<keyof Adapter, "base">]?: Adapter[Name] | undefined };

/**
 * Returns an adapter that does as another one, but for the functions that are given. It carries over whatever the other one
 * has, be it an object or of a class.
 *
 * @example
 * const counted = decorateAdapter(adapter, {
 *   run: (script, keys, args) => {
 *     count += 1;
 *     return adapter.run(script, keys, args);
 *   },
 * });
 */
export function decorateAdapter(adapter: Adapter, changes: Changes): Adapter {
  return withoutUndefined({
    base: adapter.base ?? adapter,
    run: adapter.run.bind(adapter),
    joinsInFlight: adapter.joinsInFlight,
    runMany: adapter.runMany?.bind(adapter),
    subscribe: adapter.subscribe?.bind(adapter),
    eventStreams: adapter.eventStreams?.bind(adapter),
    ...changes,
  }) as Adapter;
}
