// Any `@upstash/redis` client as its user made it, with whatever settings it has. The client itself is not imported, so
// that a queue over TCP does not carry it along.
import type { LeaseholdError } from "../core/errors.ts";
import type { Adapter, Script } from "./adapter.ts";
import { fromNetwork, fromReply, fromStranger } from "./errors.ts";
import { subscribed } from "./subscribed.ts";

/** The part of an `@upstash/redis` client that a queue uses; any instance of any version has it. */
export interface UpstashClient {
  eval(script: string, keys: string[], args: unknown[]): Promise<unknown>;
  subscribe?(channels: string[]): unknown;
}

interface UpstashSubscriber {
  on(event: "message" | "subscribe" | "error", listener: () => void): void;
  unsubscribe(): Promise<void>;
}

/** Uses a client with whatever settings it has. */
export function fromUpstashClient(client: UpstashClient): Adapter {
  return {
    async run(script: Script, keys: string[], args: string[]): Promise<unknown> {
      try {
        return await client.eval(script.text, keys, args);
      } catch (error) {
        throw fromUpstash(error, script.name);
      }
    },
    async subscribe(channel, onMessage) {
      const subscriber = client.subscribe?.([channel]) as UpstashSubscriber | undefined;
      if (!subscriber) throw fromNetwork(undefined, "subscribe");
      subscriber.on("message", onMessage);
      await subscribed(confirmed(subscriber), () => subscriber.unsubscribe());
      return () => subscriber.unsubscribe();
    },
  };
}

/** Resolves when Redis has confirmed the subscription. */
function confirmed(subscriber: UpstashSubscriber): Promise<void> {
  return new Promise((resolve, reject) => {
    subscriber.on("error", () => reject(fromNetwork(undefined, "subscribe")));
    subscriber.on("subscribe", () => resolve());
  });
}

/** Turns an error of the client, whose text may hold the whole command, into one that may be shown. */
function fromUpstash(error: unknown, script?: string): LeaseholdError {
  if (!(error instanceof Error)) return fromNetwork(undefined, script);
  if (error.name === "UpstashJSONParseError" || MISREAD.test(error.message)) return fromStranger(script);
  return error.name === "UpstashError" ? fromReply(error.message, script) : fromNetwork(error, script);
}

// What the client says when it takes apart an answer that is JSON but none of Upstash's, in the words of each engine.
const MISREAD =
  /^(undefined|null|\[object Object\]), command was:|did not return a result|is not (a function|iterable|an object)|Cannot (read|destructure)/;
