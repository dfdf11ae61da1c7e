// Collects scripts and sends them as one request where the client supports that.
import type { Adapter, Call, Script } from "../redis/adapter.ts";

interface Waiting extends Call {
  resolve(reply: unknown): void;
  reject(error: unknown): void;
}

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
    const replies = this.#adapter.runMany?.(calls) ?? calls.map((call) => this.#runOne(call));
    for (const [i, { resolve, reject }] of calls.entries()) Promise.resolve(replies[i]).then(resolve, reject);
  }

  #runOne({ script, keys, args }: Call): Promise<unknown> {
    return this.#adapter.run(script, keys, args);
  }
}
