// Fires the crons of wrangler.toml on time, which `wrangler dev` leaves to the developer.
import { readFileSync } from "node:fs";
import { Cron } from "croner";
import { parse } from "smol-toml";

const MINUTE = 60_000;

type Fire = (cron: string, scheduledTime: number) => Promise<void>;

/** Returns the cron expressions of a wrangler.toml. */
export function cronsIn(toml: string): string[] {
  const { triggers } = parse(toml) as { triggers?: { crons?: string[] } };
  return triggers?.crons ?? [];
}

/** Reports whether an expression is due in the minute that begins at a time. Cloudflare's weekdays begin at 1, Sunday. */
export function isDue(expression: string, minute: number): boolean {
  const cron = new Cron(expression, { timezone: "UTC", mode: "5-part", alternativeWeekdays: true, paused: true });
  return cron.match(new Date(minute));
}

/** Calls `fire` at the start of each minute for each expression that is due. Reads the file again each minute. */
export function startCrons(file: string, fire: Fire): { stop(): void } {
  let timer: NodeJS.Timeout;
  const schedule = () => {
    const now = Date.now();
    const minute = (Math.floor(now / MINUTE) + 1) * MINUTE;
    timer = setTimeout(() => {
      // A timer may run a little early. Then the next one waits for the rest of the minute.
      if (Date.now() >= minute) fireDue(file, { minute, fire });
      schedule();
    }, minute - now);
  };
  schedule();
  return { stop: () => clearTimeout(timer) };
}

function fireDue(file: string, { minute, fire }: { minute: number; fire: Fire }): void {
  runReporting("schedule", () => {
    for (const cron of cronsIn(readFileSync(file, "utf8")))
      runReporting(cron, () => (isDue(cron, minute) ? fire(cron, minute) : undefined));
  });
}

/** Runs some work, and prints its error, so that a failure does not stop the other crons. */
async function runReporting(name: string, work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(`cron ${name} failed: ${error instanceof Error ? error.message : error}`);
  }
}
