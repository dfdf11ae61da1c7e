// Plays one interleaving of a case with groups. After each step, checks what the queue tells about the group; at the end, that
// all jobs can be completed and nothing is left behind.
import type { Adapter, Job, QueueOptions } from "../../src/index.ts";
import { type GroupInfo, type JobInfo, Queue } from "../../src/index.ts";
import { Clock, freshName } from "../setup/queue.ts";
import { GROUP } from "./group-cases.ts";
import type { Interleaving } from "./orders.ts";
import { createLossyAdapter, stepsOfPlan } from "./play-interleaving.ts";

/** The context of a step. */
interface GroupStepContext {
  queue: Queue<number>;
  clock: Clock;
  /** The idempotency key of the step, the same when it is repeated. */
  idempotencyKey: string;
  actor: { name: string; job?: Job<number> | undefined };
}

/** One request, or the passing of time. Resolves with the id of a job that it has completed. */
export type GroupStep = (context: GroupStepContext) => unknown;

/** Some actors with their steps, and the jobs of one group. */
export interface GroupCase {
  title: string;
  options: Partial<QueueOptions<number>>;
  /** The number of jobs, named a, b and c; 3 unless set. */
  jobs?: number;
  /** The actor `time` sends no requests and does not die. */
  actors: Record<string, GroupStep[]>;
  /** Makes it possible to complete all jobs. */
  after?: (queue: Queue<number>) => Promise<unknown>;
}

/** Reads the keys of a queue, and the fields of its `lines`. */
export type ReadKeys = (name: string) => Promise<{ keys: string[]; lines: string[] }>;

/** Plays an interleaving through an adapter. Resolves with the violations. */
export async function playGroupInterleaving(
  { options, jobs = 3, actors, after }: GroupCase,
  { plans, order, adapter, readKeys }: Interleaving & { adapter: Adapter; readKeys: ReadKeys },
): Promise<string[]> {
  const [clock, name] = [new Clock(), freshName()];
  const { redis, setNextLost } = createLossyAdapter(adapter);
  const queue = new Queue<number>(name, { now: clock.now, backoff: 5_000, ...options, redis, logger: false });
  const observer = new Queue<number>(name, { now: clock.now, redis: adapter });
  await queue.enqueueMany([..."abc"].slice(0, jobs).map((id, data) => ({ data, id, group: GROUP })));
  const players = Object.entries(actors).map(([name, steps], i) => ({
    actor: { name } as GroupStepContext["actor"],
    left: stepsOfPlan(steps, plans[i] ?? { steps: steps.length, lostReplies: [] }),
  }));
  const ordered = options.groups?.ordered ?? false;
  const completed = new Set<string>();
  let before = await readGroupState(observer);
  const violations = findViolations(before, before);
  for (const index of order) {
    const { actor, left: steps } = players[index] ?? {};
    const next = steps?.shift();
    if (!actor || !next) throw new Error("the order does not fit the actors");
    setNextLost(next.isLost);
    const context = { queue, clock, actor, idempotencyKey: `${actor.name}-${next.number}` };
    const result = await Promise.resolve(next.step(context)).catch((error: unknown) => {
      if (!next.isLost) throw error;
    });
    setNextLost(false);
    if (typeof result === "string") completed.add(result);
    const state = await readGroupState(observer);
    const left = idsIn(state, ...STATES).filter((id) => completed.has(id));
    const found = [...findViolations(state, before), ...findDisorder(state, before, ordered)];
    found.push(...left.map((id) => `${id} is completed, but waits`));
    violations.push(...found.map((text) => `after a step of ${actor.name}: ${text}`));
    before = state;
  }
  await after?.(queue);
  await completeAll(queue, clock);
  return [...violations, ...(await findRemains(queue, await readKeys(name)))];
}

/** The state of the group and of its jobs, as the queue reports it. */
interface GroupState {
  group: GroupInfo;
  jobs: JobInfo<number>[];
}

const STATES = ["ready", "delayed", "blocked", "leased", "failed"] as const;

