// A process of vitest that keeps all tests loaded, and runs them against one mutant after the other.
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import type {} from "../../test/setup/long.ts";

export default defineConfig({
  root: join(import.meta.dirname, "../.."),
  test: {
    globalSetup: "test/setup/global.ts",
    provide: { isLong: true },
    include: ["scripts/mutate/vitest-worker.ts"],
    testTimeout: 10_000,
    hookTimeout: 30_000,
    maxWorkers: 1,
    // Promises that a mutant leaves pending may be rejected when no test awaits them any more.
    dangerouslyIgnoreUnhandledErrors: true,
  },
});
