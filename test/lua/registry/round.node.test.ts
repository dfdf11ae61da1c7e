// round and leave: the queues that a clean goes over, with their makers, and where the last one has stopped.
import { describe, expect, test } from "vitest";
import { leave, round } from "../../../src/engine/scripts.gen.ts";
import { START } from "../../setup/queue.ts";
import { OUT_OF_MEMORY, refusing } from "../kit/refusing.ts";
import { freshRegistry } from "../kit/registering.ts";
import { benches } from "../kit/state.ts";

benches();

const QUEUES = {
  queues: { a: START - 1_000, "c:1": START - 999, b: START - 5_000, "": START },
  makers: { b: "shop", "c:1": "other", "\tshop": "1", "\tother": "1" },
};

describe("round", () => {
  test("names all queues with their makers, and changes nothing", async () => {
    const registry = freshRegistry();
    await registry.seed(QUEUES);
    expect((await registry.call(round)).sort()).toEqual(["-", "a -", "b shop", "c:1 other", "ok"]);
    expect(await registry.state()).toEqual(QUEUES);
  });

  test("begins with the note of that clean", async () => {
    const registry = freshRegistry();
    await registry.seed({ ...QUEUES, rounds: { light: "b@shop", deep: "a" } });
    expect((await registry.call(round)).slice(0, 2)).toEqual(["ok", "b@shop"]);
    expect((await registry.call(round, { kind: "deep" })).slice(0, 2)).toEqual(["ok", "a"]);
  });

  test("states the stamps of idle queues for a deep clean", async () => {
    const registry = freshRegistry();
    await registry.seed(QUEUES);
    const told = await registry.call(round, { kind: "deep", idle: 1_000 });
    expect(told.sort()).toEqual(["-", `a - ${START - 1_000}`, `b shop ${START - 5_000}`, "c:1 other", "ok"]);
    expect(await registry.state()).toEqual(QUEUES);
  });

  test("names nothing where there is no queue", async () => {
    const registry = freshRegistry();
    expect(await registry.call(round)).toEqual(["ok", "-"]);
    expect(await registry.call(round, { kind: "deep" })).toEqual(["ok", "-"]);
    expect(await registry.state()).toEqual({});
  });

  const DRIFTED = {
    ...QUEUES,
    makers: { b: "shop", "c:1": "shop", gone: "other", "\tshop": "7", "\tother": "2", "\tnobody": "1" },
  };

  test("of a deep clean corrects the numbers of makers, and forgets makers of queues that are gone", async () => {
    const registry = freshRegistry();
    await registry.seed(DRIFTED);
    await registry.call(round);
    expect(await registry.state()).toEqual(DRIFTED);
    await registry.call(round, { kind: "deep" });
    expect(await registry.state()).toEqual({ ...QUEUES, makers: { b: "shop", "c:1": "shop", "\tshop": "2" } });
    await registry.seed({ makers: { "c:1": "other" } });
    await registry.call(round, { kind: "deep" });
    expect(await registry.state()).toEqual(QUEUES);
  });

  test("corrects numbers while memory is full", async () => {
    const registry = freshRegistry(refusing("not freed", OUT_OF_MEMORY));
    await registry.seed(DRIFTED);
    await registry.call(round, { kind: "deep" });
    expect(await registry.state()).toMatchObject({ makers: { "\tshop": "2" } });
  });
});

describe("leave", () => {
  test("notes where each kind of clean has stopped, in a key of the registry's slot", async () => {
    const registry = freshRegistry();
    expect(await registry.call(leave, { kind: "light", note: "a" })).toEqual(["ok"]);
    expect(await registry.call(leave, { kind: "deep", note: "b c" })).toEqual(["ok"]);
    expect(await registry.call(leave, { kind: "light", note: "c" })).toEqual(["ok"]);
    expect(await registry.state()).toEqual({ rounds: { light: "c", deep: "b c" } });
  });
});
