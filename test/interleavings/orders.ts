// Enumerates the orders of the actors' steps, combined with every choice of a few faults.

/** The steps that an actor carries out, and the replies that it loses. */
export interface ActorPlan {
  /** The number of steps before the actor dies; all of them if it does not. */
  steps: number;
  /** The indexes of steps whose first reply is lost, so that they are repeated. */
  lostReplies: readonly number[];
}

/** One order of a case's steps, with the faults of its actors. */
export interface Interleaving {
  plans: ActorPlan[];
  /** The index of the actor of each step. */
  order: number[];
}

/**
 * Yields every order of the steps of a case, with at most `maxFaults` faults. Of actors with the same steps, it yields no
 * interleaving again in which they only trade places.
 */
export function* interleavingsOf(
  { actors }: { actors: Record<string, unknown[]> },
  maxFaults: number,
): Generator<Interleaving> {
  const steps = Object.values(actors);
  const canFail = Object.keys(actors).map((name) => name !== "time");
  // The first actor with the same steps, for each actor.
  const twins = steps.map((own) => steps.findIndex((other) => hasSameSteps(other, own)));
  const lengths = steps.map(({ length }) => length);
  for (const plans of planCombinations(lengths, { canFail, maxFaults })) {
    const ranks = plans.map((plan) => JSON.stringify(plan));
    const pairs = twins.flatMap((twin, i) => (twin < i ? [[twin, i] as const] : []));
    if (pairs.some(([twin, i]) => (ranks[twin] ?? "") > (ranks[i] ?? ""))) continue;
    const equalPairs = pairs.filter(([twin, i]) => ranks[twin] === ranks[i]);
    for (const order of orders(plans.map((plan) => plan.steps + plan.lostReplies.length))) {
      if (equalPairs.every(([twin, i]) => order.indexOf(twin) <= order.indexOf(i))) yield { plans, order };
    }
  }
}

const hasSameSteps = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((step, i) => step === other[i]);

/** Yields every combination of plans, one for each actor, with at most `maxFaults` faults in all. */
function* planCombinations(
  lengths: readonly number[],
  { canFail, maxFaults }: { canFail: readonly boolean[]; maxFaults: number },
): Generator<ActorPlan[]> {
  const [length, ...rest] = lengths;
  if (length === undefined) {
    yield [];
    return;
  }
  for (const plan of plansOf(length, canFail[0] ? maxFaults : 0)) {
    const left = maxFaults - plan.lostReplies.length - (plan.steps < length ? 1 : 0);
    const others = planCombinations(rest, { canFail: canFail.slice(1), maxFaults: left });
    for (const otherPlans of others) yield [plan, ...otherPlans];
  }
}

/** Returns every plan of an actor: after how many of its `length` steps it dies, and which replies it loses. */
function plansOf(length: number, maxFaults: number): ActorPlan[] {
  const plans: ActorPlan[] = [];
  for (let steps = length; steps >= 0; steps--) {
    const left = steps < length ? maxFaults - 1 : maxFaults;
    if (left < 0) continue;
    for (const lostReplies of subsets(steps, left)) plans.push({ steps, lostReplies });
  }
  return plans;
}

/** Returns the sets of whole numbers below a limit with at most `maxSize` members. */
function subsets(limit: number, maxSize: number): number[][] {
  if (limit === 0 || maxSize === 0) return [[]];
  const without = subsets(limit - 1, maxSize);
  return [...without, ...subsets(limit - 1, maxSize - 1).map((set) => [...set, limit - 1])];
}

/** Yields every order of steps, as the index of the actor of each. `lengths` has the number of steps of each actor. */
export function* orders(lengths: readonly number[]): Generator<number[]> {
  if (lengths.every((length) => length === 0)) {
    yield [];
    return;
  }
  for (const [actor, length] of lengths.entries()) {
    if (length === 0) continue;
    for (const order of orders(lengths.with(actor, length - 1))) yield [actor, ...order];
  }
}
