// Scripts are known by the digest of what was sent, whatever Redis got to see in its place.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { freshKey } from "../setup/keys.ts";
import { ask, post } from "./kit/ask.ts";
import { ownGateway, ownRedis } from "./kit/own-redis.ts";

const FLAGGED = "#!lua flags=allow-key-locking\n";

test("EVALSHA, SCRIPT LOAD and SCRIPT EXISTS know it by the digest of what was sent", async () => {
  const key = freshKey();
  const script = `${FLAGGED}-- ${key}\nreturn redis.call('INCR', ARGV[1])`;
  const sha = createHash("sha1").update(script).digest("hex");
  expect(await post("/", ["EVALSHA", sha, 1, key, key])).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^NOSCRIPT/) },
  });
  expect(await post("/", ["SCRIPT", "LOAD", script])).toMatchObject({ body: { result: sha } });
  expect(await post("/", ["SCRIPT", "EXISTS", sha, "0".repeat(40)])).toMatchObject({ body: { result: [1, 0] } });
  expect(await post("/", ["EVALSHA", sha, 1, key, key])).toMatchObject({ body: { result: 1 } });
  expect(await post("/", ["EVALSHA", sha, 1, freshKey(), key])).toMatchObject({ status: 400 });
});

test("a script loaded in a transaction answers with the digest of what was sent", async () => {
  const script = `${FLAGGED}-- ${freshKey()}\nreturn 1`;
  const sha = createHash("sha1").update(script).digest("hex");
  expect(await post("/multi-exec", [["PING"], ["SCRIPT", "LOAD", script]])).toMatchObject({
    body: [{ result: "PONG" }, { result: sha }],
  });
  expect(await post("/", ["EVALSHA", sha, 0])).toMatchObject({ body: { result: 1 } });
});

test("a flush that is refused forgets nothing, one that is granted forgets all", async () => {
  const { send, sendReadOnly } = await ownGateway((await ownRedis()).url);
  const script = `${FLAGGED}return 1`;
  const sha = createHash("sha1").update(script).digest("hex");
  await send(["SCRIPT", "LOAD", script]);
  expect(await sendReadOnly(["SCRIPT", "FLUSH"])).toMatchObject({ body: { error: expect.stringMatching(/^NOPERM/) } });
  expect(await send(["EVALSHA", sha, 0])).toMatchObject({ body: { result: 1 } });
  await send(["SCRIPT", "FLUSH"]);
  expect(await send(["EVALSHA", sha, 0])).toMatchObject({ body: { error: expect.stringMatching(/^NOSCRIPT/) } });
  expect(await send(["SCRIPT", "EXISTS", sha])).toMatchObject({ body: { result: [0] } });
});

test.each(["", FLAGGED])("a script that comes as bytes keeps them: %j", async (firstLine) => {
  const bytes = Buffer.concat([Buffer.from(`${firstLine}return '`), Buffer.of(0xff, 0xc3, 0xa9), Buffer.from("'")]);
  const sha = createHash("sha1").update(bytes).digest("hex");
  const result = Buffer.of(0xff, 0xc3, 0xa9).toString("base64");
  const headers = { "upstash-encoding": "base64" };
  const loaded = await ask("/script/load", { method: "POST", body: bytes });
  expect(loaded.body).toEqual({ result: sha });
  expect((await ask(`/evalsha/${sha}/0`, { headers })).body).toEqual({ result });
  const inPath = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  expect((await ask(`/eval/${inPath}/0`, { headers })).body).toEqual({ result });
});