async function readGroupState(queue: Queue<number>): Promise<GroupState> {
  const group = await queue.group(GROUP);
  const pages = await Promise.all(STATES.map((state) => queue.list(state)));
  return { group, jobs: pages.flatMap(({ jobs }) => jobs) };
}

/** Returns the ids of the jobs in some states. */
function idsIn({ jobs }: GroupState, ...states: string[]): string[] {
  return jobs.filter(({ state }) => states.includes(state)).map(({ id }) => id);
}

/** Returns a violation if an ordered group has started a job before an earlier one had ended. */
function findDisorder(state: GroupState, before: GroupState, ordered: boolean | "stop"): string[] {
  const started = idsIn(state, "leased").filter((id) => !idsIn(before, "leased").includes(id));
  const ends = ordered === "stop" ? STATES : STATES.filter((name) => name !== "failed");
  const early = started.filter((id) => idsIn(state, ...ends).some((other) => other < id));
  return ordered === false ? [] : early.map((id) => `the ordered group has started ${id} too early`);
}

/** Returns what is wrong with a state, or with the change from the state before. */
function findViolations(state: GroupState, before: GroupState): string[] {
  const { group, jobs } = state;
  const [leased, ready, blocked] = [idsIn(state, "leased"), idsIn(state, "ready"), idsIn(state, "blocked")];
  const others = idsIn(state, "delayed", "failed").length;
  const { held, next, concurrency = Number.POSITIVE_INFINITY, paused } = group;
  const wasLeased = idsIn(before, "leased");
  const hasStarted = leased.some((id) => !wasLeased.includes(id));
  return [
    ...(new Set(jobs.map(({ id }) => id)).size < jobs.length ? ["a job is in two states"] : []),
    ...(group.blocked === blocked.length ? [] : [`${group.blocked} blocked, but ${blocked.length} are`]),
    // A job that waits for its retry or has failed may hold a slot.
    ...(held >= leased.length && held <= leased.length + others ? [] : [`${held} held, but ${leased.length} leased`]),
    // At most one job is in line: the head.
    ...(ready.every((id) => id === next) ? [] : [`${next} is in line, but ready: ${ready.join(" ")}`]),
    ...(next === undefined || idsIn(state, "ready", "delayed").includes(next) ? [] : [`${next} is in line, but gone`]),
    ...(hasStarted && leased.length > concurrency ? [`${leased.length} leased of at most ${concurrency}`] : []),
    ...(hasStarted && before.group.paused && paused ? ["a paused group has started a job"] : []),
    ...(blocked.length > 0 && held < concurrency && next === undefined && !paused ? ["stuck with a free slot"] : []),
  ];
}

/** Completes all jobs that the actors have left, with a worker of its own. */
async function completeAll(queue: Queue<number>, clock: Clock): Promise<void> {
  let leased: Job<number>[] = [];
  for (let round = 0; round < 9; round++) {
    clock.pass(3_600_000);
    const settle = leased.map((job) => ({ job, action: "complete" as const }));
    leased = (await queue.turn({ settle, lease: { count: 10, worker: "finisher" } })).jobs;
  }
}

/** Returns what is left of the group although no job waits any more. */
async function findRemains(
  queue: Queue<number>,
  { keys, lines }: { keys: string[]; lines: string[] },
): Promise<string[]> {
  const { ready, delayed, blocked, leased } = await queue.counts();
  const waiting = ready + delayed + blocked + leased;
  const { held, next } = await queue.group(GROUP);
  const left = keys.filter((key) => /:(blocked|holders)$/.test(key));
  return [
    ...(waiting > 0 ? [`not completed: ${ready} ready, ${delayed} delayed, ${blocked} blocked, ${leased} leased`] : []),
    ...(held > 0 || next !== undefined ? [`left: ${held} held, ${next} in line`] : []),
    ...left.map((key) => `left: ${key}`),
    ...lines.filter((field) => field !== "").map((field) => `left: number ${field}`),
  ];
}
