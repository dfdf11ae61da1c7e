// The commands that change queues and jobs.

import { path } from "../kit/api.ts";
import { RequestError, UsageError } from "../kit/cli-errors.ts";
import { type Command, EXIT, type Given } from "../kit/command.ts";
import { operation } from "../kit/operation.ts";
import { formatNumber } from "../output/text.ts";

const SLICE = 1_000;

const pause = operation({
  name: "pause",
  usage: "<queue>",
  summary: "lets no job of a queue be leased",
  examples: ["leasehold pause emails"],
  request: ({ args: { queue = "" } }) => ({ method: "POST", path: path`/v1/queues/${queue}/pause`, status: 204 }),
  print: (_, { out, args }) => out.note(`${args.queue} is paused.`),
});

const resume = operation({
  name: "resume",
  usage: "<queue>",
  summary: "ends the pause of a queue",
  examples: ["leasehold resume emails"],
  request: ({ args: { queue = "" } }) => ({ method: "POST", path: path`/v1/queues/${queue}/resume`, status: 204 }),
  print: (_, { out, args }) => out.note(`${args.queue} goes on.`),
});

interface JobOutcome {
  id: string;
  ok: boolean;
  reason?: string;
  was?: string;
}

/** Prints the outcome for each job. The command fails if one job did not change. */
async function printOutcomes({ out }: Given, outcomes: readonly JobOutcome[], done: string): Promise<void> {
  await out.table(outcomes, [
    { title: "ID", value: ({ id }) => id },
    { title: "OUTCOME", value: ({ ok, reason }) => (ok ? done : reason?.replaceAll("_", " ")) },
    { title: "WAS", value: ({ was }) => was },
  ]);
  if (outcomes.some(({ ok }) => !ok)) out.exitCode = EXIT.failed;
}

const cancel: Command = {
  name: "cancel",
  usage: "<queue> <id>...",
  summary: "removes jobs, whatever their state; the holder of a leased one loses it",
  examples: ["leasehold cancel emails welcome-42"],
  async run(given, connect) {
    const api = await connect();
    const { args, rest } = given;
    const outcomes: JobOutcome[] = [];
    for (const id of rest) {
      const request = { method: "DELETE", path: path`/v1/queues/${args.queue ?? ""}/jobs/${id}` } as const;
      try {
        outcomes.push(await api.request<JobOutcome>(request));
      } catch (error) {
        if (!(error instanceof RequestError && error.status === 404)) throw error;
        outcomes.push({ id, ok: false, reason: "not_found" });
      }
    }
    await printOutcomes(given, outcomes, "cancelled");
  },
};

const promote = operation<{ jobs: JobOutcome[] }>({
  name: "promote",
  usage: "<queue> <id>...",
  summary: "makes delayed jobs ready now",
  examples: ["leasehold promote emails welcome-42"],
  request: ({ args: { queue = "" }, rest }) => ({
    method: "POST",
    path: path`/v1/queues/${queue}/promote`,
    body: { ids: rest },
  }),
  print: ({ jobs }, given) => printOutcomes(given, jobs, "ready"),
});

const redrive: Command = {
  name: "redrive",
  usage: "<queue> [id]...",
  summary: "makes failed jobs ready again: those with the ids, or all",
  options: { limit: { value: "N", text: "redrives at most N jobs" } },
  examples: ["leasehold redrive emails", "leasehold redrive emails welcome-42", "leasehold redrive emails --limit 10"],
  async run({ out, args: { queue = "" }, rest, options }, connect) {
    const { limit } = options;
    if (limit !== undefined && !/^[1-9]\d{0,8}$/.test(String(limit)))
      throw new UsageError("--limit must be a whole number");
    const api = await connect();
    const send = (body: object) =>
      api.request<{ redriven: number; left: number }>({
        method: "POST",
        path: path`/v1/queues/${queue}/redrive`,
        body,
      });
    let redriven = 0;
    if (rest.length > 0) redriven = (await send({ ids: rest })).redriven;
    else {
      let most = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
      for (let left = 1; left > 0 && most > 0; ) {
        const slice = await send({ limit: Math.min(SLICE, most) });
        if (slice.redriven === 0) break;
        [redriven, left, most] = [redriven + slice.redriven, slice.left, most - slice.redriven];
        out.progress(`${formatNumber(redriven)} redriven, ${formatNumber(left)} left`);
      }
      out.progress();
    }
    await out.object({ redriven }, [["redriven", redriven]]);
    if (rest.length > redriven) out.exitCode = EXIT.failed;
  },
};

