// The digest of a script is that of the sent text, though Redis runs a rewritten one.
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { freshKey } from "../setup/keys.ts";
import { fetchJson, postJson, send } from "./kit/gateway-client.ts";
import { startOwnGateway, startOwnRedis } from "./kit/own-servers.ts";

const FLAGGED = "#!lua flags=allow-key-locking\n";

test("EVALSHA, SCRIPT LOAD and SCRIPT EXISTS use the digest of the sent text", async () => {
  const key = freshKey();
  const script = `${FLAGGED}-- ${key}\nreturn redis.call('INCR', ARGV[1])`;
  const sha = createHash("sha1").update(script).digest("hex");
  expect(await send(["EVALSHA", sha, 1, key, key])).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^NOSCRIPT/) },
  });
  expect(await send(["SCRIPT", "LOAD", script])).toMatchObject({ body: { result: sha } });
  expect(await send(["SCRIPT", "EXISTS", sha, "0".repeat(40)])).toMatchObject({ body: { result: [1, 0] } });
  expect(await send(["EVALSHA", sha, 1, key, key])).toMatchObject({ body: { result: 1 } });
  expect(await send(["EVALSHA", sha, 1, freshKey(), key])).toMatchObject({ status: 400 });
});

test("SCRIPT LOAD in a transaction returns the digest of the sent text", async () => {
  const script = `${FLAGGED}-- ${freshKey()}\nreturn 1`;
  const sha = createHash("sha1").update(script).digest("hex");
  expect(await postJson("/multi-exec", [["PING"], ["SCRIPT", "LOAD", script]])).toMatchObject({
    body: [{ result: "PONG" }, { result: sha }],
  });
  expect(await send(["EVALSHA", sha, 0])).toMatchObject({ body: { result: 1 } });
});

test("a refused SCRIPT FLUSH forgets no script, an accepted one forgets all", async () => {
  const { send, readOnly } = await startOwnGateway((await startOwnRedis()).url);
  const script = `${FLAGGED}return 1`;
  const sha = createHash("sha1").update(script).digest("hex");
  await send(["SCRIPT", "LOAD", script]);
  expect(await readOnly.send(["SCRIPT", "FLUSH"])).toMatchObject({ body: { error: expect.stringMatching(/^NOPERM/) } });
  expect(await send(["EVALSHA", sha, 0])).toMatchObject({ body: { result: 1 } });
  await send(["SCRIPT", "FLUSH"]);
  expect(await send(["EVALSHA", sha, 0])).toMatchObject({ body: { error: expect.stringMatching(/^NOSCRIPT/) } });
  expect(await send(["SCRIPT", "EXISTS", sha])).toMatchObject({ body: { result: [0] } });
});

test.each(["", FLAGGED])("a script that is sent as bytes keeps them: %j", async (firstLine) => {
  const bytes = Buffer.concat([Buffer.from(`${firstLine}return '`), Buffer.of(0xff, 0xc3, 0xa9), Buffer.from("'")]);
  const sha = createHash("sha1").update(bytes).digest("hex");
  const result = Buffer.of(0xff, 0xc3, 0xa9).toString("base64");
  const headers = { "upstash-encoding": "base64" };
  const loaded = await fetchJson("/script/load", { method: "POST", body: bytes });
  expect(loaded.body).toEqual({ result: sha });
  expect((await fetchJson(`/evalsha/${sha}/0`, { headers })).body).toEqual({ result });
  const inPath = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  expect((await fetchJson(`/eval/${inPath}/0`, { headers })).body).toEqual({ result });
});
