// `leasehold schedule`: stores a schedule from the arguments, or schedules from a file or stdin as lines of JSON.
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { path } from "../../kit/api.ts";
import { UsageError } from "../../kit/cli-errors.ts";
import type { Command } from "../../kit/command.ts";

// The fields of a listed schedule that are none of a new one.
const READ_ONLY =
  "id times nextSlots buffered paused pausedAt note ended createdAt changedAt runs missed skipped lateness lastRuns".split(
    " ",
  );

/** The command `schedule`. */
export const scheduleCommand: Command = {
  name: "schedule",
  usage: "<queue> [id] [definition]",
  summary: "stores a schedule from JSON, or one for each line of stdin or of a file",
  options: {
    file: { value: "FILE", text: 'reads lines of JSON: each a schedule, such as {"id": "a", "every": "1h"}' },
  },
  examples: [
    `leasehold schedule reports sales '{"cron": "0 9 * * 1-5", "tz": "Europe/Berlin", "data": {"kind": "sales"}}'`,
    "leasehold schedules reports --all --json | leasehold schedule copies",
  ],
  async run({ out, args: { queue = "", id, definition }, options }, connect) {
    if (id !== undefined && definition === undefined) throw new UsageError("schedule needs a definition after the id");
    if (id !== undefined && options.file !== undefined)
      throw new UsageError("--file is for lines, not for a definition among the arguments");
    const found =
      id === undefined
        ? (await readLines(options.file)).map(([line, number]) => parseSchedule(line, { what: `line ${number}` }))
        : [parseSchedule(definition ?? "", { what: "the definition", id })];
    const api = await connect();
    const results: { id: string; outcome: string }[] = [];
    for (const { id: each, body } of found) {
      results.push(await api.request({ method: "PUT", path: path`/v1/queues/${queue}/schedules/${each}`, body }));
      out.progress(`${results.length} schedules`);
    }
    out.progress();
    await out.table(results, [
      { title: "SCHEDULE", value: (result) => result.id },
      { title: "OUTCOME", value: ({ outcome }) => outcome },
    ]);
  },
};

/** Reads the lines of a file or of stdin that are not empty, with their numbers. */
async function readLines(file: unknown): Promise<[line: string, number: number][]> {
  if (file === undefined && process.stdin.isTTY)
    throw new UsageError("schedule needs an id and a definition, --file, or lines on stdin");
  let content: string;
  try {
    content = file === undefined ? await text(process.stdin) : readFileSync(String(file), "utf8");
  } catch {
    throw new UsageError(`${file} cannot be read`);
  }
  const lines = content.split("\n").map((line, i): [string, number] => [line, i + 1]);
  return lines.filter(([line]) => line.trim() !== "");
}

/** Parses a schedule: one as the API takes it, or as `schedules` has printed it. */
function parseSchedule(json: string, { what, id }: { what: string; id?: string }): { id: string; body: object } {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new UsageError(`${what} must be JSON`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`${what} must be an object`);
  const fields = value as { id?: unknown; times?: object };
  const name = id ?? fields.id;
  if (typeof name !== "string" || name === "") throw new UsageError(`${what} must have an id`);
  const own = Object.entries(fields).filter(([field]) => !READ_ONLY.includes(field));
  return { id: name, body: { ...fields.times, ...Object.fromEntries(own) } };
}
