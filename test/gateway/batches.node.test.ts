// Pipelines and transactions as they are on the wire.
import { describe, expect, test } from "vitest";
import { freshKey } from "../setup/keys.ts";
import { ask, post } from "./kit/ask.ts";

describe("a pipeline", () => {
  test("runs in order and answers each command in its place", async () => {
    const key = freshKey();
    const commands = [["SET", key, "a"], ["INCR", key], ["NOSUCH"], ["BLPOP", key, 1], ["GET", key]];
    const { status, body } = await post("/pipeline", commands);
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
    const script = "#!lua flags=allow-key-locking\nreturn redis.call('APPEND', KEYS[1], ARGV[1])";
    const append = (text: string) => ["EVAL", script, 1, key, text];
    const { body } = await post("/pipeline", [
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
  test("goes on after a command that fails while it runs", async () => {
    const key = freshKey();
    const { status, body } = await post("/multi-exec", [
      ["SET", key, "a"],
      ["INCR", key],
      ["GET", key],
    ]);
    expect(status).toBe(200);
    expect(body).toEqual([{ result: "OK" }, { error: "ERR value is not an integer or out of range" }, { result: "a" }]);
  });

  test.each([
    ["a wrong number of arguments", ["GET"], "wrong number of arguments"],
    ["an unknown command", ["NOSUCH"], "not available"],
    ["a command that needs a connection", ["WATCH", "k"], "not allowed in REST"],
  ])("is discarded as a whole for %s", async (_what, bad, message) => {
    const key = freshKey();
    const { status, body } = await post("/multi-exec", [["SET", key, "a"], bad]);
    expect({ status, body }).toEqual({ status: 400, body: { error: expect.stringContaining(message) } });
    expect(await ask(`/exists/${key}`)).toMatchObject({ body: { result: 0 } });
  });

  test("is never interleaved with another", async () => {
    const key = freshKey();
    const transactions = Array.from({ length: 40 }, () =>
      post("/multi-exec", [
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
