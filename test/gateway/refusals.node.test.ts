// Commands that would take over or poison the one connection behind all requests.
import { describe, expect, test } from "vitest";
import { freshKey } from "../setup/keys.ts";
import { post } from "./kit/ask.ts";
import { ownGateway, ownRedis } from "./kit/own-redis.ts";

describe("of a command with subcommands, only what Upstash documents is taken", () => {
  test.each([
    ["SCRIPT", "DEBUG", "YES"],
    ["script", "debug", "sync"],
    ["SCRIPT", "HELP"],
    ["FUNCTION", "DUMP"],
    ["FUNCTION", "RESTORE", "x"],
    ["MEMORY", "PURGE"],
    ["MEMORY", "DOCTOR"],
    ["PUBSUB", "SHARDCHANNELS"],
    ["XGROUP", "HELP"],
    ["XINFO", "HELP"],
  ])("%s %s is refused", async (...command) => {
    // A debugging session would take every later script of this connection with it.
    const { send } = await ownGateway((await ownRedis()).url);
    expect(await send(command)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("not available") },
    });
    expect(await send(["EVAL", "return 1", 0])).toMatchObject({ status: 200, body: { result: 1 } });
  });

  test.each([
    ["SCRIPT", "EXISTS", "0".repeat(40)],
    ["FUNCTION", "LIST"],
    ["FUNCTION", "STATS"],
    ["memory", "usage", "no-such-key"],
    ["PUBSUB", "NUMPAT"],
  ])("%s %s is answered", async (...command) => {
    expect(await post("/", command)).toMatchObject({ status: 200 });
  });

  test("one that is missing is for Redis to complain about", async () => {
    expect(await post("/", ["SCRIPT"])).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining("wrong number of arguments") },
    });
  });
});

describe("a read of a stream", () => {
  const NOT_IN_REST = { status: 400, body: { error: expect.stringContaining("not allowed in REST") } };

  test.each([
    ["XREADGROUP", "GROUP", "streams", "c", "BLOCK", "1", "STREAMS", "KEY", ">"],
    ["XREADGROUP", "GROUP", "g", "streams", "BLOCK", "1", "STREAMS", "KEY", ">"],
    ["XREADGROUP", "COUNT", "1", "GROUP", "g", "c", "block", "1", "STREAMS", "KEY", ">"],
    ["XREAD", "COUNT", "1", "BLOCK", "1", "STREAMS", "KEY", "0"],
  ])("may not block: %s %s %s %s", async (...command) => {
    const key = freshKey();
    expect(await post("/", naming(key, command))).toMatchObject(NOT_IN_REST);
  });

  test.each([
    ["XREADGROUP", "GROUP", "block", "c", "COUNT", "1", "STREAMS", "KEY", ">"],
    ["XREADGROUP", "GROUP", "g", "block", "NOACK", "STREAMS", "KEY", ">"],
    ["XREADGROUP", "GROUP", "streams", "streams", "STREAMS", "KEY", ">"],
  ])("may name a group or a consumer like an option: %s %s %s %s", async (...command) => {
    const key = freshKey();
    await post("/", ["XGROUP", "CREATE", key, command[2], "$", "MKSTREAM"]);
    expect(await post("/", naming(key, command))).toMatchObject({ status: 200, body: { result: null } });
  });
});

function naming(key: string, command: string[]): string[] {
  return command.map((arg) => (arg === "KEY" ? key : arg));
}
