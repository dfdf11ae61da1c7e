// The layout step of `npm run check` finds each fault in a planted tree.
import { expect, test } from "vitest";
import { runStepOn } from "./planted-tree.ts";

const empty = (paths: string[]) => Object.fromEntries(paths.map((path) => [path, ""]));
const numbered = (count: number) => Array.from({ length: count }, (_, i) => `src/base/file-${i}.ts`);

test("a tree within the limits, whose imports point inward, has no fault", async () => {
  const files = {
    ...empty(numbered(15)),
    ".gitignore": "src/base/ignored-*\n",
    "src/base/ignored-1.ts": "",
    "src/base/scripts.gen.ts": "//\n".repeat(301),
    "src/base/notes.md": "//\n".repeat(301),
    "src/base/lines.ts": "//\n".repeat(300),
    "src/index.ts": 'export { a } from "./queue/a.ts";\n',
    "src/queue/a.ts": 'import { b } from "./jobs/b.ts";\nimport { c } from "../base/c.ts";\n',
    "src/queue/work/d.ts": 'import { b } from "../jobs/b.ts";\nimport { e } from "../inspect/e.ts";\n',
    "src/lua/enqueue.lua": "-- a script\n",
    "test/queue/a.test.ts": 'import { a } from "../../src/index.ts";\n',
  };
  delete (files as Record<string, string>)["src/base/file-0.ts"];
  expect(await runStepOn(files, "layout")).toEqual([]);
});

test("a folder with more than 15 files is a fault", async () => {
  expect(await runStepOn(empty(numbered(16)), "layout")).toEqual(["src/base has 16 files, over its limit of 15"]);
});

test.each(["ts", "mjs", "lua"])("a .%s file with more than 300 lines is a fault", async (extension) => {
  const path = `src/base/large.${extension}`;
  expect(await runStepOn({ [path]: "\n".repeat(301) }, "layout")).toEqual([
    `${path} has 301 lines, over its limit of 300`,
  ]);
});

test.each([
  ["an import", 'import { b } from "../b/b.ts";'],
  ["an import of types", 'import type { B } from "../b/b.ts";'],
  ["an export", 'export * from "../b/b.ts";'],
  ["a dynamic import", 'await import("../b/b.ts");'],
])("a cycle of folders through %s is a fault", async (_, code) => {
  const files = {
    "test/a/a.ts": code,
    "test/b/b.ts": 'import { c } from "../c/c.ts";',
    "test/c/c.ts": 'import "../a/a.ts";',
  };
  expect(await runStepOn(files, "layout")).toEqual([
    "test/a → test/b → test/c → test/a is an import cycle, closed by test/a/a.ts, test/b/b.ts, test/c/c.ts",
  ]);
});

test.each([
  ["of an outer layer", "../queue/q.ts", "src/base/a.ts imports from src/queue, which is in an outer layer"],
  ["of an entry", "../index.ts", "src/base/a.ts imports an entry of the package"],
  [
    "of an instrument",
    "../instruments/testing/t.ts",
    "src/base/a.ts is part of the product, but imports an instrument in src/instruments/testing",
  ],
  ["of a script", "../../scripts/s.ts", "src/base/a.ts is part of the product, but imports an instrument in scripts"],
])("an import %s is a fault", async (_, specifier, fault) => {
  expect(await runStepOn({ "src/base/a.ts": `import "${specifier}";\n` }, "layout")).toEqual([fault]);
});

test("a folder of the product without a layer is a fault", async () => {
  expect(await runStepOn({ "src/misc/a.ts": "" }, "layout")).toEqual([
    "src/misc has no layer; add it to scripts/check/layout/layers.ts",
  ]);
});

test("--graph prints each folder with the folders that it imports", async () => {
  const files = {
    "src/base/a.ts": "",
    "src/queue/b.ts": 'import "../base/a.ts";\nimport "./c.ts";\n',
    "test/queue/c.ts": 'import "../../src/queue/b.ts";\nimport "../../src/base/a.ts";\n',
  };
  const graph = ["src/base", "src/queue → src/base", "test/queue → src/base, src/queue"];
  expect(await runStepOn(files, "layout", ["--graph"])).toEqual(graph);
});
