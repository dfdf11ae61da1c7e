// Runs inside vitest: loads the tests once, records which scripts each of them runs, and then requests one mutant after the
// other and reports which test kills it.
import { describe, inject, test } from "vitest";
import * as core from "../../src/engine/all-scripts.ts";
import * as interop from "../../src/redis-work-queue/scripts.gen.ts";
import type {} from "../../test/setup/global.ts";
import type { Start, Task, Verdict } from "./dispatch.ts";
import { type RedisWatchdog, startRedisWatchdog } from "./redis-watchdog.ts";
import { closeSuites, collectTestCases, type TestCase } from "./test-cases.ts";

const { files, originals, measurements } = (await ask("start")) as Start;

for (const file of files) {
  // Skipped, so that vitest itself does not run them.
  describe.skip(file, async () => {
    await import(/* @vite-ignore */ `../../${file}`);
  });
}

const currentTexts = new Map(Object.entries(originals));
const usedScripts = new Set<string>();
for (const [module, scripts] of Object.entries({ core, interop })) {
  for (const script of Object.values(scripts)) {
    const key = `${module}/${script.name}`;
    // The text is not copied, so it is read only when the script is about to run.
    const get = () => {
      usedScripts.add(key);
      return currentTexts.get(key);
    };
    Object.defineProperty(script, "text", { get });
  }
}

test("runs the tests against mutants until there are no more", { timeout: 2 ** 31 - 1 }, async ({ task: self }) => {
  const redis = await startRedisWatchdog(inject("redisUrl"));
  const testCases = collectTestCases(self.file.tasks, self);
  for (const testCase of testCases) testCase.measurement = measurements[testCase.name];
  let task = (await ask("next")) as Task | undefined;
  while (task) {
    const verdict = await testMutant(task, { testCases, redis });
    if (!verdict.isStuck) await redis.empty();
    task = (await ask("verdict", verdict)) as Task | undefined;
  }
  await closeSuites();
  redis.close();
});

/** All tests, and the Redis that they use. */
interface TestEnvironment {
  testCases: TestCase[];
  redis: RedisWatchdog;
}

/** Runs the tests that reach a mutant until one fails. Tests that killed mutants of the file run first, then fast ones. */
async function testMutant(task: Task, { testCases, redis }: TestEnvironment): Promise<Verdict> {
  const unfit: string[] = [];
  for (const tier of [0, 1]) {
    const own = testCases.filter((testCase) => testCase.tier === tier);
    await measure(own.filter((testCase) => !testCase.measurement));
    const killsOf = (testCase: TestCase) => testCase.kills.get(task.file) ?? 0;
    const reaching = own
      .filter((testCase) => testCase.measurement?.scripts.some((key) => key in task.scripts))
      .toSorted((a, b) => killsOf(b) - killsOf(a) || (a.measurement?.ms ?? 0) - (b.measurement?.ms ?? 0));
    for (const testCase of reaching) {
      const failure = await runWithScripts(task.scripts, () => Promise.race([testCase.run(), redis.stuck]));
      if (!failure) continue;
      const isStuck = failure === "stuck";
      const isHung = redis.takeHung() || isStuck;
      // A test that also fails without the mutant does not run again.
      if (!isStuck && !(await passesWithoutMutant(testCase, redis))) {
        unfit.push(testCase.name);
        testCases.splice(testCases.indexOf(testCase), 1);
        continue;
      }
      testCase.kills.set(task.file, killsOf(testCase) + 1);
      return { id: task.id, killer: testCase.name, unfit, isHung, isStuck };
    }
  }
  return { id: task.id, unfit };
}

async function passesWithoutMutant(testCase: TestCase, redis: RedisWatchdog): Promise<boolean> {
  // Twice, because the mutant may have left commands running.
  for (const _ of [1, 2]) {
    await redis.empty();
    if (!(await testCase.run())) return true;
  }
  return false;
}

async function runWithScripts<T>(scripts: Record<string, string>, run: () => Promise<T>): Promise<T> {
  for (const [key, text] of Object.entries(scripts)) currentTexts.set(key, text);
  try {
    return await run();
  } finally {
    for (const key of Object.keys(scripts)) currentTexts.set(key, originals[key] ?? "");
  }
}

/** Runs tests without a mutant, and measures them. */
async function measure(testCases: TestCase[]): Promise<void> {
  for (const testCase of testCases) {
    usedScripts.clear();
    const start = performance.now();
    const failure = await testCase.run();
    if (failure) throw new Error(`${testCase.name} fails without a mutant`, { cause: failure });
    testCase.measurement = { scripts: [...usedScripts], ms: performance.now() - start };
  }
  const measured = testCases.map(({ name, measurement }) => [name, measurement] as const);
  if (measured.length > 0) await ask("measurements", Object.fromEntries(measured));
}

async function ask(path: "start" | "measurements" | "next" | "verdict", body: unknown = null): Promise<unknown> {
  const url = `${process.env.LEASEHOLD_MUTATE_DISPATCHER}/${path}`;
  const text = await (await fetch(url, { method: "POST", body: JSON.stringify(body) })).text();
  return text === "" ? undefined : JSON.parse(text);
}
