// The supply-chain step of `npm run check` finds packages that are not pinned, or not from the registry.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lockFaults } from "../../../scripts/check/supply-chain/package-lock.ts";
import { type Change, LEFT_PAD, ROOT, readProject } from "./project.ts";

const DIGEST = `sha512-${"A".repeat(86)}==`;

test("package-lock.json of this project has no fault", () => {
  expect(lockFaults(readProject().lock)).toEqual([]);
});

test("each Node that the set-up may install is pinned", () => {
  const files = globSync("scripts/setup/node/*/package-lock.json", { cwd: ROOT });
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(lockFaults(JSON.parse(readFileSync(join(ROOT, file), "utf8")))).toEqual([]);
});

test.each<[string, string, Change, string]>([
  ["without a digest", LEFT_PAD, { integrity: undefined }, "has no SHA-512 digest, but undefined"],
  ["with a weaker digest", LEFT_PAD, { integrity: "sha1-abc=" }, "has no SHA-512 digest, but sha1-abc="],
  ["with a shorter digest", LEFT_PAD, { integrity: "sha512-abc=" }, "has no SHA-512 digest, but sha512-abc="],
  [
    "with a choice of digests",
    LEFT_PAD,
    { integrity: `${DIGEST} sha1-abc=` },
    `has no SHA-512 digest, but ${DIGEST} sha1-abc=`,
  ],
  ...["git+ssh://git@example.com/left-pad.git#0123456", "https://example.com/left-pad.tgz", "file:left-pad.tgz"].map<
    [string, string, Change, string]
  >((resolved) => [`from ${resolved}`, LEFT_PAD, { resolved }, `states where it comes from: ${resolved}`]),
  ["that is a link", LEFT_PAD, { link: true }, "is a folder, not a package of the registry"],
  ["that is a folder", "packages/left-pad", {}, "is a folder, not a package of the registry"],
  [
    "whose version is an address",
    LEFT_PAD,
    { version: "github:someone/left-pad" },
    "has no exact version, but github:someone/left-pad",
  ],
  ...["github:someone/pad", "someone/pad", "https://example.com/pad.tgz", "file:../pad", "npm:other@1.0.0"].map<
    [string, string, Change, string]
  >((range) => [
    `that requires ${range}`,
    LEFT_PAD,
    { optionalDependencies: { pad: range } },
    `requires pad from ${range}`,
  ]),
])("a package %s is a fault", (_, path, change, fault) => {
  const { lock, put } = readProject();
  put(path, change);
  expect(lockFaults(lock)).toEqual([`${path} ${fault}`]);
});

test.each(["dependencies", "devDependencies", "peerDependencies"] as const)(
  "an address in %s of the project is a fault",
  (field) => {
    const { lock, put } = readProject();
    const range = "git+https://example.com/hono.git";
    put("", { [field]: { ...lock.packages[""]?.[field], hono: range } });
    expect(lockFaults(lock)).toEqual([`the project requires hono from ${range}`]);
  },
);

test("a lock of an older version, which names packages elsewhere, is a fault", () => {
  const { lock } = readProject();
  lock.lockfileVersion = 2;
  expect(lockFaults(lock)).toEqual(["package-lock.json has version 2, not 3"]);
});
