// Who may ask, and for what.
import { describe, expect, inject, test } from "vitest";
import { freshKey } from "../setup/keys.ts";
import { ask, post } from "./kit/ask.ts";

describe("a token", () => {
  const routes = [
    "/",
    "/get/k",
    "/pipeline",
    "/multi-exec",
    "/subscribe/c",
    "/psubscribe/c",
    "/monitor",
    "/publish/c/m",
    "/no/such",
  ];
  const wrong = ["Bearer wrong", "Bearer ", "Basic abc", ""];

  test.each(routes.flatMap((route) => wrong.map((authorization) => [route, authorization])))(
    "is asked for at %s, and %j is none",
    async (route, authorization) => {
      const { status, body } = await ask(route, { method: "POST", body: "[]", headers: { authorization } });
      expect({ status, body }).toEqual({
        status: 401,
        body: { error: expect.stringContaining("WRONGPASS invalid or missing auth token") },
      });
    },
  );

  test("may stand in the query", async () => {
    expect(await ask(`/ping?_token=${inject("token")}`)).toMatchObject({ status: 200, body: { result: "PONG" } });
    expect(await ask("/ping?_token=wrong")).toMatchObject({ status: 401 });
  });

  test("may be read-only: reads, read-only scripts, and nothing else", async () => {
    const key = freshKey();
    const headers = { authorization: `Bearer ${inject("readOnlyToken")}` };
    await post("/", ["SET", key, "v"]);
    expect(await post("/", ["GET", key], { headers })).toMatchObject({ status: 200, body: { result: "v" } });
    const locked = "#!lua flags=no-writes,allow-key-locking\nreturn redis.call('GET', KEYS[1])";
    expect(await post("/", ["EVAL_RO", locked, 1, key], { headers })).toMatchObject({ body: { result: "v" } });
    const refused = [
      ["SET", key, "w"],
      ["DEL", key],
      ["EVAL", "return 1", 0],
      ["KEYS", "*"],
      ["PUBLISH", "c", "m"],
    ];
    for (const command of refused) {
      expect(await post("/", command, { headers })).toMatchObject({
        status: 400,
        body: { error: expect.stringMatching(/^NOPERM/) },
      });
    }
    expect(
      await post(
        "/multi-exec",
        [
          ["GET", key],
          ["DEL", key],
        ],
        { headers },
      ),
    ).toMatchObject({ status: 400 });
    expect(
      await post(
        "/pipeline",
        [
          ["GET", key],
          ["DEL", key],
        ],
        { headers },
      ),
    ).toMatchObject({ status: 200 });
    expect(await ask("/monitor", { headers })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^NOPERM/) },
    });
    expect(await ask("/subscribe/c", { headers })).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^NOPERM/) },
    });
    expect(await ask(`/get/${key}`)).toMatchObject({ body: { result: "v" } });
  });
});
