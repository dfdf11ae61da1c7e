// An adapter whose requests a test holds back, refuses, or counts.
import { inject } from "vitest";
import { LeaseholdError, type Queue, type QueueOptions, upstash } from "../../src/index.ts";
import type { Adapter, Script, Subscriber } from "../../src/redis/adapter.ts";
import { findSubscribe } from "../../src/redis/event-stream.ts";
import { freshName, freshQueue } from "../setup/queue.ts";

/**
 * The fate of a request: no answer at all, an error instead of it, its answer lost after it took effect, or its
 * answer held back until a promise resolves.
 */
type Fault = "hang" | "lose" | Promise<void> | LeaseholdError | undefined;

class Faulty implements Adapter {
  readonly #real: Adapter = upstash({ url: inject("restUrl"), token: inject("token") });
  /** The names of the scripts that were sent. */
  readonly sent: string[] = [];
  fault: (script: string, args: string[], keys: string[]) => Fault = () => undefined;
  readonly subscribers = new Set<Subscriber>();

  async run(script: Script, keys: string[], args: string[]): Promise<unknown> {
    this.sent.push(script.name);
    const fault = this.fault(script.name, args, keys);
    if (fault === "hang") return new Promise(() => {});
    if (fault instanceof LeaseholdError) throw fault;
    const reply = await this.#real.run(script, keys, args);
    if (fault instanceof Promise) await fault;
    if (fault === "lose") throw new LeaseholdError("redis_unreachable", "the reply was lost");
    return reply;
  }

  async subscribe(channel: string, subscriber: Subscriber): Promise<() => void> {
    const end = (await findSubscribe(this.#real)?.(channel, subscriber)) ?? (() => {});
    this.subscribers.add(subscriber);
    return () => {
      this.subscribers.delete(subscriber);
      end();
    };
  }
}

/** Reports whether a script settles or leases. */
export const isTurn = (script: string): boolean => script === "turn" || script === "turnPlain";

/** A queue over a faulty adapter, and the same queue over a good one. */
export function faultyQueue<T = number>(options: Partial<QueueOptions<T>> = {}) {
  const adapter = new Faulty();
  const name = freshName();
  const queue: Queue<T> = freshQueue<T>({ ...options, redis: adapter }, name);
  const others: Queue<T> = freshQueue<T>(options, name);
  return { adapter, queue, others };
}

/** Resolves when a signal aborts. */
export const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(signal.reason);
    signal.addEventListener("abort", () => resolve(signal.reason));
  });

export const never = (): Promise<never> => new Promise(() => {});
