// Payloads of a run's jobs, and the check that each was handled exactly once.

/** A payload, identified by its number. */
export interface Payload {
  n: number;
  pad: string;
}

/** Creates payloads, each with a size of `bytes` as JSON. */
export function createPayloads(count: number, bytes: number): Payload[] {
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

  constructor(payloads: number, bytesOfEach: number) {
    this.#times = new Uint8Array(payloads);
    this.#bytes = bytesOfEach;
  }

  readonly handle = (payload: Payload): void => {
    const length = `{"n":${payload.n},"pad":""}`.length + payload.pad.length;
    if (length !== this.#bytes || this.#times[payload.n] === undefined) this.#wrong += 1;
    else this.#times[payload.n] = (this.#times[payload.n] ?? 0) + 1;
    this.#handled += 1;
  };

  /** Throws unless each payload was handled exactly once and unchanged. */
  validate(system: string): void {
    const count = this.#times.length;
    const once = this.#times.reduce((sum, times) => sum + (times === 1 ? 1 : 0), 0);
    if (once === count && this.#handled === once && this.#wrong === 0) return;
    throw new Error(
      `${system}: ${once} of ${count} jobs were handled exactly once; ${this.#handled} calls of the handler, ` +
        `${this.#wrong} with a wrong payload`,
    );
  }
}

/** Creates a list of objects with a size of about `bytes` as JSON, as an API might send it. */
export function createObjects(bytes: number): object[] {
  return Array.from({ length: bytes / 80 }, (_, n) => ({
    id: `item-${n}`,
    price: n * 1.25,
    tags: ["a", "b"],
    isSold: true,
    at: "2026-11-18",
  }));
}
