// The tests that judge mutants: those of the scripts. Tests with random work are left out; they take long, and what only
// they notice deserves a test of its own.
import { globSync } from "node:fs";

const CORE = [
  "test/lua/**/*.node.test.ts",
  "test/queue/{deep-clean,odd-results}.node.test.ts",
  "test/defects/*.node.test.ts",
  "test/fault/units/{memory-full,refused-repair,refused-unit,refused-writes}.node.test.ts",
  "test/fault/data/damaged-records.node.test.ts",
];
const INTEROP = ["test/redis-work-queue/{bytes,corruption,defects,reach,refusals,replay,state}.node.test.ts"];
/** The first two say how scripts are made, not what they do. */
const OTHERS = ["compiler/compile", "compiler/compile-hot", "heal/healthy"].map(
  (name) => `test/lua/${name}.node.test.ts`,
);

/** Paths of test files. */
export function usualTests(interop: boolean): string[] {
  const files = globSync(interop ? [...CORE, ...INTEROP] : CORE);
  return files.filter((file) => !OTHERS.includes(file)).sort();
}
