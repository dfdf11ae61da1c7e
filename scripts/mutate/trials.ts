// The tests that vitest has collected, as things that can be run again and again.
import type { RunnerTask, RunnerTestCase, RunnerTestSuite } from "vitest";
import { getFn, getHooks } from "vitest/suite";

/** What is known of a test before it judges. */
export interface Measured {
  scripts: string[];
  ms: number;
}

/** One test. */
export interface Trial {
  /** Its file and its names. */
  name: string;
  /** 0 for those of the scripts themselves, which go first and take milliseconds; 1 for the others. */
  tier: 0 | 1;
  /** What it runs, and how long it takes, once it ran without a mutant. */
  measured?: Measured | undefined;
  /** How many mutants of a file it has killed. */
  kills: Map<string, number>;
  /** Runs it with all that stands around it; resolves with what failed. */
  run(): Promise<unknown>;
}

type Hook = (context: unknown, suite?: unknown) => unknown;

const opened = new Map<RunnerTestSuite, unknown[]>();

/** Every test under the suites of the files, in their order. */
export function trialsOf(suites: RunnerTask[], running: RunnerTestCase): Trial[] {
  return suites.flatMap((suite) => {
    const tier = suite.name.startsWith("test/lua/") ? 0 : 1;
    return suite.type === "suite" ? collect(suite, [suite], tier, running) : [];
  });
}

function collect(suite: RunnerTestSuite, path: RunnerTestSuite[], tier: 0 | 1, running: RunnerTestCase): Trial[] {
  return suite.tasks.flatMap((task) => {
    if (task.type === "suite") return collect(task, [...path, task], tier, running);
    const name = [...path, task].map((each) => each.name).join(" > ");
    const run = () => runOnce(task, path, running).catch((error) => error ?? new Error("failed without an error"));
    return [{ name, tier, kills: new Map(), run }];
  });
}

async function runOnce(test: RunnerTestCase, path: RunnerTestSuite[], running: RunnerTestCase): Promise<unknown> {
  for (const suite of path) {
    if (opened.has(suite)) continue;
    const cleanups: unknown[] = [];
    opened.set(suite, cleanups);
    for (const hook of getHooks(suite).beforeAll as unknown as Hook[]) cleanups.push(await hook(suite));
  }
  const cleanups: unknown[] = [];
  let failure: unknown;
  const attempt = (what: () => unknown) =>
    Promise.resolve()
      .then(what)
      .catch((error) => {
        failure ??= error ?? new Error("failed without an error");
      });
  await attempt(async () => {
    for (const suite of path) {
      for (const hook of getHooks(suite).beforeEach as unknown as Hook[])
        cleanups.push(await hook(test.context, suite));
    }
    await getFn(test)();
  });
  for (const suite of path.toReversed()) {
    for (const hook of getHooks(suite).afterEach as unknown as Hook[]) await attempt(() => hook(test.context, suite));
  }
  // What a test asks for while it runs is noted with the one that vitest believes to run.
  const asked = [running, test].flatMap((each) => (each as { onFinished?: unknown[] }).onFinished?.splice(0) ?? []);
  for (const cleanup of [...cleanups, ...asked.toReversed()]) {
    if (typeof cleanup === "function") await attempt(() => cleanup(test.context));
  }
  return failure;
}

/** Ends what was begun for all tests of a file; their next run begins it again. */
export async function closeFiles(): Promise<void> {
  for (const [suite, cleanups] of [...opened].toReversed()) {
    const hooks = getHooks(suite).afterAll as unknown as Hook[];
    for (const step of [...hooks, ...cleanups]) {
      try {
        if (typeof step === "function") await step(suite);
      } catch {
        // What a mutant broke may not end well either.
      }
    }
  }
  opened.clear();
}
