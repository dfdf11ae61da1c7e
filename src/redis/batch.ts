// Collects scripts and sends them as one request where the client supports that.
import type { Adapter, Call, Script } from "./adapter.ts";

interface Waiting extends Call {
  resolve(reply: unknown): void;
  reject(error: unknown): void;
}

/**
 * The most scripts of one request. Redis may run some of them in a row before it serves other clients, so each of them should
 * take a millisecond or two at most.
 */
export const MOST_TOGETHER = 256;

/** An adapter that holds its calls back until `send`. */
export class Batch implements Adapter {
  readonly base: Adapter;
  readonly #adapter: Adapter;
  readonly #waiting: Waiting[] = [];

  constructor(adapter: Adapter) {
    this.base = adapter.base ?? adapter;
    this.#adapter = adapter;
  }

  run(script: Script, keys: string[], args: string[]): Promise<unknown> {
    return new Promise((resolve, reject) => this.#waiting.push({ script, keys, args, resolve, reject }));
  }

  /** Sends all collected calls; each gets its own reply. */
  send(): void {
    const calls = this.#waiting.splice(0);
    // A request without commands is an error.
    if (calls.length === 0) return;
    const adapter = this.#adapter;
    const replies = adapter.runMany?.(calls) ?? calls.map(({ script, keys, args }) => adapter.run(script, keys, args));
    for (const [i, { resolve, reject }] of calls.entries()) Promise.resolve(replies[i]).then(resolve, reject);
  }
}
