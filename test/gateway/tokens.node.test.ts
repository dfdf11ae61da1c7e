// The tokens of a gateway, and the rights of each.
import { describe, expect, inject, test } from "vitest";
import { freshKey } from "../setup/fresh-key.ts";
import { errorLike, fetchJson, gatewayClient, resultOf, send } from "./kit/gateway-client.ts";

describe("a token", () => {
  const routes = "/ /get/k /pipeline /multi-exec /subscribe/c /psubscribe/c /monitor /publish/c/m /no/such".split(" ");
  const wrong = ["Bearer wrong", "Bearer ", "Basic abc", ""];

  test.each(routes.flatMap((route) => wrong.map((authorization) => [route, authorization])))(
    "is required at %s, where %j is refused",
    async (route, authorization) => {
      const { status, body } = await fetchJson(route, { method: "POST", body: "[]", headers: { authorization } });
      expect({ status, body }).toEqual({
        status: 401,
        body: { error: expect.stringContaining("WRONGPASS invalid or missing auth token") },
      });
    },
  );

  test("may be in the query", async () => {
    expect(await fetchJson(`/ping?_token=${inject("token")}`)).toMatchObject(resultOf("PONG"));
    expect(await fetchJson("/ping?_token=wrong")).toMatchObject({ status: 401 });
  });

  test("that is read-only may read and run read-only scripts, and nothing else", async () => {
    const key = freshKey();
    const reader = gatewayClient({ token: inject("readOnlyToken") });
    await send(["SET", key, "v"]);
    expect(await reader.send(["GET", key])).toMatchObject(resultOf("v"));
    const locked = "#!lua flags=no-writes,allow-key-locking\nreturn redis.call('GET', KEYS[1])";
    expect(await reader.send(["EVAL_RO", locked, 1, key])).toMatchObject(resultOf("v"));
    const refusal = errorLike(/^NOPERM/);
    const commands = [
      ["SET", key, "w"],
      ["DEL", key],
      ["EVAL", "return 1", 0],
      ["KEYS", "*"],
      ["PUBLISH", "c", "m"],
    ];
    for (const command of commands) expect(await reader.send(command)).toMatchObject(refusal);
    const readAndDelete = [
      ["GET", key],
      ["DEL", key],
    ];
    expect(await reader.postJson("/multi-exec", readAndDelete)).toMatchObject({ status: 400 });
    expect(await reader.postJson("/pipeline", readAndDelete)).toMatchObject({ status: 200 });
    expect(await reader.fetchJson("/monitor")).toMatchObject(refusal);
    expect(await reader.fetchJson("/subscribe/c")).toMatchObject(refusal);
    expect(await fetchJson(`/get/${key}`)).toMatchObject(resultOf("v"));
  });
});
