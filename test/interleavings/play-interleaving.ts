// One order of one case, played against a real queue and judged.
import type { Adapter, Job, QueueOptions } from "../../src/index.ts";
import { LeaseholdError, Queue } from "../../src/index.ts";
import { checkHistory, finalState, recordHistory } from "../../src/testing.ts";
import { Clock, freshName } from "../setup/queue.ts";
import type { Course } from "./orders.ts";

/** What a step can use. `one` is whatever its actor holds. */
interface Scene {
  queue: Queue<number>;
  clock: Clock;
  /** A name for the request of this step, the same when it is asked again. */
  idempotencyKey: string;
  hand: { name: string; job?: Job<number> | undefined };
}

/** One request, or the passing of time. */
export type Step = (scene: Scene) => unknown;

/** Some actors, each with its steps, and what is there before they begin. */
export interface Case {
  title: string;
  prepare: (queue: Queue<number>) => Promise<unknown>;
  options?: Partial<QueueOptions<number>>;
  /** The actor `time` makes no requests, and does not die. */
  actors: Record<string, Step[]>;
  /** What has to be done before everything can come to its end. */
  after?: (queue: Queue<number>) => Promise<unknown>;
}

/** An adapter whose next reply can be lost. */
function losing(adapter: Adapter) {
  let isLost = false;
  return {
    loseNext: (lose: boolean) => {
      isLost = lose;
    },
    redis: {
      run: async (...call: Parameters<Adapter["run"]>) => {
        const reply = await adapter.run(...call);
        if (!isLost) return reply;
        isLost = false;
        throw new LeaseholdError("redis_unreachable", "the reply was lost");
      },
    } satisfies Adapter,
  };
}

/** Plays one order; says what was wrong with it. */
export async function play(each: Case, order: readonly number[], courses: readonly Course[], adapter: Adapter) {
  const clock = new Clock();
  const behind = recordHistory(adapter, { by: "redis" });
  const { redis, loseNext } = losing(behind.redis);
  const queue = new Queue<number>(freshName(), { now: clock.now, backoff: 5_000, ...each.options, redis });
  const seen = recordHistory(queue, { by: "actors" });
  await each.prepare(queue);
  const actors = Object.entries(each.actors).map(([name, steps], i) => ({
    hand: { name } as Scene["hand"],
    todo: script(steps, courses[i] as Course),
  }));
  for (const turn of order) {
    const actor = actors[turn];
    const next = actor?.todo.shift();
    if (!actor || !next) throw new Error("an order of other actors");
    loseNext(next.isLost);
    const scene = { queue, clock, hand: actor.hand, idempotencyKey: `${actor.hand.name}-${next.number}` };
    await Promise.resolve(next.step(scene)).catch((error: unknown) => {
      if (!next.isLost) throw error;
    });
    loseNext(false);
  }
  const wrong = await audit(queue);
  await each.after?.(queue);
  await finish(queue, clock);
  // Where no reply was lost, the actors saw all that Redis did.
  const histories = courses.some(({ lost }) => lost.length > 0) ? [behind.events, seen.events] : [behind.events];
  return [...wrong, ...(await judge(histories, queue))];
}

/** Each step of a course; one whose reply is lost comes twice. */
function script(steps: readonly Step[], { steps: lived, lost }: Course) {
  return steps.slice(0, lived).flatMap((step, number) => {
    const again = { step, number, isLost: false };
    return lost.includes(number) ? [{ step, number, isLost: true }, again] : [again];
  });
}

/** What a deep clean finds to repair: nothing, whatever has happened. */
async function audit(queue: Queue<number>): Promise<string[]> {
  const { finished, examined: _, ...repaired } = await queue.deepClean();
  const repairs = Object.entries(repaired).filter(([, count]) => count > 0);
  return finished && repairs.length === 0 ? [] : [`repaired: ${repairs.join("; ")}`];
}

/** When all actors are gone, one who goes on alone gets everything done that is left. */
async function finish(queue: Queue<number>, clock: Clock): Promise<void> {
  let held: Job<number>[] = [];
  // What failed by then stays, so this takes as many rounds as there are attempts, at the most.
  for (let round = 0; round < 5; round++) {
    clock.pass(3_600_000);
    const settle = held.map((job) => ({ job, action: "complete" as const }));
    held = (await queue.turn({ settle, lease: { count: 10, worker: "finisher" } })).jobs;
    if (held.length === 0) return;
  }
}

async function judge(histories: Parameters<typeof checkHistory>[0][], queue: Queue<number>): Promise<string[]> {
  const final = await finalState(queue);
  const { ready, delayed, leased } = final.counts;
  const stuck = ready + delayed + leased > 0 ? [`stuck: ${ready} ready, ${delayed} delayed, ${leased} leased`] : [];
  return [...stuck, ...histories.flatMap((events) => checkHistory(events, final)).map(String)];
}
