// A bad connection to Redis on purpose, in place of any client.
import { adapterOf, type QueueOptions } from "../core/context.ts";
import type { Adapter } from "../redis/adapter.ts";
import { fromNetwork, fromReply } from "../redis/errors.ts";
import type { ChaosOptions } from "./faults.ts";
import { type Chaos, Wire } from "./wire.ts";

/**
 * Wraps any client that a queue takes, so that requests and replies get lost, doubled, late or refused. An operation is
 * the name of a script: enqueue, lease, held, turn, settle, extend, progress, cancel, clean, deepClean, and so on. What the
 * client sends again by itself is one request here; give the options to the gateway to come between those.
 *
 * @example
 * const redis = chaos(new Redis({ url, token }), { seed: 7, dropReply: 0.2, plan: ["lease#3=dropReply"] });
 * const queue = new Queue("emails", { redis });
 */
export function chaos(redis: QueueOptions<unknown>["redis"], options: ChaosOptions): Adapter & Chaos {
  const adapter = adapterOf(redis);
  const wire = new Wire(options);
  const { subscribe } = adapter;
  return {
    run: (script, keys, args) => {
      // As clients say it of a connection that was closed, and of a body that broke off.
      const lost = (code: string): never => {
        throw fromNetwork(Object.assign(new Error("chaos"), { code }), script.name);
      };
      return wire.carry([script.name], {
        send: () => adapter.run(script, keys, args),
        lose: () => lost("ECONNRESET"),
        cut: () => lost("UND_ERR_SOCKET"),
        refuse: (errorReply) => {
          throw fromReply(errorReply, script.name);
        },
      });
    },
    ...(subscribe ? { subscribe: subscribe.bind(adapter) } : {}),
    get faults() {
      return wire.faults;
    },
    calm: () => wire.calm(),
    settled: () => wire.settled(),
  };
}
