// The adapter for ioredis over TCP, for one server or a cluster.
import { invalidArgument } from "../base/arguments.ts";
import type { Adapter } from "./adapter.ts";
import { confirmSubscription } from "./confirm-subscription.ts";
import { createScriptRunner, type EvalCommand, sendInGroups } from "./script-runner.ts";

/** The part of an ioredis client that a queue uses. */
export interface IoRedisClient {
  eval(script: string, numberOfKeys: string, ...args: string[]): Promise<unknown>;
  evalsha(sha: string, numberOfKeys: string, ...args: string[]): Promise<unknown>;
  duplicate(): IoRedisSubscriber;
  readonly options?: { keyPrefix?: string | undefined; redisOptions?: { keyPrefix?: string | undefined } | undefined };
}

interface IoRedisSubscriber {
  subscribe(channel: string): Promise<unknown>;
  on(event: "message", listener: (channel: string, message: string) => void): unknown;
  on(event: "close" | "error", listener: () => void): unknown;
  disconnect(): void;
}

/**
 * Returns the adapter for an ioredis client, `Redis` or `Cluster`.
 *
 * @example
 * const emails = new Queue("emails", { redis: ioredis(new Redis()) });
 */
export function ioredis(client: IoRedisClient): Adapter {
  if (typeof client?.evalsha !== "function") throw invalidArgument("ioredis: the client must be an ioredis client");
  const { keyPrefix, redisOptions } = client.options ?? {};
  // ioredis adds its prefix to keys, from which the scripts derive the channel, but not to the channel of a subscription.
  const prefix = keyPrefix ?? redisOptions?.keyPrefix ?? "";
  const send = ([command, text, count, ...rest]: EvalCommand) =>
    command === "EVAL" ? client.eval(text, count, ...rest) : client.evalsha(text, count, ...rest);
  return {
    joinsInFlight: true,
    ...createScriptRunner({
      send,
      sendMany: (commands) => sendInGroups(commands, send),
      findErrorReply: (error) => (error instanceof Error && error.name === "ReplyError" ? error.message : undefined),
    }),
    subscribe(channel, subscriber) {
      const connection = client.duplicate();
      return confirmSubscription(subscriber, {
        open(onLost) {
          connection.on("error", () => {});
          connection.on("message", (_, message) => subscriber.onMessage(message));
          // Messages are lost until ioredis reconnects, so a new subscription replaces this one.
          connection.on("close", onLost);
          return connection.subscribe(prefix + channel);
        },
        close: () => connection.disconnect(),
      });
    },
  };
}
