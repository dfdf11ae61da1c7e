// Of the entries of the package, leasehold/encryption alone loads the cipher.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  exports: Record<string, unknown>;
};
const entries = Object.values(exports).flatMap((entry) =>
  typeof entry === "object" && entry !== null && "default" in entry
    ? [String(entry.default).replace("./dist/", "src/").replace(/js$/, "ts")]
    : [],
);

/** Returns the packages that a module imports, directly or through other modules of the project. */
async function packagesOf(entry: string): Promise<string[]> {
  const options = { bundle: true, write: false, metafile: true, format: "esm", packages: "external" } as const;
  const { metafile } = await build({ ...options, absWorkingDir: root, entryPoints: [entry], outdir: "none" });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  return imports.filter(({ external }) => external).map(({ path }) => path);
}

test("only leasehold/encryption imports the cipher", async () => {
  const importing: string[] = [];
  for (const entry of [...entries, "src/deployment/cloudflare.ts"])
    if ((await packagesOf(entry)).some((name) => name.startsWith("@noble/"))) importing.push(entry);
  expect(entries.length).toBeGreaterThan(9);
  expect(importing).toEqual(["src/encryption.ts"]);
});
