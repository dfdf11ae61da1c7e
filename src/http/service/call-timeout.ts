// A time limit for calls of Redis.
import { withDeadline } from "../../base/deadline.ts";
import { LeaseholdError } from "../../base/errors.ts";
import { monotonicNow } from "../../base/monotonic.ts";
import type { Adapter, Script } from "../../redis/adapter.ts";
import { decorateAdapter } from "../../redis/decorate-adapter.ts";
import { networkError } from "../../redis/redis-errors.ts";

// In ms. The library's own clients give up earlier; another client may wait forever.
const TIMEOUT = 30_000;

/** Returns an adapter whose calls end within TIMEOUT, and reject with a LeaseholdError only. */
export function withCallTimeout(adapter: Adapter): Adapter {
  const limit = async ({ name }: Script, call: () => Promise<unknown>): Promise<unknown> => {
    const deadline = monotonicNow() + TIMEOUT;
    try {
      return await withDeadline(call(), () => deadline);
    } catch (error) {
      throw error instanceof LeaseholdError ? error : networkError(error, name);
    }
  };
  const { runMany } = adapter;
  return decorateAdapter(adapter, {
    run: (script, keys, args) => limit(script, () => adapter.run(script, keys, args)),
    runMany:
      runMany &&
      ((calls) => {
        const replies = (async () => runMany.call(adapter, calls))();
        return calls.map(({ script }, i) => limit(script, async () => (await replies)[i]));
      }),
    // A call must not wait for the request of another caller.
    joinsInFlight: undefined,
  });
}
