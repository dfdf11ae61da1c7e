// storeRound and readRounds: the cursor and the report of a clean of all queues.
import { expect, test } from "vitest";
import { readRounds, storeRound } from "../../../src/engine/all-scripts.ts";
import { fillMemory } from "../kit/adapters.ts";
import { connectRedis } from "../kit/connection.ts";
import { registryWith } from "../kit/registering.ts";
import { clockAt, START } from "../kit/times.ts";

connectRedis();

test("storeRound stores the cursor and the report of each kind of clean, in a key of the registry's slot", async () => {
  const registry = await registryWith();
  expect(await registry.call(storeRound, { kind: "light", cursor: "a", report: "{1}" })).toEqual(["ok"]);
  expect(await registry.call(storeRound, { kind: "deep", cursor: "b c", report: "{2}" })).toEqual(["ok"]);
  expect(await registry.call(storeRound, { kind: "light", cursor: "c", report: "{3}" })).toEqual(["ok"]);
  const reports = { "light:report": `${START} {3}`, "deep:report": `${START} {2}` };
  expect(await registry.state()).toEqual({ rounds: { light: "c", deep: "b c", ...reports } });
});

test("storeRound keeps the cursor if the clean needs no other one", async () => {
  const registry = await registryWith({ rounds: { light: "a" } });
  await registry.call(storeRound, { kind: "light", cursor: "", report: "{}", times: clockAt(START + 5) });
  expect(await registry.state()).toEqual({ rounds: { light: "a", "light:report": `${START + 5} {}` } });
});

test.each([
  [{}, ["-", "-"]],
  [{ "light:report": "1 {1}" }, ["1 {1}", "-"]],
  [{ "deep:report": "2 {2}" }, ["-", "2 {2}"]],
  [{ "light:report": "1 {1}", "deep:report": "2 {2}" }, ["1 {1}", "2 {2}"]],
])("readRounds returns the last report of each kind of %o", async (reports, lines) => {
  const registry = await registryWith({ rounds: { light: "a", ...reports } });
  expect(await registry.call(readRounds)).toEqual(["ok", ...lines]);
});

test("storeRound ignores that memory is too full for a report", async () => {
  const registry = await registryWith({ rounds: { light: "a" } }, fillMemory());
  expect(await registry.call(storeRound, { kind: "light", cursor: "", report: "{}" })).toEqual(["ok"]);
  expect(await registry.state()).toEqual({ rounds: { light: "a" } });
});
