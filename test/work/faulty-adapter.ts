// Queues and workers to observe, and an adapter that delays, loses or refuses the requests that a test chooses.
import { inject } from "vitest";
import type { LogEntry } from "../../src/base/log.ts";
import {
  type Handler,
  LeaseholdError,
  type Queue,
  type QueueOptions,
  upstash,
  type WorkOptions,
} from "../../src/index.ts";
import type { Adapter, Script, Subscriber } from "../../src/redis/adapter.ts";
import { findSubscribe } from "../../src/redis/event-stream.ts";
import { waitForever } from "../setup/handlers.ts";
import { freshName, freshQueue } from "../setup/queue.ts";

/**
 * A fault of one request: it never takes effect and is never answered ("hang"), it takes effect and its reply is lost
 * ("lose"), it takes effect and its reply is held until a promise resolves, or it is refused with an error.
 */
type Fault = "hang" | "lose" | Promise<void> | LeaseholdError | undefined;

class FaultyAdapter implements Adapter {
  readonly #gateway: Adapter = upstash({ url: inject("restUrl"), token: inject("token") });
  /** The names of the scripts that were sent. */
  readonly sent: string[] = [];
  /** Chooses the fault of a request. */
  fault: (script: string, args: string[]) => Fault = () => undefined;
  readonly subscribers = new Set<Subscriber>();

  /** Runs a script, with the fault that `fault` chooses. */
  async run(script: Script, keys: string[], args: string[]): Promise<unknown> {
    this.sent.push(script.name);
    const fault = this.fault(script.name, args);
    if (fault === "hang") return waitForever();
    if (fault instanceof LeaseholdError) throw fault;
    const reply = await this.#gateway.run(script, keys, args);
    if (fault instanceof Promise) await fault;
    if (fault === "lose") throw new LeaseholdError("redis_unreachable", "the reply was lost");
    return reply;
  }

  /** Subscribes at the gateway, and lists the subscriber until it unsubscribes. */
  async subscribe(channel: string, subscriber: Subscriber): Promise<() => void> {
    const end = (await findSubscribe(this.#gateway)?.(channel, subscriber)) ?? (() => {});
    this.subscribers.add(subscriber);
    return () => {
      this.subscribers.delete(subscriber);
      end();
    };
  }
}

/** Reports whether a script settles and leases jobs. */
export const isTurn = (script: string): boolean => script === "turn" || script === "turnPlain";

/** Reports whether a request settles jobs: a turn whose arguments contain the reference of a leased job. */
export const isSettling = (script: string, args: readonly string[]): boolean =>
  isTurn(script) && args.some((arg) => arg.startsWith("L "));

/**
 * Creates a queue over a faulty adapter, some of whose functions may be replaced, and another client of the same queue without
 * faults.
 */
export function createFaultyQueue<T = number>(
  options: Partial<QueueOptions<T>> = {},
  overrides: { subscribe?: Adapter["subscribe"] | undefined } = {},
) {
  const adapter = Object.assign(new FaultyAdapter(), overrides);
  const name = freshName();
  const queue: Queue<T> = freshQueue<T>({ ...options, redis: adapter }, name);
  const otherClient: Queue<T> = freshQueue<T>(options, name);
  return { adapter, queue, otherClient };
}

/** Creates a queue over the gateway, and returns it with the entries that it logs. */
export function createLoggedQueue<T = number>(options: Partial<QueueOptions<T>> = {}) {
  const entries: LogEntry[] = [];
  const queue: Queue<T> = freshQueue<T>({ ...options, logger: (entry) => void entries.push(entry) });
  return { queue, entries };
}

/** Starts a worker that records the payload of each job before it calls the handler. */
export function startWorker(
  queue: Queue<number>,
  { handler, ...options }: WorkOptions<number> & { handler?: Handler<number> } = {},
) {
  const handled: number[] = [];
  const { stop } = queue.work((job, signal) => {
    handled.push(job.data);
    return handler?.(job, signal);
  }, options);
  return { handled, stop };
}
