// The commands for the groups of a queue.

import { path, query } from "../kit/api.ts";
import { UsageError } from "../kit/cli-errors.ts";
import type { Command } from "../kit/command.ts";
import { confirmByName } from "../kit/confirm.ts";
import { operation } from "../kit/operation.ts";
import { LIMIT, limitOf, readPages } from "../kit/pages.ts";
import { parseWholeNumber } from "../kit/parse-arguments.ts";
import { formatNumber } from "../output/text.ts";

interface ListedGroup {
  name: string;
  held: number;
  blocked: number;
  next?: string;
  paused: boolean;
  pausedUntil?: number;
  limitedUntil?: number;
  concurrency?: number;
  rate?: { limit: number; per: number };
}

const groups: Command = {
  name: "groups",
  usage: "<queue> [group]",
  summary: "lists the groups of a queue that are in use or have limits of their own, or prints one",
  options: { ...LIMIT, blocked: { text: "only groups with blocked jobs" } },
  examples: ["leasehold groups orders --blocked", "leasehold groups orders customer-7"],
  canWatch: true,
  async run({ out, args: { queue = "", group }, options }, connect) {
    const api = await connect();
    const read = async (cursor?: string, limit?: number) => {
      const address =
        path`/v1/queues/${queue}/groups` + query({ cursor, limit, blocked: options.blocked ? 1 : undefined });
      const page = await api.request<{ groups: ListedGroup[]; cursor?: string }>({ method: "GET", path: address });
      return { items: page.groups, cursor: page.cursor };
    };
    const one = () =>
      api.request<ListedGroup>({ method: "GET", path: path`/v1/queues/${queue}/groups/${group ?? ""}` });
    for await (const items of group === undefined ? readPages(limitOf(options), read) : [[await one()]]) {
      await out.table(
        items,
        [
          { title: "GROUP", value: ({ name }) => name },
          { title: "HELD", value: ({ held }) => held },
          { title: "OF", value: ({ concurrency }) => concurrency },
          { title: "BLOCKED", value: ({ blocked }) => blocked },
          { title: "RATE", value: ({ rate }) => rate && `${rate.limit} in ${rate.per} ms` },
          { title: "NEXT", value: ({ next }) => next },
          { title: "", value: describeHold },
        ],
        "No group is in use.",
      );
    }
  },
};

/** Says what holds a group back. */
function describeHold({ paused, pausedUntil, limitedUntil }: ListedGroup): string | undefined {
  if (paused) return pausedUntil === undefined ? "paused" : `paused until ${new Date(pausedUntil).toISOString()}`;
  return limitedUntil === undefined ? undefined : `limited until ${new Date(limitedUntil).toISOString()}`;
}

const setGroup = operation<{ version: number }>({
  name: "set-group",
  usage: "<queue> <group>",
  summary: "changes the limits of one group, pauses it, or lets it go on",
  options: {
    concurrency: { value: "N", text: "the number of its jobs that run at once; default for that of all groups" },
    rate: {
      value: "LIMIT/PERIOD",
      text: "the cost of the jobs that start in a period, such as 100/1m; default for that of all groups",
    },
    burst: { value: "N", text: "the cost that may start at once, with --rate" },
    pause: { text: "pauses the group" },
    until: { value: "DURATION", text: "the end of the pause, such as 5m; none unless set" },
    resume: { text: "ends the pause" },
  },
  examples: [
    "leasehold set-group orders customer-7 --pause --until 5m",
    "leasehold set-group orders customer-7 --concurrency 5",
  ],
  request: ({ args: { queue = "", group = "" }, options }) => {
    const { concurrency, rate, burst, pause, until, resume } = options;
    if (pause && resume) throw new UsageError("--pause and --resume exclude each other");
    if (until !== undefined && !pause) throw new UsageError("--until needs --pause");
    const body = {
      ...(concurrency !== undefined && {
        concurrency: concurrency === "default" ? null : parseWholeNumber(String(concurrency), "concurrency"),
      }),
      ...(rate !== undefined && { rate: rate === "default" ? null : parseRate(String(rate), burst) }),
      ...((pause || resume) && { paused: Boolean(pause) }),
      ...(until !== undefined && { until }),
    };
    if (Object.keys(body).length === 0) throw new UsageError("set-group needs an option: leasehold help set-group");
    return { method: "PATCH", path: path`/v1/queues/${queue}/groups/${group}`, body };
  },
  print: (result, { out }) => out.object(result, [["version", String(result.version)]]),
});

/** Parses a rate such as 100/1m. */
function parseRate(text: string, burst: unknown): object {
  const [, limit, per] = /^(\d{1,15})\/(.+)$/.exec(text) ?? [];
  if (limit === undefined) throw new UsageError("--rate must be a number and a period, such as 100/1m");
  return { limit: Number(limit), per, ...(burst !== undefined && { burst: parseWholeNumber(String(burst), "burst") }) };
}

const cancelGroup: Command = {
  name: "cancel-group",
  usage: "<queue> <group>",
  summary: "removes the jobs of a group that wait or are leased",
  examples: ["leasehold cancel-group orders customer-7"],
  async run(given, connect) {
    const { queue = "", group = "" } = given.args;
    await confirmByName(given, { what: "removes the jobs of a group", name: group });
    const api = await connect();
    let [cancelled, cursor] = [0, undefined as string | undefined];
    do {
      const address = path`/v1/queues/${queue}/groups/${group}/jobs` + query({ cursor });
      const page = await api.request<{ cancelled: number; cursor?: string }>({ method: "DELETE", path: address });
      [cancelled, cursor] = [cancelled + page.cancelled, page.cursor];
      given.out.progress(`${formatNumber(cancelled)} cancelled`);
    } while (cursor !== undefined);
    given.out.progress();
    await given.out.object({ cancelled }, [["cancelled", cancelled]]);
  },
};

/** The commands for the groups of a queue. */
export const GROUP_COMMANDS: readonly Command[] = [groups, setGroup, cancelGroup];
