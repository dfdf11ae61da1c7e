// The packages that modules import, to show what programs load.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

const root = join(import.meta.dirname, "../..");
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  exports: Record<string, unknown>;
};
/** The entries of the package, as paths of their modules. */
export const PACKAGE_ENTRIES = Object.values(exports).flatMap((entry) =>
  typeof entry === "object" && entry !== null && "default" in entry
    ? [String(entry.default).replace("./dist/", "src/").replace(/js$/, "ts")]
    : [],
);

/** Returns the packages that a module imports, directly or through other modules of the project. */
export async function packagesOf(entry: string): Promise<string[]> {
  const options = { bundle: true, write: false, metafile: true, format: "esm", packages: "external" } as const;
  const { metafile } = await build({ ...options, absWorkingDir: root, entryPoints: [entry], outdir: "none" });
  const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
  return imports.filter(({ external }) => external).map(({ path }) => path);
}
