// Collects calls of scripts and sends them as one request, if the client supports that.
import type { Adapter, Call, Script } from "./adapter.ts";

interface WaitingCall extends Call {
  resolve(reply: unknown): void;
  reject(error: unknown): void;
}

/**
 * The largest number of scripts in one request. Redis may run several of them before it serves other clients, so each should
 * take at most a millisecond or two.
 */
export const MAX_BATCHED_CALLS = 256;

/** An adapter that collects calls until `send`. */
export class BatchAdapter implements Adapter {
  readonly base: Adapter;
  readonly #adapter: Adapter;
  readonly #waiting: WaitingCall[] = [];

  constructor(adapter: Adapter) {
    this.base = adapter.base ?? adapter;
    this.#adapter = adapter;
  }

  /** Adds a call to those that the next `send` sends. Resolves with its reply. */
  run(script: Script, keys: string[], args: string[]): Promise<unknown> {
    return new Promise((resolve, reject) => this.#waiting.push({ script, keys, args, resolve, reject }));
  }

  /** Sends all collected calls; each gets its own reply. */
  send(): void {
    const calls = this.#waiting.splice(0);
    // Redis rejects a request without commands.
    if (calls.length === 0) return;
    const adapter = this.#adapter;
    const replies = adapter.runMany?.(calls) ?? calls.map(({ script, keys, args }) => adapter.run(script, keys, args));
    for (const [i, { resolve, reject }] of calls.entries()) Promise.resolve(replies[i]).then(resolve, reject);
  }
}
