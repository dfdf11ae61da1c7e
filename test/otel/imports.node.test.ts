// Of the entries of the package, leasehold/otel alone loads the API of OpenTelemetry.
import { expect, test } from "vitest";
import { PACKAGE_ENTRIES, packagesOf } from "../setup/packages-of.ts";

test("only leasehold/otel imports the API of OpenTelemetry", async () => {
  const importing: string[] = [];
  for (const entry of [...PACKAGE_ENTRIES, "src/deployment/cloudflare.ts"])
    if ((await packagesOf(entry)).some((name) => name.startsWith("@opentelemetry/"))) importing.push(entry);
  expect(importing).toEqual(["src/otel.ts"]);
});
