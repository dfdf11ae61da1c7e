// register, admit, forget, queues and ping: the registry of all queues, its stamps, its makers and its limits.
import { describe, expect, test } from "vitest";
import { admit, forget, ping, queues, register } from "../../../src/engine/scripts.gen.ts";
import { START } from "../../setup/queue.ts";
import { OUT_OF_MEMORY, refusing } from "../kit/refusing.ts";
import { freshRegistry } from "../kit/registering.ts";
import { benches } from "../kit/state.ts";

benches();

const LATER = `=${START + 5_000}`;

describe("register", () => {
  test("enters a queue with the time as its stamp", async () => {
    const registry = freshRegistry();
    expect(await registry.call(register, { name: "a" })).toEqual(["ok"]);
    expect(await registry.state()).toEqual({ queues: { "": START, a: START } });
    expect(await registry.call(register, { name: "b", times: LATER })).toEqual(["ok"]);
    expect(await registry.state()).toEqual({ queues: { "": START + 5_000, a: START, b: START + 5_000 } });
  });

  test("gives no stamp twice: not in one millisecond, and not where the clock was set back", async () => {
    const registry = freshRegistry();
    for (const name of ["a", "b", "a"]) await registry.call(register, { name });
    await registry.call(register, { name: "c", times: `=${START - 60_000}` });
    expect(await registry.state()).toEqual({
      queues: { "": START + 3, b: START + 1, a: START + 2, c: START + 3 },
    });
  });

  test("gives a queue that was forgotten in the same millisecond another stamp", async () => {
    const registry = freshRegistry();
    await registry.call(register, { name: "a" });
    await registry.call(forget, { items: ["a", String(START)] });
    await registry.call(register, { name: "a" });
    expect(await registry.state()).toEqual({ queues: { "": START + 1, a: START + 1 } });
  });

  test("leaves a queue to its maker", async () => {
    const registry = freshRegistry();
    const before = { queues: { "": 7, a: 7 }, makers: { a: "shop", "\tshop": "1" } };
    await registry.seed(before);
    await registry.call(register, { name: "a" });
    expect(await registry.state()).toEqual({ ...before, queues: { "": START, a: START } });
  });
});

describe("admit", () => {
  const made = { maker: "shop", maxQueues: 3, maxQueuesOfMaker: 2 };
  const FULL = { queues: { "": 3, a: 1, b: 2, c: 3 }, makers: { b: "shop", "\tshop": "1" } };

  test("enters a queue for its maker, and counts it", async () => {
    const registry = freshRegistry();
    expect(await registry.call(admit, { ...made, name: "a" })).toEqual(["ok"]);
    expect(await registry.state()).toEqual({
      queues: { "": START, a: START },
      makers: { a: "shop", "\tshop": "1" },
    });
    expect(await registry.call(admit, { ...made, name: "b" })).toEqual(["ok"]);
    expect(await registry.call(admit, { ...made, name: "c", maker: "other" })).toEqual(["ok"]);
    expect(await registry.state()).toEqual({
      queues: { "": START + 2, a: START, b: START + 1, c: START + 2 },
      makers: { a: "shop", b: "shop", c: "other", "\tshop": "2", "\tother": "1" },
    });
  });

  test("gives a registered queue a new stamp, whoever made it and whatever the limits", async () => {
    const registry = freshRegistry();
    await registry.seed(FULL);
    for (const name of ["a", "b"])
      expect(await registry.call(admit, { name, maker: "other", maxQueues: 0, maxQueuesOfMaker: 0 })).toEqual(["ok"]);
    expect(await registry.state()).toEqual({ ...FULL, queues: { "": START + 1, a: START, b: START + 1, c: 3 } });
  });

  test.each([
    ["the prefix has as many queues as it may", { maxQueues: 3 }, "maxQueues"],
    ["its maker has as many queues as it may", { maxQueues: 4, maxQueuesOfMaker: 1 }, "maxQueuesOfMaker"],
    ["nothing may be made", { maxQueues: 0, maxQueuesOfMaker: 0 }, "maxQueues"],
  ])("refuses a queue where %s, and changes nothing", async (_what, limits, limit) => {
    const registry = freshRegistry();
    await registry.seed(FULL);
    expect(await registry.call(admit, { ...made, ...limits, name: "d" })).toEqual(["full", limit]);
    expect(await registry.state()).toEqual(FULL);
    expect(await registry.call(admit, { ...made, name: "d", maxQueues: 4, maxQueuesOfMaker: 2 })).toEqual(["ok"]);
  });

  test("knows no limit that is not given", async () => {
    const registry = freshRegistry();
    await registry.seed(FULL);
    expect(await registry.call(admit, { name: "d", maker: "shop" })).toEqual(["ok"]);
    expect(await registry.state()).toEqual({
      queues: { ...FULL.queues, "": START, d: START },
      makers: { b: "shop", d: "shop", "\tshop": "2" },
    });
  });

  test.each([
    ["the maker's first queue", "other", "n == 2"],
    ["another queue of the maker", "shop", "n == 2"],
    ["the maker", "shop", "n == 1"],
  ])("leaves all as it was where Redis refuses to write: %s", async (_what, maker, condition) => {
    const registry = freshRegistry(refusing(condition));
    await registry.seed(FULL);
    const refused = registry.call(admit, { name: "d", maker });
    await expect(refused).rejects.toMatchObject({ code: "record_too_large" });
    expect(await registry.state()).toEqual(FULL);
  });
});

