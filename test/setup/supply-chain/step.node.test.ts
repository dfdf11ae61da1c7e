// The supply-chain step of `npm run check` as a process.
import { execFile } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { createTemporaryFolder } from "../temporary-folder.ts";
import { LEFT_PAD, ROOT, readProject } from "./project.ts";

test("the step prints each fault of a project and fails", async () => {
  const { lock, manifest, put } = readProject();
  const folder = await createTemporaryFolder();
  for (const name of ["LICENSE", "README.md"]) await cp(join(ROOT, name), join(folder, name));
  put(LEFT_PAD, { integrity: undefined, hasInstallScript: true });
  const devDependencies = { ...manifest.devDependencies, vitest: "latest" };
  await writeFile(join(folder, "package-lock.json"), JSON.stringify(lock));
  const changed = { ...manifest, devDependencies, allowScripts: {}, scripts: { install: "true" } };
  await writeFile(join(folder, "package.json"), JSON.stringify(changed));
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "src/secret.pem"), "");
  const step = promisify(execFile)(process.execPath, [join(ROOT, "scripts/check/supply-chain.ts")], { cwd: folder });
  const failed = await step.catch((error: { code: number; stderr: string }) => error);
  expect(failed).toMatchObject({ code: 1 });
  expect(failed.stderr.trim().split("\n")).toEqual([
    `${LEFT_PAD} has no SHA-512 digest, but undefined`,
    "left-pad@1.0.0 has an install script that was not reviewed",
    expect.stringContaining("allowScripts in package.json is not "),
    "package.json requires vitest latest, not an exact version",
    "package.json has the install script install",
    "src/secret.pem does not belong in the package",
  ]);
});
