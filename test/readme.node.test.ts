// The TypeScript in README, in the READMEs of folders and in docs compiles against the library, and their links resolve.
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, inject, test, vi } from "vitest";
import type { Queue } from "../src/index.ts";
import { testPrefix } from "./setup/queue.ts";
import { until } from "./setup/wait.ts";

const root = join(import.meta.dirname, "..");
const files = [
  "README.md",
  ...globSync(["scripts/README.md", "scripts/*/README.md", "src/**/README.md", "docs/**/*.md"], { cwd: root }),
];
const texts = files.map((file) => readFileSync(join(root, file), "utf8"));
const blocks = texts.flatMap((text) => [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1] ?? ""));
// Inside the project, so that packages resolve as they do for its own files.
const folder = mkdtempSync(join(root, "test/readme-"));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the source of an entry of the package. */
function sourceOf(entry: string): string {
  if (entry === "leasehold/openapi.json") return "src/assets/openapi.json";
  return `src/${entry.replace(/^leasehold\/?/, "") || "index"}.ts`;
}

/** Writes a block of TypeScript as a file that imports the sources of the library. */
function writeBlock(name: string, block: string): string {
  const source = block.replace(/from "(leasehold[^"]*)"/g, (_, entry: string) => `from "../../${sourceOf(entry)}"`);
  const file = join(folder, name);
  writeFileSync(file, `${source}\nexport {};\n`);
  return file;
}

test("the TypeScript of each page compiles", () => {
  expect(blocks.length).toBeGreaterThan(2);
  for (const [i, block] of blocks.entries()) writeBlock(`block-${i}.ts`, block);
  const config = { extends: "../tsconfig.json", compilerOptions: { rootDir: "../.." }, include: ["."], exclude: [] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const run = () => execFileSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  try {
    run();
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout);
  }
});

test("each link leads to a file, and to a heading of it", () => {
  const missing = files.flatMap((file, i) =>
    [...(texts[i] ?? "").matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)]
      .filter(([, path = "", anchor = ""]) => {
        const target = path === "" ? file : join(dirname(file), path);
        if (!existsSync(join(root, target))) return true;
        return anchor !== "" && !anchorsOf(readFileSync(join(root, target), "utf8")).includes(anchor);
      })
      .map(([link]) => `${file}: ${link}`),
  );
  expect(missing).toEqual([]);
});

test("the first example of README runs, and prints the documented lines", () => {
  const prefix = testPrefix();
  const block = (blocks[0] ?? "").replace("{ redis:", `{ prefix: ${JSON.stringify(prefix)}, redis:`);
  const env = { ...process.env, UPSTASH_REDIS_REST_URL: inject("restUrl"), UPSTASH_REDIS_REST_TOKEN: inject("token") };
  const output = execFileSync(process.execPath, [writeBlock("example.ts", block)], { env, encoding: "utf8" });
  expect(output).toBe("to ada@example.com\n1\n");
});

test("the recipes of README run, and each limits its jobs as it states", async () => {
  const prefix = testPrefix();
  vi.stubEnv("UPSTASH_REDIS_REST_URL", inject("restUrl"));
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", inject("token"));
  const recipes = blocks.find((block) => block.includes("One at a time for each customer")) ?? "";
  const block = recipes.replaceAll("{ redis,", `{ prefix: ${JSON.stringify(prefix)}, redis,`);
  const { orders, calls } = (await import(writeBlock("recipes.ts", `${block}\nexport { calls, orders };`))) as {
    orders: Queue<{ total: number }>;
    calls: Queue<{ path: string }>;
  };

  await orders.enqueueMany([13, 14].map((total) => ({ data: { total }, group: "customer-7" })));
  await orders.enqueue({ total: 99 }, { group: "customer-8" });
  const [first, other, ...none] = (await orders.lease({ count: 9 })).jobs;
  expect([first?.data.total, other?.data.total, none]).toEqual([12, 99, []]);
  await first?.retry({ delay: 0 });
  const [again] = (await orders.lease({ count: 9 })).jobs;
  expect([again?.data.total, again?.attempt]).toEqual([12, 2]);
  await again?.complete();
  expect((await orders.lease({ count: 9 })).jobs.map(({ data }) => data.total)).toEqual([13]);

  // The first call costs five, so five others that cost one start with it, and more as time goes by.
  await calls.enqueueMany(Array.from({ length: 20 }, () => ({ data: { path: "/user" } })));
  const started = (await calls.lease({ count: 20 })).jobs.length;
  expect(started).toBeGreaterThanOrEqual(6);
  expect(started).toBeLessThan(21);
  await until(async () => (await calls.lease({ count: 20 })).jobs.length > 0);
  for (const queue of [orders, calls]) await queue.destroy();
});

/** Returns the anchors of the headings of a page. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}
