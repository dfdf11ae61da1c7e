// All commands, in the order of the help.
import type { Command } from "../kit/command.ts";
import { completionCommand } from "./completion-command.ts";
import { doctorCommand } from "./doctor-command.ts";
import { enqueueCommand } from "./enqueue-command.ts";
import { eventsCommand } from "./events-command.ts";
import { GROUP_COMMANDS } from "./group-commands.ts";
import { OPERATE_COMMANDS } from "./operate-commands.ts";
import { READ_COMMANDS } from "./read-commands.ts";
import { SCHEDULE_COMMANDS } from "./schedules/schedule-commands.ts";
import { SEARCH_COMMANDS } from "./search-commands.ts";
import { stdioCommand } from "./stdio-command.ts";
import { TOKEN_COMMANDS } from "./token-commands.ts";
import { workCommand } from "./work-command.ts";

/** All commands. */
export const COMMANDS: readonly Command[] = [
  ...READ_COMMANDS,
  ...SEARCH_COMMANDS,
  enqueueCommand,
  ...OPERATE_COMMANDS,
  ...GROUP_COMMANDS,
  ...SCHEDULE_COMMANDS,
  workCommand,
  stdioCommand,
  eventsCommand,
  doctorCommand,
  ...TOKEN_COMMANDS,
  completionCommand,
];
