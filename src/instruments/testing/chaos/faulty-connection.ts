// A request's way over a bad connection, whatever carries it.

import type { ChaosOptions } from "./chaos-options.ts";
import { Dice, type FaultCounts } from "./fault-schedule.ts";

/** How requests are sent, and what their sender sees of each fault. */
export interface Carrier<R> {
  send(): Promise<R>;
  /** The request, or its reply, is lost. */
  lose(): R;
  /** Half of the reply arrives. */
  cut(reply: R): R;
  /** Redis refuses the request. */
  refuse(errorReply: string): R;
}

/** What a test may ask of a bad connection. */
export interface Chaos {
  /** How often each fault happened so far. */
  readonly faults: Readonly<FaultCounts>;
  /** Lets nothing happen any more, to a request that comes from now on. */
  calm(): void;
  /** Resolves when nothing is under way any more, copies that come late included. */
  settled(): Promise<void>;
}

// A request that waits to be overtaken goes on after this time, because there may be no other.
const OVERTAKEN_WITHIN = 100;

export class Wire implements Chaos {
  readonly #dice: Dice;
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #held = new Set<() => void>();

  constructor(options: ChaosOptions) {
    this.#dice = new Dice(options);
  }

  get faults(): Readonly<FaultCounts> {
    return this.#dice.counts;
  }

  calm(): void {
    this.#dice.calm();
  }

  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.allSettled(this.#underWay);
  }

  /** Sends a request with whatever happens to it. */
  carry<R>(operations: readonly string[], carrier: Carrier<R>): Promise<R> {
    return this.#track(this.#carry(operations, carrier));
  }

  async #carry<R>(operations: readonly string[], carrier: Carrier<R>): Promise<R> {
    const { faults, delay, isRequestLate, errorReply } = this.#dice.draw(operations);
    if (faults.has("dropRequest")) return carrier.lose();
    // With both, the request arrives in time and its copy late, when others have gone on.
    const isCopyLate = faults.has("delay") && faults.has("duplicate");
    const isLate = faults.has("delay") && !isCopyLate;
    if (isLate && isRequestLate) await pause(delay);
    if (faults.has("reorder")) await this.#overtaken();
    if (faults.has("error")) return carrier.refuse(errorReply);
    let reply = await carrier.send();
    for (const goOn of this.#held) goOn();
    if (isCopyLate) this.#track(pause(delay).then(() => carrier.send())).catch(() => {});
    else if (faults.has("duplicate")) reply = await carrier.send();
    if (isLate && !isRequestLate) await pause(delay);
    if (faults.has("dropReply")) return carrier.lose();
    return faults.has("cutBody") ? carrier.cut(reply) : reply;
  }

  /** Waits until another request has been carried out. */
  async #overtaken(): Promise<void> {
    let goOn = () => {};
    const passed = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    this.#held.add(goOn);
    const timer = setTimeout(goOn, OVERTAKEN_WITHIN);
    await passed;
    clearTimeout(timer);
    this.#held.delete(goOn);
  }

  #track<R>(work: Promise<R>): Promise<R> {
    this.#underWay.add(work);
    const done = () => this.#underWay.delete(work);
    work.then(done, done);
    return work;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
