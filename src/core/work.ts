// Working on a queue for as long as a process lives.
import type { Context } from "./context.ts";
import { type Duration, milliseconds } from "./duration.ts";
import { elapsed, pause } from "./elapsed.ts";
import { about } from "./errors.ts";
import { checkFunction, checkOptions } from "./limits.ts";
import { type Handler, Loop, type LoopOptions, type LoopReport } from "./loop.ts";
import { News, SAFETY_POLL } from "./news.ts";

/** How a process works on a queue. */
export interface WorkOptions extends LoopOptions {
  /** How long handlers may go on after `stop`; then their jobs are given back. 10 seconds unless set. */
  grace?: Duration;
  /**
   * Hears of errors that do not belong to a job, such as Redis being away; the work goes on after them. They are
   * logged unless set.
   */
  onWarning?: (error: unknown) => void;
}

/** Work that goes on. */
export interface Working {
  /** Leases nothing more, waits for the handlers, and resolves with what was done. */
  stop(): Promise<LoopReport>;
}

// An idle worker asks after a second, then twice as long each time. Where it is told of new work it asks only to be safe.
const FIRST_POLL = 1_000;
const LAST_POLL = 30_000;
const LAST_RELEASE = 5_000;

export function work<T>(context: Context<T>, handler: Handler<T>, options: WorkOptions = {}): Working {
  const { grace: wanted = "10s", onWarning } = checkOptions(options);
  const grace = milliseconds(wanted, "grace", 0, 3_600_000);
  if (onWarning !== undefined) checkFunction(onWarning, "onWarning");
  const warn = (error: unknown) => tell(onWarning, about(context.name, error));
  const loop = new Loop(context, handler, options);
  const news = new News(context, () => loop.call(), warn, options.batch ?? options.concurrency);
  let stopping = false;

  const running = (async () => {
    let poll = FIRST_POLL / 2;
    let hadToAsk = false;
    while (!stopping) {
      try {
        news.asking();
        const turned = await loop.turn();
        const found = turned === undefined || turned.jobs.length > 0 || turned.more;
        if (found && hadToAsk) news.doubt();
        news.listen();
        if (turned?.more && loop.hasRoom) continue;
        poll = found ? FIRST_POLL : Math.min(poll * 2, LAST_POLL);
        const untilDue = turned?.nextWakeAt === undefined ? Number.POSITIVE_INFINITY : turned.nextWakeAt - turned.now;
        const due = Math.max(1, untilDue);
        if (turned) news.note(found, due);
        const idle = news.isHeard ? SAFETY_POLL : Math.min(due, poll);
        const asleepAt = elapsed();
        await loop.settleable(loop.hasRoom ? asleepAt + idle : Number.POSITIVE_INFINITY);
        hadToAsk = news.isHeard && elapsed() - asleepAt >= SAFETY_POLL;
      } catch (error) {
        warn(error);
        news.doubt();
        await loop.rest(elapsed() + FIRST_POLL);
      }
    }
  })();

  const stop = async (): Promise<LoopReport> => {
    stopping = true;
    const deadline = elapsed() + grace;
    loop.stop(deadline);
    news.close();
    await running;
    while (!loop.isIdle && elapsed() < deadline) {
      try {
        await loop.settleable(deadline);
        await loop.turn(deadline);
      } catch (error) {
        warn(error);
        await pause(Math.min(FIRST_POLL, deadline - elapsed()));
      }
    }
    // What cannot be given back now comes back when its lease runs out.
    await loop.releaseAll(deadline + LAST_RELEASE).catch(warn);
    return loop.report;
  };
  let stopped: Promise<LoopReport> | undefined;
  return {
    stop: () => {
      stopped ??= stop();
      return stopped;
    },
  };
}

/** A listener that throws must not end the work. */
function tell(onWarning: WorkOptions["onWarning"], error: unknown): void {
  try {
    if (onWarning) onWarning(error);
    else console.warn(error instanceof Error ? error.message : error);
  } catch (thrown) {
    console.error(thrown);
  }
}
