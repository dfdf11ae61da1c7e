// The supply-chain step of `npm run check` finds install scripts that were not reviewed.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  allowScriptsFaults,
  foldersWithScripts,
  installScriptFaults,
  REVIEWED,
} from "../../../scripts/check/supply-chain/install-scripts.ts";
import { createTemporaryFolder } from "../temporary-folder.ts";
import { LEFT_PAD, ROOT, readProject } from "./project.ts";

test("each install script of this project was reviewed, and allowScripts agrees", () => {
  const { lock, manifest } = readProject();
  expect(installScriptFaults(lock, foldersWithScripts(ROOT, lock))).toEqual([]);
  expect(allowScriptsFaults(manifest.allowScripts)).toEqual([]);
});

test.each([LEFT_PAD, "node_modules/vitest/node_modules/left-pad", "node_modules/constructor"])(
  "an install script of %s that was not reviewed is a fault, in the lock and in the package",
  (path) => {
    const { lock, put } = readProject();
    const fault = `${path.split("/").at(-1)}@1.0.0 has an install script that was not reviewed`;
    put(path, {});
    const installed = foldersWithScripts(ROOT, lock);
    expect(installScriptFaults(lock, installed)).toEqual([]);
    expect(installScriptFaults(lock, [...installed, path])).toEqual([fault]);
    put(path, { hasInstallScript: true });
    expect(installScriptFaults(lock, installed)).toEqual([fault]);
  },
);

test("a review holds for every version of a package", () => {
  const { lock, put } = readProject();
  put("node_modules/vite/node_modules/esbuild", { version: "99.0.0", hasInstallScript: true });
  expect(installScriptFaults(lock, [])).toEqual([]);
});

test("a review without an install script is a fault", () => {
  const { lock } = readProject();
  expect(installScriptFaults(lock, [], { ...REVIEWED, "left-pad": "a reason" })).toEqual([
    "left-pad was reviewed, but has no install script",
  ]);
});

test("install scripts are found in the packages themselves", async () => {
  const folder = await createTemporaryFolder();
  const manifests: Record<string, object> = {
    pre: { scripts: { preinstall: "true" } },
    at: { scripts: { install: "true" } },
    post: { scripts: { postinstall: "true" } },
    addon: {},
    none: { scripts: { build: "true", prepublishOnly: "true" } },
  };
  for (const [name, content] of Object.entries(manifests)) {
    await mkdir(join(folder, "node_modules", name), { recursive: true });
    await writeFile(join(folder, "node_modules", name, "package.json"), JSON.stringify(content));
  }
  await writeFile(join(folder, "node_modules/addon/binding.gyp"), "{}");
  const names = [...Object.keys(manifests), "elsewhere"].map((name) => [`node_modules/${name}`, {}]);
  const found = foldersWithScripts(folder, { lockfileVersion: 3, packages: Object.fromEntries(names) });
  expect(found).toEqual(["pre", "at", "post", "addon"].map((name) => `node_modules/${name}`));
});

const ALL_REFUSED = Object.fromEntries(Object.keys(REVIEWED).map((name) => [name, false]));

test.each([undefined, {}, { esbuild: true }, { ...ALL_REFUSED, other: true }])(
  "allowScripts with %j, which differs from the review, is a fault",
  (allowScripts) => {
    expect(allowScriptsFaults(allowScripts)).toEqual([
      expect.stringMatching(/^allowScripts in package.json is not \{.*"esbuild":false/),
    ]);
  },
);
