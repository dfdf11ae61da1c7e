// round and leave: the order in which a clean goes over all queues, and where the next one goes on.
import { describe, expect, test } from "vitest";
import { callScript } from "../../src/core/call.ts";
import { QueueKeys } from "../../src/core/keys.ts";
import { leave, register, round } from "../../src/core/scripts.gen.ts";
import { nodeRedis } from "../../src/redis/node-redis.ts";
import { freshName, testPrefix } from "../setup/queue.ts";
import { benches, redis } from "./state.ts";

benches();

/** A prefix of one test, its registry and what is noted beside it. */
function fresh(names: string[] = []) {
  const prefix = `${testPrefix()}:${freshName()}`;
  const keys = new QueueKeys(prefix, "any");
  const adapter = () => nodeRedis(redis());
  return {
    prefix,
    async seed() {
      for (const name of names) await callScript(adapter(), keys, register, { name }, {});
    },
    async round(kind: string) {
      const { status, rest } = await callScript(adapter(), keys, round, { kind }, {});
      return [status, ...rest];
    },
    async leave(kind: string, name: string) {
      const { status, rest } = await callScript(adapter(), keys, leave, { kind, name }, {});
      return [status, ...rest];
    },
    /** Every key of the prefix. */
    async state() {
      return {
        queues: await redis().zRangeWithScores(`${prefix}:queues`, 0, -1),
        rounds: { ...(await redis().hGetAll(`${prefix}:{${prefix}:queues}:rounds`)) },
        keys: (await redis().keys(`*${prefix}:*`)).length,
      };
    },
  };
}

describe("round", () => {
  test("names all queues in the order of the alphabet, and changes nothing", async () => {
    const all = fresh(["b", "a", "c:1"]);
    await all.seed();
    const before = await all.state();
    expect(await all.round("light")).toEqual(["ok", "a", "b", "c:1"]);
    expect(await all.state()).toEqual(before);
  });

  test("begins where that clean stopped, and ends with what comes before", async () => {
    const all = fresh(["a", "b", "c", "d"]);
    await all.seed();
    await all.leave("light", "c");
    await all.leave("deep", "d");
    expect(await all.round("light")).toEqual(["ok", "c", "d", "a", "b"]);
    expect(await all.round("deep")).toEqual(["ok", "d", "a", "b", "c"]);
  });

  test("begins with the next one when that queue is gone, also behind the last", async () => {
    const all = fresh(["a", "c"]);
    await all.seed();
    await all.leave("light", "b");
    await all.leave("deep", "z");
    expect(await all.round("light")).toEqual(["ok", "c", "a"]);
    expect(await all.round("deep")).toEqual(["ok", "a", "c"]);
  });

  test("names nothing where there is no queue", async () => {
    const all = fresh();
    expect(await all.round("light")).toEqual(["ok"]);
    expect(await all.state()).toEqual({ queues: [], rounds: {}, keys: 0 });
  });
});

describe("leave", () => {
  test("notes one queue for each kind of clean, in a key of the registry's slot", async () => {
    const all = fresh(["a"]);
    await all.seed();
    expect(await all.leave("light", "a")).toEqual(["ok"]);
    expect(await all.leave("deep", "b")).toEqual(["ok"]);
    expect(await all.leave("light", "c")).toEqual(["ok"]);
    expect(await all.state()).toEqual({
      queues: [{ value: "a", score: 0 }],
      rounds: { light: "c", deep: "b" },
      keys: 2,
    });
  });
});
