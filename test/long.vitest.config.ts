// `npm run test:long`: the whole of the tests of which `npm test` runs a part, which import test/setup/long.ts, and the tests
// that are too long for it, *-long.node.test.ts.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

const root = join(import.meta.dirname, "..");
const imports = /from ".*\/setup\/long\.ts"/;
const found = globSync("test/**/*.test.ts", { cwd: root }).filter((file) =>
  imports.test(readFileSync(join(root, file), "utf8")),
);

export default defineConfig({
  root,
  test: {
    globalSetup: "test/setup/global.ts",
    setupFiles: "test/setup/keys/remove-keys.ts",
    provide: { isLong: true },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxConcurrency: 16,
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: [...found, "test/**/*-long.node.test.ts", "test/model/traffic/*.node.test.ts"],
        },
      },
      {
        extends: true,
        define: { LEASEHOLD_SCRIPTS: "undefined" },
        plugins: [cloudflareTest({ main: "src/deployment/cloudflare.ts", wrangler: { configPath: "wrangler.toml" } })],
        test: { name: "workerd", include: found.filter((file) => !file.endsWith(".node.test.ts")) },
      },
    ],
  },
});
