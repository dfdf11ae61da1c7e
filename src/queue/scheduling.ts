// The part of a queue that has schedules. Their calendar and their scripts are loaded with the first call.
import { Flowing } from "./flowing.ts";
import type { ScheduleOptions, ScheduleTiming } from "./schedules/definition.ts";
import { listSchedules, type SchedulePage, type SchedulesOptions } from "./schedules/list-schedules.ts";
import {
  type BackfillOptions,
  backfill,
  type NewSchedule,
  type PauseOptions,
  pauseSchedule,
  resumeSchedule,
  type ScheduleResult,
  schedule,
  scheduleMany,
  trigger,
  unschedule,
} from "./schedules/schedule.ts";

/** A queue for a program that enqueues and handles jobs, and has schedules for them. */
export class Scheduling<T = unknown, Input = T> extends Flowing<T, Input> {
  /**
   * Stores a schedule: each of its slots becomes a job, once, with the id of the schedule, a colon and the slot in ms. One that
   * is stored already with this definition stays as it is. Other times take effect at once, any other change with the next slot.
   *
   * @example
   * await queue.schedule("report", { cron: "0 9 * * 1-5", tz: "Europe/Berlin" }, { data: { kind: "sales" } });
   */
  schedule(id: string, timing: ScheduleTiming, options: ScheduleOptions<Input>): Promise<ScheduleResult> {
    return this.run(schedule, id, { timing, options });
  }

  /** Stores up to 1,000 schedules, as a deployment declares them. Others stay. */
  scheduleMany(schedules: readonly NewSchedule<Input>[]): Promise<ScheduleResult[]> {
    return this.run(scheduleMany, schedules);
  }

  /** Lists the schedules in the order of their next slots, a page at a time, with their last runs; or only those of `ids`. */
  schedules(options: SchedulesOptions = {}): Promise<SchedulePage<Input>> {
    return this.run(listSchedules, options);
  }

  /** Removes a schedule. Its jobs stay. Resolves with false if there is none. */
  unschedule(id: string): Promise<boolean> {
    return this.run(unschedule, id);
  }

  /** Pauses a schedule until `resumeSchedule`. Resolves with false if there is none. */
  pauseSchedule(id: string, options: PauseOptions = {}): Promise<boolean> {
    return this.run(pauseSchedule, id, options);
  }

  /** Lets a paused schedule go on with its next slot. Resolves with false if there is none. */
  resumeSchedule(id: string): Promise<boolean> {
    return this.run(resumeSchedule, id);
  }

  /** Creates a job of a schedule now, whatever its other runs do. Resolves with the id of the job. */
  trigger(id: string): Promise<string> {
    return this.run(trigger, id);
  }

  /**
   * Creates the jobs of the slots of a time that has passed, at most 1,000, whatever other runs do. A job that exists stays as it
   * is. Resolves with the ids of the jobs that were created.
   */
  backfill(id: string, options: BackfillOptions): Promise<string[]> {
    return this.run(backfill, id, options);
  }
}
