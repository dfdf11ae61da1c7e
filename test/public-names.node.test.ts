// The public names, entry by entry: a name that comes or goes is a decision, not an accident.
import { expect, test } from "vitest";

test.each([
  ["leasehold", () => import("../src/index.ts"), ["LeaseholdError"]],
  ["leasehold/http", () => import("../src/http/app.ts"), ["createApp"]],
  ["leasehold/gateway", () => import("../src/gateway/server.ts"), ["startGateway"]],
])("%s exports exactly these", async (_entry, load, names) => {
  expect(Object.keys(await load()).sort()).toEqual(names);
});
