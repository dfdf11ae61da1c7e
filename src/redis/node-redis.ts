// The adapter for node-redis over TCP, for one server or a cluster.
import { invalidArgument } from "../base/arguments.ts";
import type { Adapter } from "./adapter.ts";
import { confirmSubscription } from "./confirm-subscription.ts";
import { createScriptRunner, type EvalCommand, sendInGroups } from "./script-runner.ts";

interface EvalOptions {
  keys: string[];
  arguments: string[];
}

/** The part of a node-redis client that a queue uses. */
export interface NodeRedisClient {
  eval(script: string, options: EvalOptions): Promise<unknown>;
  evalSha(sha: string, options: EvalOptions): Promise<unknown>;
  duplicate(): NodeRedisSubscriber;
}

interface NodeRedisSubscriber {
  connect(): Promise<unknown>;
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>;
  on(event: "error" | "reconnecting" | "end", listener: () => void): unknown;
  destroy(): void;
}

/**
 * Returns the adapter for a node-redis client, from `createClient` or `createCluster`.
 *
 * @example
 * const emails = new Queue("emails", { redis: nodeRedis(await createClient().connect()) });
 */
export function nodeRedis(client: NodeRedisClient): Adapter {
  if (typeof client?.evalSha !== "function") throw invalidArgument("nodeRedis: the client must be a node-redis client");
  const send = ([command, text, count, ...rest]: EvalCommand) => {
    const options = { keys: rest.slice(0, Number(count)), arguments: rest.slice(Number(count)) };
    return command === "EVAL" ? client.eval(text, options) : client.evalSha(text, options);
  };
  return {
    joinsInFlight: true,
    ...createScriptRunner({
      send,
      sendMany: (commands) => sendInGroups(commands, send),
      findErrorReply: (error) => (error instanceof Error && /^[A-Z]+ /.test(error.message) ? error.message : undefined),
    }),
    subscribe(channel, subscriber) {
      const connection = client.duplicate();
      return confirmSubscription(subscriber, {
        async open(onLost) {
          // Messages are lost until node-redis reconnects, so a new subscription replaces this one.
          connection.on("error", onLost);
          connection.on("reconnecting", onLost);
          connection.on("end", onLost);
          await connection.connect();
          await connection.subscribe(channel, (message) => subscriber.onMessage(message));
        },
        close: () => connection.destroy(),
      });
    },
  };
}
