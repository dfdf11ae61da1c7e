// Working on a queue for the lifetime of a process.
import type { Context } from "./context.ts";
import { type Duration, milliseconds } from "./duration.ts";
import { elapsed, pause } from "./elapsed.ts";
import { about } from "./errors.ts";
import { checkFunction, checkOptions } from "./limits.ts";
import { type Handler, Loop, type LoopOptions, type LoopReport } from "./loop.ts";
import { News, SAFETY_POLL } from "./news.ts";

/** Options of a worker. */
export interface WorkOptions extends LoopOptions {
  /** The time for which handlers may run after `stop`; then their jobs are given back. 10 seconds unless set. */
  grace?: Duration;
  /** Called with errors that belong to no job, such as an unreachable Redis; work continues. Logged unless set. */
  onWarning?: (error: unknown) => void;
}

/** A running worker. */
export interface Working {
  /** Stops leasing, waits for the handlers, and resolves with the totals. */
  stop(): Promise<LoopReport>;
}

// The first and the longest interval of polling, which doubles. With a subscription it is SAFETY_POLL.
const FIRST_POLL = 1_000;
const LAST_POLL = 30_000;
const LAST_RELEASE = 5_000;

/** Handles jobs until `stop` of the returned object is called. */
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
    // A job that cannot be given back now returns when its lease runs out.
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

/** Reports an error; a listener that throws must not end the work. */
function tell(onWarning: WorkOptions["onWarning"], error: unknown): void {
  try {
    if (onWarning) onWarning(error);
    else console.warn(error instanceof Error ? error.message : error);
  } catch (thrown) {
    console.error(thrown);
  }
}
