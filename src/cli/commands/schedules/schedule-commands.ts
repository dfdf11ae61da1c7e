// The commands for the schedules of a queue, and for its outbox.
import { path } from "../../kit/api.ts";
import { UsageError } from "../../kit/cli-errors.ts";
import type { Command } from "../../kit/command.ts";
import { operation } from "../../kit/operation.ts";
import { parseDate } from "../../kit/parse-arguments.ts";
import { outboxCommand, schedulesCommand } from "./list-commands.ts";
import { scheduleCommand } from "./store-command.ts";

/** Returns a command that changes one schedule and says so. */
function change(
  name: string,
  { verb, method, ...others }: Pick<Command, "summary" | "options"> & { verb: string; method: "POST" | "DELETE" },
  say: (id: string) => string,
): Command {
  return operation({
    name,
    usage: "<queue> <id>",
    examples: [`leasehold ${name} reports sales`],
    ...others,
    request: ({ args: { queue = "", id = "" }, options: { note } }) => ({
      method,
      path: path`/v1/queues/${queue}/schedules/${id}` + verb,
      ...(note !== undefined && { body: { note } }),
      status: 204,
    }),
    print: (_, { out, args }) => out.note(say(args.id ?? "")),
  });
}

const pauseSchedule = change(
  "pause-schedule",
  {
    ...{ verb: "/pause", method: "POST", summary: "lets a schedule create no jobs until it is resumed" },
    options: { note: { value: "TEXT", text: "the reason, for readers of the list" } },
  },
  (id) => `${id} is paused.`,
);

const resumeSchedule = change(
  "resume-schedule",
  { verb: "/resume", method: "POST", summary: "lets a paused schedule go on with its next slot" },
  (id) => `${id} goes on.`,
);

const unschedule = change(
  "unschedule",
  { verb: "", method: "DELETE", summary: "removes a schedule; its jobs stay" },
  (id) => `${id} is removed.`,
);

const trigger = operation<{ id: string }>({
  name: "trigger",
  usage: "<queue> <id>",
  summary: "creates a job of a schedule now",
  examples: ["leasehold trigger reports sales"],
  request: ({ args: { queue = "", id = "" } }) => ({
    method: "POST",
    path: path`/v1/queues/${queue}/schedules/${id}/trigger`,
  }),
  print: (result, { out }) => out.object(result, [["id", result.id]]),
});

const backfill = operation<{ ids: string[] }>({
  name: "backfill",
  usage: "<queue> <id>",
  summary: "creates the jobs of a schedule for slots that have passed, at most 1,000",
  options: {
    from: { value: "TIME", text: "the time of the first slot, such as 2027-01-31 or 2027-01-31T09:00Z" },
    to: { value: "TIME", text: "the time of the last slot; now unless set" },
  },
  examples: ["leasehold backfill reports sales --from 2027-01-31"],
  request: ({ args: { queue = "", id = "" }, options }) => {
    const [from, to] = ["from", "to"].map((name) => parseDate(options[name] as string | undefined, name));
    if (from === undefined) throw new UsageError("backfill needs --from");
    const body = { from, to: to ?? Date.now() };
    return { method: "POST", path: path`/v1/queues/${queue}/schedules/${id}/backfill`, body };
  },
  print: ({ ids }, { out }) =>
    out.table(
      ids.map((id) => ({ id })),
      [{ title: "ID", value: ({ id }) => id }],
      "No job was created: there is no such slot, or its job exists.",
    ),
});

/** The commands for schedules and the outbox. */
export const SCHEDULE_COMMANDS: readonly Command[] = [
  ...[schedulesCommand, scheduleCommand, unschedule, pauseSchedule, resumeSchedule, trigger, backfill],
  outboxCommand,
];
