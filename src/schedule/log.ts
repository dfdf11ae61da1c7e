// One structured line for each run of a cron.

/** A cron that fired, as the runtime tells it. */
export interface Fired {
  /** The expression that fired. */
  cron: string;
  /** When it was due, in ms since the epoch. */
  scheduledTime: number;
}

/** Logs which cron fired and when it was due. */
export function logFired({ cron, scheduledTime }: Fired): void {
  console.log(JSON.stringify({ event: "cron", cron, due: new Date(scheduledTime).toISOString() }));
}
