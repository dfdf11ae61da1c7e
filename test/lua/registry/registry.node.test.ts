// The registry of all queues: register, admit, forget, queues and ping, with stamps, makers and limits.
import { describe, expect, test } from "vitest";
import { admit, forget, ping, queues, register } from "../../../src/engine/all-scripts.ts";
import { expectRefused, fillMemory, refuseWrites } from "../kit/adapters.ts";
import { connectRedis } from "../kit/connection.ts";
import { registryWith } from "../kit/registering.ts";
import { START } from "../kit/times.ts";

connectRedis();

const LATER = `=${START + 5_000}`;

describe("register", () => {
  test("adds a queue with the time as its stamp", async () => {
    const registry = await registryWith();
    expect(await registry.call(register, { name: "a" })).toEqual(["ok"]);
    expect(await registry.state()).toEqual({ queues: { "": START, a: START } });
    expect(await registry.call(register, { name: "b", times: LATER })).toEqual(["ok"]);
    expect(await registry.state()).toEqual({ queues: { "": START + 5_000, a: START, b: START + 5_000 } });
  });

  test("issues no stamp twice, neither in one millisecond nor after the clock was set back", async () => {
    const registry = await registryWith();
    for (const name of ["a", "b", "a"]) await registry.call(register, { name });
    await registry.call(register, { name: "c", times: `=${START - 60_000}` });
    expect(await registry.state()).toEqual({
      queues: { "": START + 3, b: START + 1, a: START + 2, c: START + 3 },
    });
  });

  test("issues another stamp for a queue that was forgotten in the same millisecond", async () => {
    const registry = await registryWith();
    await registry.call(register, { name: "a" });
    await registry.call(forget, { items: ["a", String(START)] });
    await registry.call(register, { name: "a" });
    expect(await registry.state()).toEqual({ queues: { "": START + 1, a: START + 1 } });
  });

  test("keeps the maker of a queue", async () => {
    const before = { queues: { "": 7, a: 7 }, makers: { a: "shop", "\tshop": "1" } };
    const registry = await registryWith(before);
    await registry.call(register, { name: "a" });
    expect(await registry.state()).toEqual({ ...before, queues: { "": START, a: START } });
  });
});

describe("admit", () => {
  const made = { maker: "shop", maxQueues: 3, maxQueuesOfMaker: 2 };
  const FULL = { queues: { "": 3, a: 1, b: 2, c: 3 }, makers: { b: "shop", "\tshop": "1" } };

  test("adds a queue for its maker, and counts it", async () => {
    const registry = await registryWith();
    expect(await registry.call(admit, { ...made, name: "a" })).toEqual(["ok"]);
    expect(await registry.state()).toEqual({ queues: { "": START, a: START }, makers: { a: "shop", "\tshop": "1" } });
    expect(await registry.call(admit, { ...made, name: "b" })).toEqual(["ok"]);
    expect(await registry.call(admit, { ...made, name: "c", maker: "other" })).toEqual(["ok"]);
    expect(await registry.state()).toEqual({
      queues: { "": START + 2, a: START, b: START + 1, c: START + 2 },
      makers: { a: "shop", b: "shop", c: "other", "\tshop": "2", "\tother": "1" },
    });
  });

  test("updates the stamp of a registered queue, regardless of maker and limits", async () => {
    const registry = await registryWith(FULL);
    for (const name of ["a", "b"])
      expect(await registry.call(admit, { name, maker: "other", maxQueues: 0, maxQueuesOfMaker: 0 })).toEqual(["ok"]);
    expect(await registry.state()).toEqual({ ...FULL, queues: { "": START + 1, a: START, b: START + 1, c: 3 } });
  });

  test.each([
    ["the prefix has its maximum of queues", { maxQueues: 3 }, "maxQueues"],
    ["the maker has its maximum of queues", { maxQueues: 4, maxQueuesOfMaker: 1 }, "maxQueuesOfMaker"],
    ["both maximums are 0", { maxQueues: 0, maxQueuesOfMaker: 0 }, "maxQueues"],
  ])("refuses a queue if %s, and changes nothing", async (_what, limits, limit) => {
    const registry = await registryWith(FULL);
    expect(await registry.call(admit, { ...made, ...limits, name: "d" })).toEqual(["full", limit]);
    expect(await registry.state()).toEqual(FULL);
    expect(await registry.call(admit, { ...made, name: "d", maxQueues: 4, maxQueuesOfMaker: 2 })).toEqual(["ok"]);
  });

  test("has no limits by default", async () => {
    const registry = await registryWith(FULL);
    expect(await registry.call(admit, { name: "d", maker: "shop" })).toEqual(["ok"]);
    expect(await registry.state()).toEqual({
      queues: { ...FULL.queues, "": START, d: START },
      makers: { b: "shop", d: "shop", "\tshop": "2" },
    });
  });

  test.each([
    ["the first queue of a maker", "other", "n == 2"],
    ["another queue of a maker", "shop", "n == 2"],
    ["the maker", "shop", "n == 1"],
  ])("changes nothing if the write of %s is refused", async (_what, maker, condition) => {
    const registry = await registryWith(FULL, refuseWrites(condition));
    await expectRefused(registry.call(admit, { name: "d", maker }));
    expect(await registry.state()).toEqual(FULL);
  });
});

