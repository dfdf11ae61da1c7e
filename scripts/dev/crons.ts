// Fires the crons of wrangler.toml on time, which `wrangler dev` leaves to the developer.
import { readFileSync } from "node:fs";
import { Cron } from "croner";
import { parse } from "smol-toml";

const MINUTE = 60_000;

/** The cron expressions of a wrangler.toml. */
export function cronsIn(toml: string): string[] {
  const { triggers } = parse(toml) as { triggers?: { crons?: string[] } };
  return triggers?.crons ?? [];
}

/** Whether an expression is due in the minute that begins at a time. Cloudflare counts weekdays from 1, Sunday. */
export function isDue(expression: string, minute: number): boolean {
  const cron = new Cron(expression, { timezone: "UTC", mode: "5-part", alternativeWeekdays: true, paused: true });
  return cron.match(new Date(minute));
}

/** Calls `fire` at the start of each minute for each expression that is due. The file is read anew each time. */
export function startCrons(
  file: string,
  fire: (cron: string, scheduledTime: number) => Promise<void>,
): { stop(): void } {
  let timer: NodeJS.Timeout;
  const next = () => {
    const now = Date.now();
    const minute = (Math.floor(now / MINUTE) + 1) * MINUTE;
    timer = setTimeout(() => {
      // A timer may run a little early; the rest of the minute is waited for.
      if (Date.now() >= minute) fireDue(file, minute, fire);
      next();
    }, minute - now);
  };
  next();
  return { stop: () => clearTimeout(timer) };
}

function fireDue(file: string, minute: number, fire: (cron: string, scheduledTime: number) => Promise<void>): void {
  attempt("schedule", () => {
    for (const cron of cronsIn(readFileSync(file, "utf8")))
      attempt(cron, () => (isDue(cron, minute) ? fire(cron, minute) : undefined));
  });
}

/** Reports what fails, so that the others go on. */
async function attempt(what: string, work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(`cron ${what} failed: ${error instanceof Error ? error.message : error}`);
  }
}
