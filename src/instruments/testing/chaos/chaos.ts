// A Redis client with a faulty connection, in place of any client that a queue takes.

import type { LeaseholdError } from "../../../base/errors.ts";
import type { QueueOptions } from "../../../queue/jobs/queue-options.ts";
import type { Adapter, Call } from "../../../redis/adapter.ts";
import { decorateAdapter } from "../../../redis/decorate-adapter.ts";
import { networkError, replyError } from "../../../redis/redis-errors.ts";
import { toAdapter } from "../../../redis/to-adapter.ts";
import { operationName } from "../script-call.ts";
import type { ChaosOptions } from "./chaos-options.ts";
import { type Chaos, FaultyConnection, type Transport } from "./faulty-connection.ts";

/**
 * Wraps any client that a queue takes, so that requests and replies are lost, doubled, late or refused.
 *
 * Faults are planned by operation: a method of a queue (enqueue, lease, turn, settle, extend, progress, cancel, clean,
 * deepClean and so on), whichever script serves it; for other scripts, such as held, the name of the script. A plain
 * script that leaves the work to the full one makes two requests. Scripts that are sent together, and calls that a
 * queue joins, are one request and meet one fault. Retries of the client itself happen below this wrapper, and are not
 * requests of their own; pass the options to the gateway to reach those.
 *
 * @example
 * const redis = chaos(new Redis({ url, token }), { seed: 7, dropReply: 0.2, plan: ["lease#3=dropReply"] });
 * const queue = new Queue("emails", { redis });
 */
export function chaos(redis: QueueOptions<unknown>["redis"], options: ChaosOptions): Adapter & Chaos {
  const adapter = toAdapter(redis);
  const connection = new FaultyConnection(options);
  const { runMany } = adapter;
  const decorated = decorateAdapter(adapter, {
    run: (script, keys, args) => {
      const fail = (toError: ToError): never => {
        throw toError(script.name);
      };
      return connection.carry(
        [operationName(script.name, args)],
        createTransport(() => adapter.run(script, keys, args), fail),
      );
    },
    runMany: runMany && ((calls) => carryTogether(connection, { calls, send: () => runMany.call(adapter, calls) })),
  });
  return Object.defineProperties(decorated, {
    faults: { get: () => connection.faults },
    calm: { value: () => connection.calm() },
    settled: { value: () => connection.settled() },
  }) as Adapter & Chaos;
}

interface Batch {
  calls: readonly Call[];
  send: () => Promise<unknown>[];
}

/** Carries scripts in one request; each has a reply of its own. */
function carryTogether(connection: FaultyConnection, { calls, send }: Batch): Promise<unknown>[] {
  const fail = (toError: ToError): PromiseSettledResult<unknown>[] =>
    calls.map(({ script }) => ({ status: "rejected", reason: toError(script.name) }));
  const operations = calls.map(({ script, args }) => operationName(script.name, args));
  const outcomes = connection.carry(
    operations,
    createTransport(async () => Promise.allSettled(send()), fail),
  );
  return calls.map(async (_, i) => {
    const outcome = (await outcomes)[i];
    if (outcome?.status !== "fulfilled") throw outcome?.reason;
    return outcome.value;
  });
}

/** Returns the error for a script, by the script's name. */
type ToError = (scriptName: string) => LeaseholdError;

/** Returns a transport whose faults look as a client reports them. */
function createTransport<R>(send: () => Promise<R>, fail: (toError: ToError) => R): Transport<R> {
  const failNetwork = (code: string) => fail((name) => networkError(Object.assign(new Error("chaos"), { code }), name));
  return {
    send,
    // The codes of a connection that was closed, and of a body that broke off.
    lose: () => failNetwork("ECONNRESET"),
    cut: () => failNetwork("UND_ERR_SOCKET"),
    refuse: (errorReply) => fail((name) => replyError(errorReply, name)),
  };
}
