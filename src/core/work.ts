// Working on a queue for as long as a process lives.
import type { Context } from "./context.ts";
import { type Duration, milliseconds } from "./duration.ts";
import { about } from "./errors.ts";
import { checkFunction, checkOptions } from "./limits.ts";
import { type Handler, Loop, type LoopOptions, type LoopReport } from "./loop.ts";

/** How a process works on a queue. */
export interface WorkOptions extends LoopOptions {
  /** How long handlers may go on after `stop`; then their jobs are given back. 10 seconds unless set. */
  grace?: Duration;
  /** Hears of errors that do not belong to a job, such as Redis being away; the work goes on after them. */
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
const SAFETY_POLL = 60_000;

export function work<T>(context: Context<T>, handler: Handler<T>, options: WorkOptions = {}): Working {
  const { grace: wanted = "10s", onWarning } = checkOptions(options);
  const grace = milliseconds(wanted, "grace", 0, 3_600_000);
  if (onWarning !== undefined) checkFunction(onWarning, "onWarning");
  const warn = (error: unknown) => onWarning?.(about(context.name, error));
  const loop = new Loop(context, handler, options);
  let stopping = false;

  const running = (async () => {
    // First, so that no job can come between the first lease and the news of it.
    const unsubscribe = await subscribe(context, loop, warn);
    let poll = FIRST_POLL;
    while (!stopping) {
      try {
        const turned = await loop.turn();
        // Without room nothing is asked for until a handler is done.
        const due = turned?.nextWakeAt === undefined ? Number.POSITIVE_INFINITY : turned.nextWakeAt - turned.now;
        await loop.pause(
          turned ? Date.now() + Math.max(1, Math.min(due, unsubscribe ? SAFETY_POLL : poll)) : Number.POSITIVE_INFINITY,
        );
        poll = turned && turned.jobs.length === 0 ? Math.min(poll * 2, LAST_POLL) : FIRST_POLL;
      } catch (error) {
        warn(error);
        await loop.pause(Date.now() + FIRST_POLL);
      }
    }
    await unsubscribe?.();
  })();

  const stop = async (): Promise<LoopReport> => {
    stopping = true;
    loop.stop();
    await running;
    const deadline = Date.now() + grace;
    try {
      while (!loop.isIdle && Date.now() < deadline) {
        await loop.turn(deadline);
        await loop.pause(deadline);
      }
      await loop.releaseAll(deadline + 5_000);
    } catch (error) {
      // Redis is away: what could not be settled comes back when its leases run out.
      warn(error);
    }
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

async function subscribe<T>(context: Context<T>, loop: Loop<T>, warn: (error: unknown) => void) {
  try {
    return await context.adapter.subscribe?.(context.keys.channel, () => loop.nudge());
  } catch (error) {
    warn(error);
    return undefined;
  }
}
