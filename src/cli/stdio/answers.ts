// The lines that are written to stdout: one at a time, and no faster than they are read.
import { once } from "node:events";
import type { Writable } from "node:stream";

/** A line to write. */
export type Answer = { type: string } & Readonly<Record<string, unknown>>;

/** Writes lines of JSON. */
export class AnswerWriter {
  readonly #stream: Writable;
  #room: Promise<unknown> | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Writes a line. */
  write(answer: Answer): void {
    if (this.#stream.write(`${JSON.stringify(answer)}\n`) || this.#room) return;
    // A stream that is closed has room for anything.
    this.#room = Promise.race([once(this.#stream, "drain"), once(this.#stream, "close")]).finally(() => {
      this.#room = undefined;
    });
  }

  /** Resolves when the reader has read most of the lines. */
  async untilRoom(): Promise<void> {
    await this.#room;
  }
}
