// Commands that would take over or break the connection that all requests share are refused.
import { describe, expect, test } from "vitest";
import { freshKey } from "../setup/fresh-key.ts";
import { errorLike, resultOf, send } from "./kit/gateway-client.ts";
import { startOwnServers } from "./kit/own-servers.ts";

describe("of a command with subcommands, only those that Upstash documents are accepted:", () => {
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
    // A debugging session would capture every later script of the connection.
    const own = await startOwnServers();
    expect(await own.send(command)).toMatchObject(errorLike("not available"));
    expect(await own.send(["EVAL", "return 1", 0])).toMatchObject(resultOf(1));
  });

  test.each([
    ["SCRIPT", "EXISTS", "0".repeat(40)],
    ["FUNCTION", "LIST"],
    ["FUNCTION", "STATS"],
    ["memory", "usage", "no-such-key"],
    ["PUBSUB", "NUMPAT"],
  ])("%s %s is accepted", async (...command) => {
    expect(await send(command)).toMatchObject({ status: 200 });
  });

  test("a missing subcommand is refused by Redis", async () => {
    expect(await send(["SCRIPT"])).toMatchObject(errorLike("wrong number of arguments"));
  });
});

describe("a read of a stream", () => {
  test.each([
    ["XREADGROUP", "GROUP", "streams", "c", "BLOCK", "1", "STREAMS", "KEY", ">"],
    ["XREADGROUP", "GROUP", "g", "streams", "BLOCK", "1", "STREAMS", "KEY", ">"],
    ["XREADGROUP", "COUNT", "1", "GROUP", "g", "c", "block", "1", "STREAMS", "KEY", ">"],
    ["XREAD", "COUNT", "1", "BLOCK", "1", "STREAMS", "KEY", "0"],
  ])("may not block: %s %s %s %s", async (...command) => {
    expect(await send(replacePlaceholder(freshKey(), command))).toMatchObject(errorLike("not allowed in REST"));
  });

  test.each([
    ["XREADGROUP", "GROUP", "block", "c", "COUNT", "1", "STREAMS", "KEY", ">"],
    ["XREADGROUP", "GROUP", "g", "block", "NOACK", "STREAMS", "KEY", ">"],
    ["XREADGROUP", "GROUP", "streams", "streams", "STREAMS", "KEY", ">"],
  ])("may have a group or a consumer that is named like an option: %s %s %s %s", async (...command) => {
    const key = freshKey();
    await send(["XGROUP", "CREATE", key, command[2], "$", "MKSTREAM"]);
    expect(await send(replacePlaceholder(key, command))).toMatchObject(resultOf(null));
  });
});

/** Replaces the word KEY in a command with a key. */
function replacePlaceholder(key: string, command: string[]): string[] {
  return command.map((arg) => (arg === "KEY" ? key : arg));
}
