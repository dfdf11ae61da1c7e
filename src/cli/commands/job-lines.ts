// Lines of JSON, read as the jobs of requests.
import { StringDecoder } from "node:string_decoder";
import { isExactJson } from "../../http/json/exactness.ts";
import { isNestedTooDeeply } from "../../http/json/nesting.ts";
import { UsageError } from "../kit/cli-errors.ts";
import { parseJson } from "../kit/parse-arguments.ts";

const BATCH = 1_000;
// In characters; the API takes 10 MB.
const BATCH_LENGTH = 2_000_000;
// The fields of a listed job that are no options of a new one.
const READ_ONLY = new Set(
  "state enqueuedAt expiresAt attempt dueAt leasedUntil worker progress endedAt errors attempts runsAgain schedule waitsForOthers".split(
    " ",
  ),
);

/** Jobs of one request, and the number of the line after them. */
export interface Batch {
  jobs: object[];
  nextLine: number;
  /** True if JSON.stringify changes no value of theirs, and the API would accept their size and their depth. */
  isExact: boolean;
}

/** Reads lines of JSON as batches, each for one request. */
export async function* readBatches(
  input: AsyncIterable<Buffer>,
  { arePayloads }: { arePayloads: boolean },
): AsyncGenerator<Batch> {
  let [jobs, length, number, isExact] = [[] as object[], 0, 0, true];
  for await (const lines of readLines(input)) {
    for (const text of lines) {
      number += 1;
      if (text.trim() === "") continue;
      const value = parseJson(text, `line ${number}`);
      const job = arePayloads ? { data: value } : toJob(value, number);
      if (jobs.length > 0 && length + text.length > BATCH_LENGTH) {
        yield { jobs, nextLine: number, isExact };
        [jobs, length, isExact] = [[], 0, true];
      }
      jobs.push(job);
      length += text.length;
      isExact &&= text.length <= BATCH_LENGTH && isExactJson(text) && !isNestedTooDeeply(`[{"data":${text}}]`);
      if (jobs.length === BATCH) {
        yield { jobs, nextLine: number + 1, isExact };
        [jobs, length, isExact] = [[], 0, true];
      }
    }
  }
  if (jobs.length > 0) yield { jobs, nextLine: number + 1, isExact };
}

/** Reads lines, as many at a time as the input has. */
async function* readLines(input: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new StringDecoder("utf8");
  // The pieces of a line that has not ended. A long line has many.
  let pieces: string[] = [];
  for await (const bytes of input) {
    const lines = decoder.write(bytes).split("\n");
    const last = lines.pop() ?? "";
    if (lines.length > 0) {
      lines[0] = pieces.join("") + lines[0];
      pieces = [];
      yield lines;
    }
    pieces.push(last);
  }
  const rest = pieces.join("") + decoder.end();
  if (rest !== "") yield [rest];
}

/** Returns a job without the fields that only a listed one has. */
function toJob(value: unknown, line: number): object {
  if (typeof value !== "object" || value === null || !("data" in value)) {
    throw new UsageError(`line ${line} must be an object with data; --payloads takes lines of payloads`);
  }
  const names = Object.keys(value);
  if (!names.some((name) => READ_ONLY.has(name))) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => !READ_ONLY.has(name)));
}
