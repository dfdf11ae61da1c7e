// The tests that vitest has collected, as functions that can be called again and again.
import type { RunnerTask, RunnerTestCase, RunnerTestSuite } from "vitest";
import { getFn, getHooks } from "vitest/suite";

/** The scripts that a test runs, and its duration, without a mutant. */
export interface Measurement {
  scripts: string[];
  ms: number;
}

/** A test. */
export interface TestCase {
  /** Its file and titles. */
  name: string;
  /** 0 for tests of the scripts themselves, which take milliseconds and run first; 1 for others. */
  tier: 0 | 1;
  measurement?: Measurement | undefined;
  /** The number of killed mutants, by Lua file. */
  kills: Map<string, number>;
  /** Runs it with its hooks. Resolves with the first error, or undefined. */
  run(): Promise<unknown>;
}

type Hook = (context: unknown, suite?: unknown) => unknown;

/** The suites whose `beforeAll` hooks have run, and the functions that these returned. */
const openSuites = new Map<RunnerTestSuite, unknown[]>();

/** Returns the tests in the suites, in order. `running` is the test that vitest itself runs. */
export function collectTestCases(suites: RunnerTask[], running: RunnerTestCase): TestCase[] {
  return suites.flatMap((suite) => (suite.type === "suite" ? collectFromSuite([suite], running) : []));
}

/** Returns the tests of the last suite in a path of suites that begins with the file. */
function collectFromSuite(path: RunnerTestSuite[], running: RunnerTestCase): TestCase[] {
  const [file, suite] = [path[0], path.at(-1)];
  return (suite?.tasks ?? []).flatMap((task) => {
    if (task.type === "suite") return collectFromSuite([...path, task], running);
    return {
      name: [...path, task].map((each) => each.name).join(" > "),
      tier: file?.name.startsWith("test/lua/") ? 0 : 1,
      kills: new Map(),
      run: () => runOnce(task, { path, running }).catch(toError),
    };
  });
}

const toError = (error: unknown) => error ?? new Error("failed without an error");

interface Surroundings {
  path: RunnerTestSuite[];
  running: RunnerTestCase;
}

/** Runs a test as vitest does: with the hooks of its suites, whose `beforeAll` runs only before the first test. */
async function runOnce(test: RunnerTestCase, { path, running }: Surroundings): Promise<unknown> {
  for (const suite of path) {
    if (openSuites.has(suite)) continue;
    const teardowns: unknown[] = [];
    openSuites.set(suite, teardowns);
    for (const hook of getHooks(suite).beforeAll as unknown as Hook[]) teardowns.push(await hook(suite));
  }
  const teardowns: unknown[] = [];
  let failure: unknown;
  const attempt = async (step: () => unknown) => {
    try {
      await step();
    } catch (error) {
      failure ??= toError(error);
    }
  };
  await attempt(async () => {
    for (const suite of path) {
      for (const hook of getHooks(suite).beforeEach as unknown as Hook[])
        teardowns.push(await hook(test.context, suite));
    }
    await getFn(test)();
  });
  for (const suite of path.toReversed()) {
    for (const hook of getHooks(suite).afterEach as unknown as Hook[]) await attempt(() => hook(test.context, suite));
  }
  // vitest adds the functions of `onTestFinished` to the test that it believes to be running.
  const finished = [running, test].flatMap((each) => (each as { onFinished?: unknown[] }).onFinished?.splice(0) ?? []);
  for (const teardown of [...teardowns, ...finished.toReversed()]) {
    if (typeof teardown === "function") await attempt(() => teardown(test.context));
  }
  return failure;
}

/** Runs the `afterAll` hooks of all suites. A test that runs later runs the `beforeAll` hooks again. */
export async function closeSuites(): Promise<void> {
  for (const [suite, teardowns] of [...openSuites].toReversed()) {
    const hooks = getHooks(suite).afterAll as unknown as Hook[];
    for (const step of [...hooks, ...teardowns]) {
      try {
        if (typeof step === "function") await step(suite);
      } catch {
        // A mutant may have broken the state that the hook expects.
      }
    }
  }
  openSuites.clear();
}