describe("forget", () => {
  const BEFORE = {
    queues: { a: 1, b: 2, c: 3, "": 4, d: 4 },
    makers: { b: "shop", c: "shop", d: "other", "\tshop": "2", "\tother": "1" },
  };

  test("removes queues that have the given stamps, and lowers the numbers of their makers", async () => {
    const registry = freshRegistry();
    await registry.seed(BEFORE);
    expect(await registry.call(forget, { items: ["a", "1", "c", "3", "d", "4"] })).toEqual(["ok", "1", "3", "4"]);
    expect(await registry.state()).toEqual({ queues: { b: 2, "": 4 }, makers: { b: "shop", "\tshop": "1" } });
  });

  test("leaves queues that have another stamp, or none, and says what they have", async () => {
    const registry = freshRegistry();
    await registry.seed(BEFORE);
    const items = ["a", "-", "b", "1", "d", "4000", "e", "4", "e", "-"];
    expect(await registry.call(forget, { items })).toEqual(["ok", "1", "2", "4", "-", "-"]);
    expect(await registry.state()).toEqual(BEFORE);
  });

  test("that is sent again finds nothing to do, also where the queue was registered since", async () => {
    const registry = freshRegistry();
    await registry.seed(BEFORE);
    await registry.call(forget, { items: ["b", "2"] });
    expect(await registry.call(forget, { items: ["b", "2"] })).toEqual(["ok", "-"]);
    await registry.call(register, { name: "b" });
    expect(await registry.call(forget, { items: ["b", "2"] })).toEqual(["ok", String(START)]);
    expect(await registry.state()).toMatchObject({ queues: { b: START }, makers: { "\tshop": "1" } });
  });

  test("leaves no maker of a queue whose number is lost or wrong", async () => {
    const registry = freshRegistry();
    await registry.seed({ queues: { a: 1, b: 2, "": 2 }, makers: { a: "shop", b: "other", "\tother": "0" } });
    await registry.call(forget, { items: ["a", "1", "b", "2"] });
    expect(await registry.state()).toEqual({ queues: { "": 2 } });
  });

  test("works while memory is full", async () => {
    const registry = freshRegistry(refusing("not freed", OUT_OF_MEMORY));
    await registry.seed(BEFORE);
    expect(await registry.call(forget, { items: ["b", "2"] })).toEqual(["ok", "2"]);
    expect(await registry.state()).toMatchObject({ makers: { c: "shop", "\tshop": "1" } });
  });
});

describe("queues and ping", () => {
  test("name and count all queues, and nothing else", async () => {
    const registry = freshRegistry();
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
