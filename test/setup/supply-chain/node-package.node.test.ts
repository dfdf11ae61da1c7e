// The Node that the tools run on is taken from npm only with the content that is pinned.
import { execFileSync } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cachedNode, PACKAGES } from "../../../scripts/setup/node.mjs";
import { type Content, pack, serve, useRegistry } from "./registry.ts";

const NAME = "node-for-a-test";
const VERSION = "24.0.0";
let folder: string;
let cache: string;
let good: Content;
let other: Content;
let contents: Record<string, Content>;
let registry: Awaited<ReturnType<typeof serve>>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "leasehold-node-"));
  cache = await mkdtemp(join(folder, "cache-"));
  const manifest = { name: NAME, version: VERSION };
  good = await pack(folder, manifest, { "bin/node": "#!/bin/sh\necho good\n" });
  other = await pack(folder, manifest, { "bin/node": "#!/bin/sh\necho other\n" });
  contents = {};
  registry = await serve(contents);
  useRegistry(registry.url, folder);
  vi.stubEnv("LEASEHOLD_CACHE", cache);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await registry.close();
  await rm(folder, { recursive: true, force: true });
});

const pinned = ({ integrity }: Content) => ({ name: NAME, version: VERSION, integrity });
const serveContent = (content: Content) => {
  contents[`${NAME}@${VERSION}`] = content;
};
const saidBy = (node: string) => execFileSync(node, { encoding: "utf8" }).trim();

test("the content that is pinned is taken, and runs", async () => {
  serveContent(good);
  const node = await cachedNode(pinned(good));
  expect(saidBy(node)).toBe("good");
  expect(await readdir(cache)).toEqual([`node-${VERSION}`]);
});

test.each([
  ["states the digest of that content", () => other],
  ["states the digest that is pinned", () => ({ ...other, integrity: good.integrity })],
])("other content is refused when the registry %s", async (_, served) => {
  // npm downloads again, after ten seconds, what does not match the registry's own digest.
  vi.stubEnv("npm_config_fetch_retries", "0");
  serveContent(served());
  await expect(cachedNode(pinned(good))).rejects.toThrow(/Fetching one from npm failed: [\s\S]*EINTEGRITY/);
  expect(await readdir(cache)).toEqual([]);
});

test("a copy of other content that an earlier version has kept is replaced", async () => {
  serveContent(other);
  expect(saidBy(await cachedNode(pinned(other)))).toBe("other");
  serveContent(good);
  expect(saidBy(await cachedNode(pinned(good)))).toBe("good");
});

test("a copy without a record of its digest is replaced", async () => {
  serveContent(good);
  const node = await cachedNode(pinned(good));
  await rm(join(cache, `node-${VERSION}`, "node_modules/.package-lock.json"));
  await writeFile(node, "#!/bin/sh\necho other\n");
  expect(saidBy(await cachedNode(pinned(good)))).toBe("good");
});

test("content that npm has in its own cache needs no registry", async () => {
  serveContent(good);
  await cachedNode(pinned(good));
  await registry.close();
  await rm(join(cache, `node-${VERSION}`), { recursive: true });
  expect(saidBy(await cachedNode(pinned(good)))).toBe("good");
});

test("a version that is newer than what npm has in its own cache is fetched", async () => {
  serveContent(good);
  await cachedNode(pinned(good));
  const newer = await pack(folder, { name: NAME, version: "24.1.0" }, { "bin/node": "#!/bin/sh\necho newer\n" });
  contents[`${NAME}@24.1.0`] = newer;
  expect(saidBy(await cachedNode({ ...pinned(newer), version: "24.1.0" }))).toBe("newer");
});

test("each package that the set-up may fetch is pinned by a SHA-512 digest", () => {
  const digests = Object.values(PACKAGES).map(({ integrity }) => integrity);
  expect(digests.length).toBeGreaterThan(0);
  for (const digest of digests) expect(digest).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
});
