// Pipelines and transactions on the wire.
import { describe, expect, test } from "vitest";
import { freshKey } from "../setup/fresh-key.ts";
import { errorLike, fetchJson, KEY_LOCKING, postJson, resultOf } from "./kit/gateway-client.ts";

describe("a pipeline", () => {
  test("runs in order, and its replies have the order of its commands", async () => {
    const key = freshKey();
    const commands = [["SET", key, "a"], ["INCR", key], ["NOSUCH"], ["BLPOP", key, 1], ["GET", key]];
    const { status, body } = await postJson("/pipeline", commands);
    expect(status).toBe(200);
    expect(body).toEqual([
      { result: "OK" },
      { error: "ERR value is not an integer or out of range" },
      { error: expect.stringContaining("ERR Command is not available: 'NOSUCH'") },
      { error: expect.stringContaining('ERR Command "BLPOP" is not allowed in REST') },
      { result: "a" },
    ]);
  });

  test("keeps its order across scripts with and without key locking", async () => {
    const key = freshKey();
    const script = `${KEY_LOCKING}return redis.call('APPEND', KEYS[1], ARGV[1])`;
    const append = (text: string) => ["EVAL", script, 1, key, text];
    const { body } = await postJson("/pipeline", [
      ["SET", key, "a"],
      append("b"),
      ["APPEND", key, "c"],
      append("d"),
      ["GET", key],
    ]);
    expect(body).toEqual([{ result: "OK" }, { result: 2 }, { result: 3 }, { result: 4 }, { result: "abcd" }]);
  });
});

describe("a transaction", () => {
  test("continues after a command that fails at run time", async () => {
    const key = freshKey();
    const { status, body } = await postJson("/multi-exec", [
      ["SET", key, "a"],
      ["INCR", key],
      ["GET", key],
    ]);
    expect(status).toBe(200);
    expect(body).toEqual([{ result: "OK" }, { error: "ERR value is not an integer or out of range" }, { result: "a" }]);
  });

  test.each([
    ["a command with a wrong number of arguments", ["GET"], "wrong number of arguments"],
    ["an unknown command", ["NOSUCH"], "not available"],
    ["a command that needs a connection of its own", ["WATCH", "k"], "not allowed in REST"],
  ])("is discarded as a whole because of %s", async (_title, bad, message) => {
    const key = freshKey();
    const { status, body } = await postJson("/multi-exec", [["SET", key, "a"], bad]);
    expect({ status, body }).toEqual(errorLike(message));
    expect(await fetchJson(`/exists/${key}`)).toMatchObject(resultOf(0));
  });

  test("is not interleaved with other transactions", async () => {
    const key = freshKey();
    const transactions = Array.from({ length: 40 }, () =>
      postJson("/multi-exec", [
        ["INCR", key],
        ["INCR", key],
        ["INCR", key],
      ]),
    );
    for (const { body } of await Promise.all(transactions)) {
      const [first, second, third] = (body as { result: number }[]).map(({ result }) => result);
      expect([second, third]).toEqual([Number(first) + 1, Number(first) + 2]);
    }
  });
});
