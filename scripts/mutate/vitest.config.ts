// One process of vitest that keeps all tests loaded and runs them for one mutant after the other.
import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: join(import.meta.dirname, "../.."),
  test: {
    globalSetup: "test/setup/global.ts",
    include: ["scripts/mutate/jury.ts"],
    testTimeout: 10_000,
    hookTimeout: 30_000,
    maxWorkers: 1,
    // What a mutant leaves running fails later, when nobody waits for it any more.
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
