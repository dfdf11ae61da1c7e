// Plays one interleaving of a case on a real queue, and checks its history and the final state of the queue.
import type { Adapter, Job, QueueOptions } from "../../src/index.ts";
import { LeaseholdError, Queue } from "../../src/index.ts";
import { checkHistory, finalState, recordHistory } from "../../src/testing.ts";
import { Clock, freshName } from "../setup/queue.ts";
import type { ActorPlan, Interleaving } from "./orders.ts";

/** The context of a step. */
interface StepContext {
  queue: Queue<number>;
  clock: Clock;
  /** The idempotency key of the step, the same when it is repeated. */
  idempotencyKey: string;
  /** The actor, and the job that it has leased. */
  actor: { name: string; job?: Job<number> | undefined };
}

/** One request, or the passing of time. */
export type Step = (context: StepContext) => unknown;

/** Some actors with their steps, and the preparation of their queue. */
export interface Case {
  title: string;
  prepare: (queue: Queue<number>) => Promise<unknown>;
  options?: Partial<QueueOptions<number>>;
  /** The actor `time` sends no requests and does not die. */
  actors: Record<string, Step[]>;
  /** Makes it possible to complete all jobs. */
  after?: (queue: Queue<number>) => Promise<unknown>;
}

/** Returns an adapter, and a function that sets whether the reply to its next request is lost. */
export function createLossyAdapter(adapter: Adapter) {
  let isLost = false;
  return {
    setNextLost: (lose: boolean) => {
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

/** Plays an interleaving through an adapter. Resolves with the violations. */
export async function playInterleaving(
  testCase: Case,
  { plans, order, adapter }: Interleaving & { adapter: Adapter },
): Promise<string[]> {
  const clock = new Clock();
  const atRedis = recordHistory(adapter, { by: "redis" });
  const { redis, setNextLost } = createLossyAdapter(atRedis.redis);
  const queue = new Queue<number>(freshName(), { now: clock.now, backoff: 5_000, ...testCase.options, redis });
  const atActors = recordHistory(queue, { by: "actors" });
  await testCase.prepare(queue);
  const actors = Object.entries(testCase.actors).map(([name, steps], i) => ({
    actor: { name } as StepContext["actor"],
    left: stepsOfPlan(steps, plans[i] as ActorPlan),
  }));
  for (const index of order) {
    const { actor, left } = actors[index] ?? {};
    const next = left?.shift();
    if (!actor || !next) throw new Error("the order does not fit the actors");
    setNextLost(next.isLost);
    const context = { queue, clock, actor, idempotencyKey: `${actor.name}-${next.number}` };
    await Promise.resolve(next.step(context)).catch((error: unknown) => {
      if (!next.isLost) throw error;
    });
    setNextLost(false);
  }
  const violations = await findRepairs(queue);
  await testCase.after?.(queue);
  await completeAll(queue, clock);
  // If no reply was lost, the actors saw the same history as Redis.
  const hasLostReply = plans.some(({ lostReplies }) => lostReplies.length > 0);
  const histories = hasLostReply ? [atRedis.events, atActors.events] : [atRedis.events];
  return [...violations, ...(await findEndViolations(queue, histories))];
}

/** Returns the steps that an actor carries out under its plan. It repeats a step whose reply is lost. */
export function stepsOfPlan<S>(steps: readonly S[], { steps: survived, lostReplies }: ActorPlan) {
  return steps.slice(0, survived).flatMap((step, number) => {
    const answered = { step, number, isLost: false };
    return lostReplies.includes(number) ? [{ step, number, isLost: true }, answered] : [answered];
  });
}

/** Returns the repairs of a deep clean, which must find nothing. */
async function findRepairs(queue: Queue<number>): Promise<string[]> {
  const { finished, examined: _, ...repaired } = await queue.deepClean();
  const repairs = Object.entries(repaired).filter(([, count]) => count > 0);
  return finished && repairs.length === 0 ? [] : [`repaired: ${repairs.join("; ")}`];
}

/** Completes all jobs that the actors have left, with a worker of its own. */
async function completeAll(queue: Queue<number>, clock: Clock): Promise<void> {
  let leased: Job<number>[] = [];
  // Failed jobs stay, so this takes at most as many rounds as there are attempts.
  for (let round = 0; round < 5; round++) {
    clock.pass(3_600_000);
    const settle = leased.map((job) => ({ job, action: "complete" as const }));
    leased = (await queue.turn({ settle, lease: { count: 10, worker: "finisher" } })).jobs;
    if (leased.length === 0) return;
  }
}

/** Returns a violation if jobs are left that no worker completed, and the violations of each history. */
async function findEndViolations(
  queue: Queue<number>,
  histories: Parameters<typeof checkHistory>[0][],
): Promise<string[]> {
  const final = await finalState(queue);
  const { ready, delayed, leased } = final.counts;
  const stuck = ready + delayed + leased > 0 ? [`stuck: ${ready} ready, ${delayed} delayed, ${leased} leased`] : [];
  return [...stuck, ...histories.flatMap((events) => checkHistory(events, final)).map(String)];
}
