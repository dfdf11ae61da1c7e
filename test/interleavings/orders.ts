// All orders in which the steps of some actors can come, and all the ways in which a few of them go wrong.
import type { Case, Step } from "./play.ts";

/** What becomes of an actor's steps: each once, one asked again because its reply was lost, or none after a death. */
export interface Course {
  /** How many steps the actor lives to do. */
  steps: number;
  /** The steps whose first reply is lost. */
  lost: readonly number[];
}

/** One way in which a case can go. */
export interface Play {
  courses: Course[];
  /** Whose turn it is, one after the other. */
  order: number[];
}

/**
 * Every order of the steps of a case, with at most so many faults. Of two actors that do the same nothing is played again
 * that differs only in which of them is called what.
 */
export function* playsOf({ actors }: Case, faults: number): Generator<Play> {
  const scripts = Object.values(actors);
  const lengths = scripts.map((steps) => steps.length);
  const canFail = Object.keys(actors).map((name) => name !== "time");
  // Which actor does the same, the first of those.
  const twins = scripts.map((steps) => scripts.findIndex((other) => isSame(other, steps)));
  for (const courses of choices(lengths, canFail, faults)) {
    const ranks = courses.map((course) => JSON.stringify(course));
    const others = twins.flatMap((twin, i) => (twin < i ? [[twin, i] as const] : []));
    if (others.some(([twin, i]) => (ranks[twin] ?? "") > (ranks[i] ?? ""))) continue;
    const same = others.filter(([twin, i]) => ranks[twin] === ranks[i]);
    for (const order of orders(courses.map(({ steps, lost }) => steps + lost.length))) {
      if (same.every(([twin, i]) => order.indexOf(twin) <= order.indexOf(i))) yield { courses, order };
    }
  }
}

const isSame = (one: readonly Step[], other: readonly Step[]) =>
  one.length === other.length && one.every((step, i) => step === other[i]);

/** Every choice of a course for each actor, with at most so many faults among all of them. */
function* choices(lengths: readonly number[], fails: readonly boolean[], faults: number): Generator<Course[]> {
  const [length, ...rest] = lengths;
  if (length === undefined) {
    yield [];
    return;
  }
  for (const course of coursesOf(length, fails[0] ? faults : 0)) {
    const left = faults - course.lost.length - (course.steps < length ? 1 : 0);
    for (const others of choices(rest, fails.slice(1), left)) yield [course, ...others];
  }
}

/** Every course of an actor with so many steps, with at most so many faults. */
function coursesOf(steps: number, faults: number): Course[] {
  const courses: Course[] = [];
  for (let lived = steps; lived >= 0; lived--) {
    const left = lived < steps ? faults - 1 : faults;
    if (left < 0) continue;
    for (const lost of subsets(lived, left)) courses.push({ steps: lived, lost });
  }
  return courses;
}

/** The sets of numbers below a limit with at most so many members. */
function subsets(limit: number, most: number): number[][] {
  if (limit === 0 || most === 0) return [[]];
  const without = subsets(limit - 1, most);
  return [...without, ...subsets(limit - 1, most - 1).map((set) => [...set, limit - 1])];
}

/** Every order of so many steps of each actor, as the actor whose turn it is. */
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
