// Payloads of a run's jobs, and the check that each was handled exactly once.

/** A payload, identified by its number. */
export interface Payload {
  n: number;
  pad: string;
}

/** Returns payloads with a size of `bytes` as JSON. */
export function payloads(count: number, bytes: number): Payload[] {
  return Array.from({ length: count }, (_, n) => {
    const empty = JSON.stringify({ n, pad: "" });
    return { n, pad: "x".repeat(bytes - empty.length) };
  });
}

/** A count of the handled payloads. */
export class Tally {
  readonly #times: Uint8Array;
  readonly #bytes: number;
  #handled = 0;
  #wrong = 0;

  constructor(count: number, bytes: number) {
    this.#times = new Uint8Array(count);
    this.#bytes = bytes;
  }

  readonly handle = (payload: Payload): void => {
    const length = `{"n":${payload.n},"pad":""}`.length + payload.pad.length;
    if (length !== this.#bytes || this.#times[payload.n] === undefined) this.#wrong += 1;
    else this.#times[payload.n] = (this.#times[payload.n] ?? 0) + 1;
    this.#handled += 1;
  };

  /** Throws unless each payload was handled exactly once and unchanged. */
  check(who: string): void {
    const once = this.#times.reduce((sum, times) => sum + (times === 1 ? 1 : 0), 0);
    if (once === this.#times.length && this.#handled === once && this.#wrong === 0) return;
    throw new Error(`${who}: of ${this.#times.length} jobs ${once} were handled once; ${this.#handled} times in all`);
  }
}
