// The supply-chain step of `npm run check` finds version ranges, and unexpected content of the published package.
import { expect, test } from "vitest";
import { fileFaults } from "../../../scripts/check/supply-chain/files.ts";
import { publishedFaults, versionFaults } from "../../../scripts/check/supply-chain/package-json.ts";
import { LEFT_PAD, readProject } from "./project.ts";

test("package.json of this project has no fault", () => {
  const { lock, manifest } = readProject();
  expect(versionFaults(manifest)).toEqual([]);
  expect(publishedFaults(manifest, lock)).toEqual([]);
});

test.each(["^4.0.0", "~4.0.0", "4", "4.x", "*", "latest", ">=4.0.0", "4.0.0 || 5.0.0", ""])(
  "a tool or an override with the version %j is a fault",
  (version) => {
    const { manifest } = readProject();
    const fault = `package.json requires vitest ${version}, not an exact version`;
    expect(versionFaults({ devDependencies: { ...manifest.devDependencies, vitest: version } })).toEqual([fault]);
    expect(versionFaults({ ...manifest, overrides: { vitest: version } })).toEqual([fault]);
  },
);

test.each(["dependencies", "optionalDependencies", "peerDependencies"] as const)(
  "a package in %s of the published package is a fault",
  (field) => {
    const { lock, manifest, put } = readProject();
    put(LEFT_PAD, {});
    manifest[field] = { ...manifest[field], "left-pad": "^1.0.0" };
    expect(publishedFaults(manifest, lock)).toEqual(["left-pad comes with the published package"]);
  },
);

test.each(["dependencies", "optionalDependencies", "peerDependencies"] as const)(
  "a package in %s of a dependency is a fault, and so are its own dependencies",
  (field) => {
    const { lock, manifest, put } = readProject();
    put("node_modules/hono", { [field]: { "left-pad": "^1.0.0" } });
    put("node_modules/hono/node_modules/left-pad", { dependencies: { right: "1.0.0" } });
    put("node_modules/hono/node_modules/right", {});
    expect(publishedFaults(manifest, lock)).toEqual([
      "left-pad comes with the published package",
      "right comes with the published package",
    ]);
  },
);

test("an optional peer is not installed with the published package", () => {
  const { lock, manifest, put } = readProject();
  put("node_modules/hono", {
    peerDependencies: { "left-pad": "^1.0.0" },
    peerDependenciesMeta: { "left-pad": { optional: true } },
  });
  expect(publishedFaults(manifest, lock)).toEqual([]);
});

test("an install script of a dependency is a fault", () => {
  const { lock, manifest, put } = readProject();
  put("node_modules/valibot", { hasInstallScript: true });
  expect(publishedFaults(manifest, lock)).toEqual([
    "valibot comes with the published package and has an install script",
  ]);
});

test("a dependency that is not in package-lock.json is a fault", () => {
  const { lock, manifest } = readProject();
  delete lock.packages["node_modules/hono"];
  expect(publishedFaults(manifest, lock)).toEqual(["hono is not in package-lock.json"]);
});

test.each(["preinstall", "install", "postinstall"])("a script %s of the published package is a fault", (name) => {
  const { lock, manifest } = readProject();
  const changed = { ...manifest, scripts: { ...manifest.scripts, [name]: "true" } };
  expect(publishedFaults(changed, lock)).toEqual([`package.json has the install script ${name}`]);
});

test.each(["bundleDependencies", "bundledDependencies"])("%s is a fault", (field) => {
  const { lock, manifest } = readProject();
  expect(publishedFaults({ ...manifest, [field]: ["hono"] }, lock)).toEqual([
    `package.json has ${field}, which no digest pins`,
  ]);
});

const MODULE = ["dist/a/b.d.ts", "dist/a/b.d.ts.map", "dist/a/b.js", "dist/a/b.js.map", "src/a/b.ts"];
const PACKED = [
  "LICENSE",
  "README.md",
  "package.json",
  "src/lua/lib/steps/lease-ready.lua",
  "src/a/README.md",
  "dist/command/leasehold.js",
  "dist/command/chunk-AB12CD34.js",
  ...MODULE,
];

test("a package of sources, their READMEs and the files built from them has no fault", () => {
  expect(fileFaults(PACKED)).toEqual([]);
});

test.each([
  "src/a/b.test.ts",
  "src/a/tsconfig.json",
  "src/a/notes.md",
  "src/a/.env",
  "src/a/key.pem",
  "src/assets/console/local.json",
  "dist/a/other.js",
  "dist/command/a/b.js",
  "dist/a/b.tsbuildinfo",
  "test/a.ts",
  ".dev.vars",
  ".npmrc",
  "node_modules/hono/package.json",
  "leasehold-0.1.0.tgz",
])("%s in the package is a fault", (file) => {
  expect(fileFaults([...PACKED, file])).toEqual([`${file} does not belong in the package`]);
});

test.each(["LICENSE", "README.md", "package.json", "dist/a/b.js", "dist/a/b.d.ts"])(
  "a package without %s is a fault",
  (file) => {
    expect(fileFaults(PACKED.filter((each) => each !== file))).toEqual([`${file} is missing from the package`]);
  },
);
