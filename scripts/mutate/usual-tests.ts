// The tests that judge mutants: those of the scripts. What they miss is missed, though a test of the library may see it.
import { globSync } from "node:fs";

const CORE = [
  "test/lua/*.node.test.ts",
  "test/core/{deep-clean,deep-clean-any,odd-endings}.node.test.ts",
  "test/defects/*.node.test.ts",
  "test/fault/refused-writes.node.test.ts",
];
const INTEROP = ["test/interop/{bytes,corruption,defects,interleavings,refusals,replay,state}.node.test.ts"];
/** Says how scripts are made, not what they do. */
const COMPILER = "test/lua/compile.node.test.ts";

/** Paths of test files. */
export function usualTests(interop: boolean): string[] {
  const files = globSync(interop ? [...CORE, ...INTEROP] : CORE);
  return files.filter((file) => file !== COMPILER).sort();
}
