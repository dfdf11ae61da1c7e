// Of the entries of the package, leasehold/encryption alone loads the cipher.
import { expect, test } from "vitest";
import { PACKAGE_ENTRIES, packagesOf } from "../setup/packages-of.ts";

test("only leasehold/encryption imports the cipher", async () => {
  const importing: string[] = [];
  for (const entry of [...PACKAGE_ENTRIES, "src/deployment/cloudflare.ts"])
    if ((await packagesOf(entry)).some((name) => name.startsWith("@noble/"))) importing.push(entry);
  expect(PACKAGE_ENTRIES.length).toBeGreaterThan(9);
  expect(importing).toEqual(["src/encryption.ts"]);
});