describe("forget", () => {
  const BEFORE = {
    queues: { a: 1, b: 2, c: 3, "": 4, d: 4 },
    makers: { b: "shop", c: "shop", d: "other", "\tshop": "2", "\tother": "1" },
  };

  test("removes queues that have the stated stamps, and decrements the counts of their makers", async () => {
    const registry = await registryWith(BEFORE);
    expect(await registry.call(forget, { items: ["a", "1", "c", "3", "d", "4"] })).toEqual(["ok", "1", "3", "4"]);
    expect(await registry.state()).toEqual({ queues: { b: 2, "": 4 }, makers: { b: "shop", "\tshop": "1" } });
  });

  test("keeps queues that have another stamp, and replies with that", async () => {
    const registry = await registryWith(BEFORE);
    const items = ["a", "-", "b", "1", "d", "4000", "e", "4", "e", "-"];
    expect(await registry.call(forget, { items })).toEqual(["ok", "1", "2", "4", "-", "-"]);
    expect(await registry.state()).toEqual(BEFORE);
  });

  test("does nothing when it is repeated, even if the queue was registered in between", async () => {
    const registry = await registryWith(BEFORE);
    await registry.call(forget, { items: ["b", "2"] });
    expect(await registry.call(forget, { items: ["b", "2"] })).toEqual(["ok", "-"]);
    await registry.call(register, { name: "b" });
    expect(await registry.call(forget, { items: ["b", "2"] })).toEqual(["ok", String(START)]);
    expect(await registry.state()).toMatchObject({ queues: { b: START }, makers: { "\tshop": "1" } });
  });

  test("removes a maker whose count is lost or wrong", async () => {
    const registry = await registryWith({
      queues: { a: 1, b: 2, "": 2 },
      makers: { a: "shop", b: "other", "\tother": "0" },
    });
    await registry.call(forget, { items: ["a", "1", "b", "2"] });
    expect(await registry.state()).toEqual({ queues: { "": 2 } });
  });

  test("works while memory is full", async () => {
    const registry = await registryWith(BEFORE, fillMemory());
    expect(await registry.call(forget, { items: ["b", "2"] })).toEqual(["ok", "2"]);
    expect(await registry.state()).toMatchObject({ makers: { c: "shop", "\tshop": "1" } });
  });
});

describe("queues and ping", () => {
  test("return the names and the number of all queues, and change nothing", async () => {
    const registry = await registryWith();
    expect(await registry.call(queues)).toEqual(["ok"]);
    expect(await registry.call(ping)).toEqual(["ok", "0"]);
    for (const name of ["b", "a", "b"]) await registry.call(register, { name });
    await registry.call(admit, { name: "c", maker: "shop" });
    const before = await registry.state();
    expect((await registry.call(queues)).sort()).toEqual(["a", "b", "c", "ok"]);
    expect(await registry.call(ping)).toEqual(["ok", "3"]);
    expect(await registry.state()).toEqual(before);
  });
});
