// The commands that search the jobs of a state, and change all that match.

import { path } from "../kit/api.ts";
import { UsageError } from "../kit/cli-errors.ts";
import { type Command, EXIT, type Given, type Option } from "../kit/command.ts";
import { confirmByName } from "../kit/confirm.ts";
import { LIMIT, limitOf } from "../kit/pages.ts";
import { parseWholeNumber } from "../kit/parse-arguments.ts";
import { formatNumber } from "../output/text.ts";

const SLICE = 1_000;

const FILTER: Record<string, Option> = {
  id: { value: "ID", text: "the id of the job, or a prefix such as web-*" },
  group: { value: "NAME", text: "the group of the job" },
  worker: { value: "NAME", text: "the worker of the last attempt" },
  error: { value: "TEXT", text: "a part of the last error" },
  "min-attempts": { value: "N", text: "at least so many attempts" },
  "min-age": { value: "DURATION", text: "enqueued so long ago at least, such as 2h" },
  "max-age": { value: "DURATION", text: "enqueued so long ago at most" },
  where: {
    value: "CONDITION",
    text: "a condition on the payload: user.id=7, user.name~ada (contains), or user.id (exists)",
  },
};

/** Returns the filter that the options describe. */
function filterOf({ args: { state }, options }: Given): object {
  const { where } = options;
  const minAttempts = parseWholeNumber(options["min-attempts"] as string | undefined, "min-attempts");
  const texts = Object.entries({
    id: options.id,
    group: options.group,
    worker: options.worker,
    error: options.error,
    minAge: options["min-age"],
    maxAge: options["max-age"],
  }).filter(([, value]) => value !== undefined);
  return {
    state,
    ...Object.fromEntries(texts),
    ...(minAttempts !== undefined && { minAttempts }),
    ...(where !== undefined && { data: [parseCondition(String(where))] }),
  };
}

/** Parses a condition on the payload. A value that is JSON is compared as such, any other as a text. */
function parseCondition(text: string): object {
  const [, name = "", operator, value = ""] = /^([^=~]+)(?:([=~])(.*))?$/s.exec(text) ?? [];
  if (name === "") throw new UsageError("--where must be a condition, such as user.id=7");
  if (operator === undefined) return { path: name, exists: true };
  if (operator === "~") return { path: name, contains: value };
  const isJson = /^(-?\d+(\.\d+)?|true|false|null|".*")$/s.test(value);
  return { path: name, is: isJson ? JSON.parse(value) : value };
}

interface FoundJob {
  id: string;
  group?: string;
  enqueuedAt: number;
  errors: readonly { message: string }[];
  data?: unknown;
}

interface SearchResult {
  jobs: FoundJob[];
  matched: number;
  examined: number;
  total: number;
  cursor?: string;
}

const search: Command = {
  name: "search",
  usage: "<queue> <state>",
  summary: "finds the jobs of a state that match all options",
  options: { ...FILTER, ...LIMIT, count: { text: "prints only the number of matches" } },
  examples: [
    "leasehold search emails failed --error timeout",
    "leasehold search emails failed --where user.id=7 --all --json",
  ],
  async run(given, connect) {
    const { args, options, out } = given;
    const filter = filterOf(given);
    const most = options.count ? Number.POSITIVE_INFINITY : limitOf(options);
    const api = await connect();
    let [matched, cursor] = [0, undefined as string | undefined];
    do {
      const page = await api.request<SearchResult>({
        method: "POST",
        path: path`/v1/queues/${args.queue ?? ""}/search`,
        body: {
          filter,
          limit: Math.min(SLICE, most - matched),
          ...(options.count && { output: "count" }),
          ...(cursor !== undefined && { cursor }),
        },
      });
      matched += page.matched;
      cursor = page.cursor;
      out.progress();
      if (page.jobs.length > 0) {
        await out.table(page.jobs, [
          { title: "ID", value: ({ id }) => id },
          { title: "GROUP", value: ({ group }) => group },
          { title: "AGE", value: ({ enqueuedAt }) => enqueuedAt, kind: "ago" },
          { title: "ERROR", value: ({ errors }) => errors.at(-1)?.message },
          { title: "DATA", value: ({ data }) => data, kind: "json" },
        ]);
      }
      out.progress(`${formatNumber(page.examined)} of ${formatNumber(page.total)} jobs examined`);
    } while (cursor !== undefined && matched < most);
    out.progress();
    if (options.count) await out.object({ matched }, [["matched", matched]]);
    else if (matched === 0) out.note("No job matches.");
  },
};

interface BulkOperation {
  id: string;
  status: string;
  examined: number;
  total: number;
  matched: number;
  changed: number;
  skipped: number;
  problem?: string;
}

const bulk: Command = {
  name: "bulk",
  usage: "<queue> <operation> <state>",
  summary: "cancels, promotes or redrives all jobs of a state that match all options now",
  options: {
    ...FILTER,
    change: { value: "JSON", text: "with redrive: the data, priority or maxAttempts that the jobs get" },
  },
  examples: [
    "leasehold bulk emails redrive failed --error timeout",
    `leasehold bulk emails redrive failed --change '{"maxAttempts": 3}'`,
  ],
  async run(given, connect) {
    const { args, options, out } = given;
    const { queue = "", operation = "" } = args;
    const filter = filterOf(given);
    const change = options.change === undefined ? undefined : parseChange(String(options.change));
    if (operation === "cancel")
      await confirmByName(given, { what: "cancels all jobs of a queue that match", name: queue });
    const api = await connect();
    const base = path`/v1/queues/${queue}/bulk`;
    const body = { operation, filter, ...(change && { change }) };
    let state = await api.request<BulkOperation>({ method: "POST", path: base, body });
    while (state.status === "running") {
      out.progress(
        `${formatNumber(state.examined)} of ${formatNumber(state.total)} jobs examined, ${formatNumber(state.changed)} changed`,
      );
      state = await api.request<BulkOperation>({ method: "POST", path: base + path`/${state.id}/continue` });
    }
    out.progress();
    const { matched, changed, skipped, problem } = state;
    await out.object(state, [
      ["matched", matched],
      ["changed", changed],
      ["skipped", skipped],
      ["problem", problem],
    ]);
    if (state.status !== "finished" || problem !== undefined) out.exitCode = EXIT.failed;
  },
};

function parseChange(text: string): object {
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new UsageError("--change must be JSON");
  }
}

/** The commands that search jobs, and change all that match. */
export const SEARCH_COMMANDS: readonly Command[] = [search, bulk];
