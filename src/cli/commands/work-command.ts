// `leasehold work`: any program as a worker.

import type { Duration } from "../../base/duration.ts";
import { UsageError } from "../kit/cli-errors.ts";
import type { Command, Given } from "../kit/command.ts";
import { endProcessSoon } from "../kit/end-process.ts";
import { parseOrUsageError, parseWholeNumber } from "../kit/parse-arguments.ts";

const MAX_PROCESSES = 1_000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** The command `work`. */
export const workCommand: Command = {
  name: "work",
  usage: "<queue> <program>...",
  summary: "handles jobs with any program, one process for each job or processes that speak lines of JSON",
  options: {
    lines: { text: "the program keeps running, and speaks lines of JSON over stdin and stdout" },
    processes: { value: "N", text: "the number of jobs that run at once, each in a process of its own; 1 unless set" },
    file: { text: "writes the payload to the file that LEASEHOLD_FILE names, instead of stdin" },
    lease: { value: "DURATION", text: "the time for which a job is leased and its lease is renewed; 30s unless set" },
    accept: { value: "DURATION", text: "with --lines, the time in which a process must accept a job; 5s unless set" },
    timeout: { value: "DURATION", text: "the longest time of an attempt; 15m unless set" },
    later: { value: "DURATION", text: "the time after which a job runs that ended with code 75; 1m unless set" },
    grace: { value: "DURATION", text: "the time that running jobs have after SIGTERM; 10s unless set" },
    worker: { value: "NAME", text: "the name that `workers` and `explain` show; host and process unless set" },
  },
  examples: [
    "leasehold work emails -- ./send-mail.sh",
    "leasehold work thumbnails --processes 4 --timeout 2m -- convert - -resize 200 out.png",
    "leasehold work emails --lines --processes 8 -- python3 worker.py",
  ],
  async run(given, connect) {
    const options = await readOptions(given);
    const [api, { runWork }] = await Promise.all([connect(), import("../work/run-work.ts")]);
    const report = await runWork(api, options).finally(endProcessSoon);
    await given.out.object(report, Object.entries(report));
  },
};

/** Validates the options. */
async function readOptions({ args: { queue = "" }, rest, options }: Given) {
  const { toMilliseconds } = await import("../../base/duration.ts");
  const text = (name: string) => options[name] as string | undefined;
  const time = (name: string, usual: string, { min = 0, max = DAY } = {}) =>
    parseOrUsageError(() => toMilliseconds((text(name) ?? usual) as Duration, `--${name}`, { min, max }));
  const [command, ...args] = rest;
  if (command === undefined) throw new UsageError("work needs a program: leasehold work <queue> -- <program>");
  const processes = parseWholeNumber(text("processes"), "processes") ?? 1;
  if (processes < 1 || processes > MAX_PROCESSES)
    throw new UsageError(`--processes must be a number from 1 to ${MAX_PROCESSES}`);
  const lines = options.lines === true;
  if (lines && options.file) throw new UsageError("--file is for one process a job, not for --lines");
  return {
    queue,
    program: [command, ...args] as const,
    processes,
    lines,
    usesFile: options.file === true,
    worker: text("worker"),
    lease: time("lease", "30s", { min: 1_000, max: 12 * HOUR }),
    accept: time("accept", "5s", { min: 100, max: HOUR }),
    timeout: time("timeout", "15m", { min: 1 }),
    later: time("later", "1m", { max: 365 * DAY }),
    grace: time("grace", "10s", { max: DAY }),
  };
}
