// listForClean: the list of queues for a clean of all queues.
import { describe, expect, test } from "vitest";
import { listForClean } from "../../../src/engine/all-scripts.ts";
import { fillMemory } from "../kit/adapters.ts";
import { connectRedis } from "../kit/connection.ts";
import { registryWith } from "../kit/registering.ts";
import { START } from "../kit/times.ts";

connectRedis();

const QUEUES = {
  queues: { a: START - 1_000, "c:1": START - 999, b: START - 5_000, "": START },
  makers: { b: "shop", "c:1": "other", "\tshop": "1", "\tother": "1" },
};

describe("listForClean", () => {
  test("returns all queues with their makers, and changes nothing", async () => {
    const registry = await registryWith(QUEUES);
    expect((await registry.call(listForClean)).sort()).toEqual(["-", "a -", "b shop", "c:1 other", "ok"]);
    expect(await registry.state()).toEqual(QUEUES);
  });

  test("returns the cursor of its kind of clean first", async () => {
    const registry = await registryWith({ ...QUEUES, rounds: { light: "b@shop", deep: "a" } });
    expect((await registry.call(listForClean)).slice(0, 2)).toEqual(["ok", "b@shop"]);
    expect((await registry.call(listForClean, { kind: "deep" })).slice(0, 2)).toEqual(["ok", "a"]);
  });

  test("returns the stamps of idle queues to a deep clean", async () => {
    const registry = await registryWith(QUEUES);
    const reply = await registry.call(listForClean, { kind: "deep", idle: 1_000 });
    expect(reply.sort()).toEqual(["-", `a - ${START - 1_000}`, `b shop ${START - 5_000}`, "c:1 other", "ok"]);
    expect(await registry.state()).toEqual(QUEUES);
  });

  test("returns nothing in an empty registry", async () => {
    const registry = await registryWith();
    expect(await registry.call(listForClean)).toEqual(["ok", "-"]);
    expect(await registry.call(listForClean, { kind: "deep" })).toEqual(["ok", "-"]);
    expect(await registry.state()).toEqual({});
  });

  const DRIFTED = {
    ...QUEUES,
    makers: { b: "shop", "c:1": "shop", gone: "other", "\tshop": "7", "\tother": "2", "\tunknown": "1" },
  };

  test("corrects the counts of makers for a deep clean, and removes makers of queues that are gone", async () => {
    const registry = await registryWith(DRIFTED);
    await registry.call(listForClean);
    expect(await registry.state()).toEqual(DRIFTED);
    await registry.call(listForClean, { kind: "deep" });
    expect(await registry.state()).toEqual({ ...QUEUES, makers: { b: "shop", "c:1": "shop", "\tshop": "2" } });
    await registry.seed({ makers: { "c:1": "other" } });
    await registry.call(listForClean, { kind: "deep" });
    expect(await registry.state()).toEqual(QUEUES);
  });

  test("corrects counts while memory is full", async () => {
    const registry = await registryWith(DRIFTED, fillMemory());
    await registry.call(listForClean, { kind: "deep" });
    expect(await registry.state()).toMatchObject({ makers: { "\tshop": "2" } });
  });
});
