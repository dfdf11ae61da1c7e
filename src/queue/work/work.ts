// Working on a queue for the lifetime of a process.

import { validateOptions } from "../../base/arguments.ts";
import { type Duration, toMilliseconds } from "../../base/duration.ts";
import { monotonicNow, sleep } from "../../base/monotonic.ts";
import type { QueueContext } from "../jobs/queue-context.ts";
import type { Handler } from "./attempt.ts";
import { Loop } from "./loop.ts";
import { News, SAFETY_POLL } from "./news.ts";
import { LOOP_NAMES, type LoopOptions } from "./options.ts";
import type { LoopReport } from "./outcomes.ts";

/** Options of a worker. */
export interface WorkOptions<T = unknown> extends LoopOptions<T> {
  /** The time for which handlers may run after `stop`; then their jobs are given back. 10 seconds unless set. */
  grace?: Duration;
  /**
   * The longest interval of polling while no news of the queue arrives: the adapter has none, or its subscription is
   * broken. 1.5 seconds unless set.
   */
  poll?: Duration;
}

/** A running worker. */
export interface WorkerHandle {
  /** Stops leasing, waits for the jobs in hand, and resolves with the totals. */
  stop(): Promise<LoopReport>;
}

const NAMES = new Set([...LOOP_NAMES, "grace", "poll"]);

// The first interval of polling, which doubles up to `poll`.
const FIRST_POLL = 500;
// The pause after an error.
const REST = 1_000;
const LAST_RELEASE = 5_000;

/** Handles jobs until `stop` of the returned object is called. */
export function work<T>(context: QueueContext<T>, handler: Handler<T>, options: WorkOptions<T> = {}): WorkerHandle {
  const { grace: wanted = "10s", poll: longest = "1.5s" } = validateOptions(options, NAMES);
  const grace = toMilliseconds(wanted, "grace", { max: 3_600_000 });
  const longestPoll = toMilliseconds(longest, "poll", { min: 100, max: 3_600_000 });
  const loop = new Loop(context, handler, options);
  const warn = (error: unknown) => loop.troubled(error);
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
        if (turned && !found) loop.noteDrained();
        news.listen();
        if (turned?.more && loop.hasRoom) continue;
        poll = found ? FIRST_POLL : Math.min(poll * 2, longestPoll);
        const untilDue = turned?.nextWakeAt === undefined ? Number.POSITIVE_INFINITY : turned.nextWakeAt - turned.now;
        const due = Math.max(1, untilDue);
        if (turned) news.note(found, due);
        const idle = news.isHeard ? SAFETY_POLL : Math.min(due, poll);
        const asleepAt = monotonicNow();
        await loop.waitForTurn(loop.hasRoom ? asleepAt + idle : Number.POSITIVE_INFINITY);
        hadToAsk = news.isHeard && monotonicNow() - asleepAt >= SAFETY_POLL;
      } catch (error) {
        warn(error);
        news.doubt();
        await loop.rest(monotonicNow() + REST);
      }
    }
  })();

  const stop = async (): Promise<LoopReport> => {
    stopping = true;
    const stoppedAt = monotonicNow();
    const hardAt = stoppedAt + grace;
    loop.limit({ softAt: stoppedAt, hardAt });
    loop.stop(loop.isEmptyHanded ? stoppedAt : hardAt);
    news.close();
    await running;
    while (!loop.isEmptyHanded && monotonicNow() < hardAt) {
      try {
        await loop.waitForTurn(hardAt);
        await loop.turn(hardAt);
      } catch (error) {
        warn(error);
        await sleep(Math.min(REST, hardAt - monotonicNow()));
      }
    }
    // A job that cannot be given back now returns when its lease runs out.
    await loop.releaseAll(loop.isEmptyHanded ? monotonicNow() : hardAt + LAST_RELEASE).catch(warn);
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
