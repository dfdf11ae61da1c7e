// A bad connection to Redis on purpose, in place of any client.

import type { LeaseholdError } from "../../../base/errors.ts";
import type { QueueOptions } from "../../../queue/jobs/queue-options.ts";
import type { Adapter, Call } from "../../../redis/adapter.ts";
import { decorateAdapter } from "../../../redis/decorate-adapter.ts";
import { networkError, replyError } from "../../../redis/errors.ts";
import { toAdapter } from "../../../redis/to-adapter.ts";
import { operationOf } from "../script-call.ts";
import type { ChaosOptions } from "./chaos-options.ts";
import { type Carrier, type Chaos, Wire } from "./faulty-connection.ts";

/**
 * Wraps any client that a queue takes, so that requests and replies get lost, doubled, late or refused. An operation is
 * a method of a queue (enqueue, lease, turn, settle, extend, progress, cancel, clean, deepClean, and so on), whichever script
 * serves it, or another script by its name, as held. An operation that one script could not carry out, and another is then
 * asked, is two requests. Scripts that are sent together, and calls that a queue joins, are one request, and share what
 * happens to it. What the client sends again by itself is one request here; give the options to the gateway to come between
 * those.
 *
 * @example
 * const redis = chaos(new Redis({ url, token }), { seed: 7, dropReply: 0.2, plan: ["lease#3=dropReply"] });
 * const queue = new Queue("emails", { redis });
 */
export function chaos(redis: QueueOptions<unknown>["redis"], options: ChaosOptions): Adapter & Chaos {
  const adapter = toAdapter(redis);
  const wire = new Wire(options);
  const { runMany } = adapter;
  const decorated = decorateAdapter(adapter, {
    run: (script, keys, args) => {
      const fail = (errorFor: ErrorFor): never => {
        throw errorFor(script.name);
      };
      return wire.carry(
        [operationOf(script.name, args)],
        carrierOf(() => adapter.run(script, keys, args), fail),
      );
    },
    runMany: runMany && ((calls) => carryTogether(wire, calls, () => runMany.call(adapter, calls))),
  });
  return Object.defineProperties(decorated, {
    faults: { get: () => wire.faults },
    calm: { value: () => wire.calm() },
    settled: { value: () => wire.settled() },
  }) as Adapter & Chaos;
}

/** Carries scripts in one request; each has a reply of its own. */
function carryTogether(wire: Wire, calls: readonly Call[], send: () => Promise<unknown>[]): Promise<unknown>[] {
  const fail = (errorFor: ErrorFor): PromiseSettledResult<unknown>[] =>
    calls.map(({ script }) => ({ status: "rejected", reason: errorFor(script.name) }));
  const operations = calls.map(({ script, args }) => operationOf(script.name, args));
  const outcomes = wire.carry(
    operations,
    carrierOf(async () => Promise.allSettled(send()), fail),
  );
  return calls.map(async (_, i) => {
    const outcome = (await outcomes)[i];
    if (outcome?.status !== "fulfilled") throw outcome?.reason;
    return outcome.value;
  });
}

/** The error for a script, by its name. */
type ErrorFor = (name: string) => LeaseholdError;

/** How a request is sent, and what a client makes of each fault that meets it. */
function carrierOf<R>(send: () => Promise<R>, fail: (errorFor: ErrorFor) => R): Carrier<R> {
  const breakOff = (code: string) => fail((name) => networkError(Object.assign(new Error("chaos"), { code }), name));
  return {
    send,
    // As clients report a connection that was closed, and a body that broke off.
    lose: () => breakOff("ECONNRESET"),
    cut: () => breakOff("UND_ERR_SOCKET"),
    refuse: (errorReply) => fail((name) => replyError(errorReply, name)),
  };
}
