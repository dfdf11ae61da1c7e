// The tests that run against mutants by default: those of the scripts. Randomized tests are excluded: they take long, and a
// mutant that only they kill deserves a test of its own.
import { existsSync, globSync } from "node:fs";

const CORE = [
  "test/queue/deep-clean.node.test.ts",
  "test/queue/odd-results.node.test.ts",
  "test/fault/refusals/memory-full.node.test.ts",
  "test/fault/refusals/deep-clean-refused.node.test.ts",
  "test/fault/refusals/each-write-refused.node.test.ts",
  "test/fault/refusals/operation-refused.node.test.ts",
  "test/fault/data/damaged-records.node.test.ts",
];
const INTEROP = [
  "test/redis-work-queue/bytes.node.test.ts",
  "test/redis-work-queue/corruption.node.test.ts",
  "test/redis-work-queue/defects/deep-cleans.node.test.ts",
  "test/redis-work-queue/defects/early-returns.node.test.ts",
  "test/redis-work-queue/defects/late-completions.node.test.ts",
  "test/redis-work-queue/defects/unusual-items.node.test.ts",
  "test/redis-work-queue/search-limits.node.test.ts",
  "test/redis-work-queue/refusals.node.test.ts",
  "test/redis-work-queue/repeated-requests.node.test.ts",
  "test/redis-work-queue/stored-keys.node.test.ts",
];
// The first two are about the compiler, not about the scripts.
const EXCLUDED = [
  "test/lua/compiler/compile.node.test.ts",
  "test/lua/compiler/compile-hot.node.test.ts",
  "test/lua/clean/deep-clean-random.node.test.ts",
];

/** Returns the paths of the test files, with those of redis-work-queue's format on request. */
export function defaultTests({ hasInterop }: { hasInterop: boolean }): string[] {
  for (const file of [...CORE, ...INTEROP, ...EXCLUDED]) {
    if (!existsSync(file)) throw new Error(`there is no ${file}, which scripts/mutate/default-tests.ts names`);
  }
  const found = globSync(["test/lua/**/*.node.test.ts", "test/defects/*.node.test.ts"]);
  return [...found, ...CORE, ...(hasInterop ? INTEROP : [])].filter((file) => !EXCLUDED.includes(file)).sort();
}