const purge = operation<{ purged: number }>({
  name: "purge",
  usage: "<queue> <state>",
  summary: "removes all jobs of a state: ready, delayed, blocked, failed or done; or the remembered ids: seen",
  examples: ["leasehold purge emails failed", "leasehold purge emails done --yes"],
  confirm: ({ args: { queue = "", state } }) => ({ what: `removes all ${state} jobs of a queue`, name: queue }),
  request: ({ args: { queue = "", state } }) => ({
    method: "POST",
    path: path`/v1/queues/${queue}/purge`,
    body: { state },
  }),
  print: (result, { out }) => out.object(result, [["purged", result.purged]]),
});

const destroy = operation({
  name: "destroy",
  usage: "<queue>",
  summary: "removes a queue with all of its jobs",
  examples: ["leasehold destroy emails", "leasehold destroy emails --yes"],
  confirm: ({ args: { queue = "" } }) => ({ what: "removes a queue with all of its jobs", name: queue }),
  request: ({ args: { queue = "" } }) => ({
    method: "POST",
    path: path`/v1/queues/${queue}/destroy`,
    body: { queue },
    status: 204,
  }),
  print: (_, { out, args }) => out.note(`${args.queue} is removed.`),
});

const failWorker = operation<{ returned: number }>({
  name: "fail-worker",
  usage: "<queue> <worker>",
  summary: "takes the jobs of a worker back, which other workers lease again",
  examples: ["leasehold fail-worker emails worker-1"],
  request: ({ args: { queue = "", worker } }) => ({
    method: "POST",
    path: path`/v1/queues/${queue}/fail-worker`,
    body: { worker },
  }),
  print: (result, { out }) => out.object(result, [["returned", result.returned]]),
});

/** Sends requests until one returns that nothing is left, and adds up their figures. */
async function repeat<T extends object>(
  { out }: Given,
  send: () => Promise<T>,
  isLast: (result: T) => boolean,
): Promise<Record<string, number | boolean>> {
  const sum: Record<string, number | boolean> = {};
  for (let isOver = false; !isOver; ) {
    const result = await send();
    for (const [name, value] of Object.entries(result)) {
      sum[name] = typeof value === "number" ? Number(sum[name] ?? 0) + value : value;
    }
    isOver = isLast(result);
    out.progress(formatSum(sum));
  }
  out.progress();
  return sum;
}

function formatSum(sum: Readonly<Record<string, unknown>>): string {
  const numbers = Object.entries(sum).filter((entry): entry is [string, number] => typeof entry[1] === "number");
  return numbers.map(([name, number]) => `${formatNumber(number)} ${name}`).join(", ");
}

const clean: Command = {
  name: "clean",
  usage: "<queue>",
  summary: "runs the light clean of a queue until nothing is left: expired leases, due jobs, retention",
  examples: ["leasehold clean emails"],
  async run(given, connect) {
    const api = await connect();
    const address = path`/v1/queues/${given.args.queue ?? ""}/clean`;
    const sum = await repeat(
      given,
      () => api.request<{ more: boolean }>({ method: "POST", path: address, body: { limit: SLICE } }),
      ({ more }) => !more,
    );
    await given.out.object(
      sum,
      Object.entries(sum).filter(([name]) => name !== "more"),
    );
  },
};

const deepClean: Command = {
  name: "deep-clean",
  usage: "<queue>",
  summary: "audits every job of a queue, and repairs what is wrong",
  examples: ["leasehold deep-clean emails"],
  async run(given, connect) {
    const api = await connect();
    const address = path`/v1/queues/${given.args.queue ?? ""}/deep-clean`;
    const sum = await repeat(
      given,
      () => api.request<{ finished: boolean }>({ method: "POST", path: address, body: { budget: "5s" } }),
      ({ finished }) => finished,
    );
    await given.out.object(
      sum,
      Object.entries(sum).filter(([name]) => name !== "finished"),
    );
  },
};

/** The commands that change queues and jobs. */
export const OPERATE_COMMANDS: readonly Command[] = [
  cancel,
  redrive,
  promote,
  pause,
  resume,
  purge,
  destroy,
  failWorker,
  clean,
  deepClean,
];
