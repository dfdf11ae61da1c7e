// Lines of a stream. A line may come in any number of chunks, and the last one needs no line feed. Of a line that is too long
// nothing is kept, so a stream without line feeds needs no memory.
import type { Readable } from "node:stream";

/** The longest line in bytes: a payload of the largest size fits into it, with its characters escaped. */
const MAX_LINE_BYTES = 4_000_000;

/** A line, or the problem of one that cannot be read. */
export type Line = { text: string; problem?: undefined } | { text?: undefined; problem: string; isTooLong: boolean };

const LINE_FEED = 0x0a;
const TOO_LONG: Line = { problem: `the line is longer than ${MAX_LINE_BYTES / 1_000_000} MB`, isTooLong: true };
const NOT_UTF_8: Line = { problem: "the line is not UTF-8", isTooLong: false };

/**
 * Reads the lines of a stream, and leaves out empty ones. The stream is not read further until the reader asks for the next line.
 * A stream that breaks off ends.
 */
export async function* readLines(stream: Readable): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const toLine = (bytes: Buffer): Line => {
    try {
      return { text: decoder.decode(bytes).trim() };
    } catch {
      return NOT_UTF_8;
    }
  };
  let parts: Buffer[] = [];
  let length = 0;
  const take = (): Line | undefined => {
    const line = length > MAX_LINE_BYTES ? TOO_LONG : toLine(Buffer.concat(parts));
    parts = [];
    length = 0;
    return line.text === "" ? undefined : line;
  };
  const add = (part: Buffer) => {
    length += part.length;
    if (length > MAX_LINE_BYTES) parts = [];
    else parts.push(part);
  };
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        add(chunk.subarray(start, end));
        start = end + 1;
        const line = take();
        if (line) yield line;
      }
      add(chunk.subarray(start));
    }
  } catch {
    // The other end is gone, in the middle of a line or not.
    return;
  }
  const last = take();
  if (last) yield last;
}
