// The test projects. The name of a test file selects its project: *.node.test.ts, *.workerd.test.ts, or plain *.test.ts for
// both. Some of those for Node have a project of their own.
import { join } from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { configDefaults, defineConfig } from "vitest/config";

const root = join(import.meta.dirname, "..");
// Tests of scripts and of queues, which change nothing in their process. They share processes, so that their many files need not
// load all modules again.
const SHARED = ["lua", "defects", "redis-work-queue", "queue/{arguments,bulk,groups,schedules}"].map(
  (folder) => `test/${folder}/**/*.node.test.ts`,
);

export default defineConfig({
  root,
  test: {
    globalSetup: "test/setup/global.ts",
    setupFiles: "test/setup/keys/remove-keys.ts",
    // No test sleeps; one that takes this long is stuck, on a busy machine too.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Concurrent tests mostly wait for the backoff of a client.
    maxConcurrency: 16,
    // Test files mostly wait for other processes, so more of them run at once than there are cores.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["test/**/*.test.ts"],
          // `npm run test:bugs` and `npm run test:long` run the other ones.
          exclude: [
            ...configDefaults.exclude,
            "test/**/*.workerd.test.ts",
            "test/**/*-bugs.node.test.ts",
            "test/**/*-long.node.test.ts",
            ...SHARED,
          ],
        },
      },
      {
        extends: true,
        test: {
          name: "shared",
          include: SHARED,
          isolate: false,
        },
      },
      {
        extends: true,
        // The library as other programs bundle it, with the texts of scripts. test/deployment has the Worker without them.
        define: { LEASEHOLD_SCRIPTS: "undefined" },
        plugins: [cloudflareTest({ main: "src/deployment/cloudflare.ts", wrangler: { configPath: "wrangler.toml" } })],
        test: {
          name: "workerd",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, "test/**/*.node.test.ts"],
        },
      },
    ],
  },
});
