// The digest of a script is that of the sent text, though Redis runs a rewritten one.
import { expect, test } from "vitest";
import { freshKey } from "../setup/fresh-key.ts";
import { errorLike, fetchJson, KEY_LOCKING, postJson, resultOf, send, sha1 } from "./kit/gateway-client.ts";
import { startOwnServers } from "./kit/own-servers.ts";

test("EVALSHA, SCRIPT LOAD and SCRIPT EXISTS use the digest of the sent text", async () => {
  const key = freshKey();
  const script = `${KEY_LOCKING}-- ${key}\nreturn redis.call('INCR', ARGV[1])`;
  const sha = sha1(script);
  expect(await send(["EVALSHA", sha, 1, key, key])).toMatchObject(errorLike(/^NOSCRIPT/));
  expect(await send(["SCRIPT", "LOAD", script])).toMatchObject(resultOf(sha));
  expect(await send(["SCRIPT", "EXISTS", sha, "0".repeat(40)])).toMatchObject(resultOf([1, 0]));
  expect(await send(["EVALSHA", sha, 1, key, key])).toMatchObject(resultOf(1));
  expect(await send(["EVALSHA", sha, 1, freshKey(), key])).toMatchObject({ status: 400 });
});

test("SCRIPT LOAD in a transaction returns the digest of the sent text", async () => {
  const script = `${KEY_LOCKING}-- ${freshKey()}\nreturn 1`;
  const sha = sha1(script);
  expect(await postJson("/multi-exec", [["PING"], ["SCRIPT", "LOAD", script]])).toMatchObject({
    body: [{ result: "PONG" }, { result: sha }],
  });
  expect(await send(["EVALSHA", sha, 0])).toMatchObject(resultOf(1));
});

test("a refused SCRIPT FLUSH forgets no script, an accepted one forgets all", async () => {
  const { send, readOnly } = await startOwnServers();
  const script = `${KEY_LOCKING}return 1`;
  const sha = sha1(script);
  await send(["SCRIPT", "LOAD", script]);
  expect(await readOnly.send(["SCRIPT", "FLUSH"])).toMatchObject(errorLike(/^NOPERM/));
  expect(await send(["EVALSHA", sha, 0])).toMatchObject(resultOf(1));
  await send(["SCRIPT", "FLUSH"]);
  expect(await send(["EVALSHA", sha, 0])).toMatchObject(errorLike(/^NOSCRIPT/));
  expect(await send(["SCRIPT", "EXISTS", sha])).toMatchObject(resultOf([0]));
});

test.each(["", KEY_LOCKING])("a script that is sent as bytes keeps them: %j", async (firstLine) => {
  const bytes = Buffer.concat([Buffer.from(`${firstLine}return '`), Buffer.of(0xff, 0xc3, 0xa9), Buffer.from("'")]);
  const sha = sha1(bytes);
  const result = Buffer.of(0xff, 0xc3, 0xa9).toString("base64");
  const headers = { "upstash-encoding": "base64" };
  const loaded = await fetchJson("/script/load", { method: "POST", body: bytes });
  expect(loaded.body).toEqual({ result: sha });
  expect((await fetchJson(`/evalsha/${sha}/0`, { headers })).body).toEqual({ result });
  const inPath = [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  expect((await fetchJson(`/eval/${inPath}/0`, { headers })).body).toEqual({ result });
});
