// One configuration, two projects. A test file says in its name where it runs: *.node.test.ts, *.workerd.test.ts, or
// plain *.test.ts for both.
import { join } from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { configDefaults, defineConfig } from "vitest/config";

const root = join(import.meta.dirname, "..");

export default defineConfig({
  root,
  test: {
    globalSetup: "test/setup/global.ts",
    // Nothing here sleeps; a test that takes this long is stuck.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // Tests that run beside each other wait for a client's backoff, and do next to nothing.
    maxConcurrency: 16,
    // Files wait for other processes more than they compute, so there are more of them at once than cores.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["test/**/*.test.ts"],
          exclude: [...configDefaults.exclude, "test/**/*.workerd.test.ts"],
        },
      },
      {
        extends: true,
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
