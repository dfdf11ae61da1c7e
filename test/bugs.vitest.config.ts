// `npm run test:bugs`: the tests that the model finds each of some bugs, which were put into the scripts on purpose. They judge
// other tests rather than the product, and take minutes.
import { join } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: join(import.meta.dirname, ".."),
  test: {
    globalSetup: "test/setup/global.ts",
    include: ["test/**/*-bugs.node.test.ts"],
    maxWorkers: 3,
  },
});
