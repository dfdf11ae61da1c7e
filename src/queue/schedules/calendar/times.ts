// The times of a schedule, in the form in which they are stored.

/** The times of a schedule: by a cron expression, at a fixed interval, or once. All instants and durations are in ms. */
export type ScheduleTimes = (CronTimes | { every: number; anchor: number } | { at: number }) & {
  /** Slots before this instant do not count. */
  start?: number;
  /** Slots after this instant do not count. */
  end?: number;
};

/** The times of a cron expression in a time zone. */
export interface CronTimes {
  cron: string;
  tz: string;
  /**
   * The slots of an hour that clocks skip: `after` makes one of them, at the first instant after that hour. Unless set, `skip` if
   * the field of minutes or hours begins with `*`, else `after`.
   */
  missingHour?: "after" | "skip";
  /**
   * The slots of an hour that comes twice: in the first of them, or in both. Unless set, `twice` if the field of minutes or
   * hours begins with `*`, else `once`.
   */
  repeatedHour?: "once" | "twice";
}
