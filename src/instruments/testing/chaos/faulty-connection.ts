// A connection that loses, delays, doubles, reorders and refuses requests, whatever transport carries them.
import { sleep } from "../../../base/monotonic.ts";
import type { ChaosOptions } from "./chaos-options.ts";
import { type FaultCounts, FaultSchedule } from "./fault-schedule.ts";

/** Sends one request, and shows each fault to its sender as a real connection would. */
export interface Transport<R> {
  send(): Promise<R>;
  /** The request or its reply is lost. */
  lose(): R;
  /** Half of the reply arrives. */
  cut(reply: R): R;
  /** Redis refuses the request. */
  refuse(errorReply: string): R;
}

/** The state of a faulty connection, and its controls. */
export interface Chaos {
  /** The number of times that each fault has happened so far. */
  readonly faults: Readonly<FaultCounts>;
  /** Ends the faults: requests from now on meet none. */
  calm(): void;
  /** Resolves when nothing is in flight, late copies included. */
  settled(): Promise<void>;
}

// A request that waits to be overtaken goes on after this time, since there may be no other.
const OVERTAKE_TIMEOUT = 100;

/** A connection that applies a schedule of faults. */
export class FaultyConnection implements Chaos {
  readonly #schedule: FaultSchedule;
  readonly #inFlight = new Set<Promise<unknown>>();
  /** Requests that wait to be overtaken. */
  readonly #held = new Set<() => void>();

  constructor(options: ChaosOptions) {
    this.#schedule = new FaultSchedule(options);
  }

  get faults(): Readonly<FaultCounts> {
    return this.#schedule.counts;
  }

  calm(): void {
    this.#schedule.calm();
  }

  async settled(): Promise<void> {
    while (this.#inFlight.size > 0) await Promise.allSettled(this.#inFlight);
  }

  /** Sends a request that carries some operations, with the faults that the schedule draws for it. */
  carry<R>(operations: readonly string[], transport: Transport<R>): Promise<R> {
    return this.#track(this.#carryWithFaults(operations, transport));
  }

  /** Delays, loses, repeats or refuses a request, or its reply, as the schedule draws it. */
  async #carryWithFaults<R>(operations: readonly string[], transport: Transport<R>): Promise<R> {
    const { faults, delay, isRequestDelayed, errorReply } = this.#schedule.draw(operations);
    if (faults.has("dropRequest")) return transport.lose();
    // With both faults the request arrives in time, and its copy late, after other requests.
    const isCopyDelayed = faults.has("delay") && faults.has("duplicate");
    const isDelayed = faults.has("delay") && !isCopyDelayed;
    if (isDelayed && isRequestDelayed) await sleep(delay);
    if (faults.has("reorder")) await this.#waitToBeOvertaken();
    if (faults.has("error")) return transport.refuse(errorReply);
    let reply = await transport.send();
    for (const release of this.#held) release();
    if (isCopyDelayed) this.#track(sleep(delay).then(() => transport.send())).catch(() => {});
    else if (faults.has("duplicate")) reply = await transport.send();
    if (isDelayed && !isRequestDelayed) await sleep(delay);
    if (faults.has("dropReply")) return transport.lose();
    return faults.has("cutBody") ? transport.cut(reply) : reply;
  }

  /** Resolves when another request has taken effect. */
  async #waitToBeOvertaken(): Promise<void> {
    let release = () => {};
    const overtaken = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#held.add(release);
    const timer = setTimeout(release, OVERTAKE_TIMEOUT);
    await overtaken;
    clearTimeout(timer);
    this.#held.delete(release);
  }

  /** Keeps some work among what is in flight until it ends, for `settled`. */
  #track<R>(work: Promise<R>): Promise<R> {
    this.#inFlight.add(work);
    const done = () => this.#inFlight.delete(work);
    work.then(done, done);
    return work;
  }
}
