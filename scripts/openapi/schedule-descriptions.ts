// The descriptions of the fields of schedules in the OpenAPI document.

const TIMES = {
  anchor: "A time in ms since the epoch from which intervals are counted; 0 unless set.",
  at: "The one time, in ms since the epoch.",
  cron:
    "A cron expression of five fields, or six with seconds first; with names, `L` for the last day of a month, `5L` for its last " +
    "Friday and `5#2` for its second one.",
  end: "Slots after this time, in ms since the epoch, do not count.",
  every: "The interval, of at least a second.",
  missingHour:
    "The slots in an hour that clocks skip: `after` makes one at the first moment after it. Unless set, `skip` if the field of " +
    "minutes or hours begins with `*`, else `after`.",
  repeatedHour:
    "The slots in an hour that comes twice: in the first of them, or in both. Unless set, `twice` if the field of minutes or hours " +
    "begins with `*`, else `once`.",
  start: "Slots before this time, in ms since the epoch, do not count.",
  tz: "The time zone of the expression by its IANA name; UTC unless set.",
};

const POLICIES = {
  catchUp: "The largest lateness with which a slot is still caught up; an hour unless set, at least a minute.",
  jitter: "The longest time by which the job of a slot is delayed; none unless set.",
  limit: "The largest number of runs, without those by trigger and backfill; no limit unless set.",
  maxCatchUp: "The largest number of slots to catch up at once, the last ones; 10 unless set.",
  overlap:
    "The policy if a run has not ended when the next slot is due: `skip` that slot, the default, `buffer` one slot until the run has " +
    "ended, `cancel` the run, or `allow` both.",
};

/** The descriptions, by the names of the schemas. */
export const SCHEDULE_FIELDS: Record<string, Record<string, string>> = {
  PutScheduleRequest: { ...TIMES, ...POLICIES, data: "The payload of its jobs: any JSON, of at most 64 kB." },
  PauseScheduleRequest: { note: "A note for readers, such as the reason." },
  BackfillRequest: {
    from: "The first time whose slot counts, in ms since the epoch.",
    to: "The last time whose slot counts, in ms since the epoch; not later than now.",
  },
  ScheduleTimes: TIMES,
  ScheduledRun: {
    id: "The id of the schedule.",
    reason:
      "The reason why the job was created: its slot was `due`, or `caughtUp` more than a minute late; or the schedule was `triggered` " +
      "or `backfilled`.",
    slot: "The slot for which the job was created, in ms since the epoch.",
  },
  ScheduleRun: {
    firedAt: "The time at which its job was created, in ms since the epoch.",
    job: "The id of its job.",
    outcome: "The ending of its job: missing while it waits or is leased, `unknown` if it is no longer known.",
    reason:
      "The reason why the job was created: its slot was `due`, or `caughtUp` more than a minute late; or the schedule was `triggered` " +
      "or `backfilled`.",
    slot: "The time that the schedule states, in ms since the epoch.",
  },
  Schedule: {
    ...POLICIES,
    buffered: "The slot that waits for the end of a run; missing if there is none.",
    changedAt: "The time at which it was stored last with a change, in ms since the epoch.",
    createdAt: "The time at which it was stored first, in ms since the epoch.",
    data: "The payload of its jobs: any JSON; missing if it cannot be read.",
    ended: "True if no run will follow: the schedule has reached its end or its limit.",
    id: "The id of the schedule.",
    lastRuns: "The last runs, newest first, at most ten.",
    lateness: "The lateness of the last run that was due, in ms.",
    missed: "The number of slots that passed unnoticed for longer than `catchUp`, or were too many to catch up.",
    nextSlots:
      "The next slots that are stored, in ms since the epoch; none while the schedule is paused or after its end.",
    note: "The note of the pause.",
    pausedAt: "The time of the pause, in ms since the epoch.",
    runs: "The number of runs, without those by trigger and backfill.",
    skipped: "The number of slots that were skipped because a run had not ended.",
  },
  WaitingFollowUp: {
    queue: "The queue to which it is sent.",
    since: "The time at which the job before it ended, in ms since the epoch.",
  },
};
