// Scripts with key locking run on the keys that they declare, and on no others.
import { expect, inject, test } from "vitest";
import { freshKey } from "../setup/fresh-key.ts";
import { errorLike, fetchJson, gatewayClient, KEY_LOCKING, resultOf, send, sha1 } from "./kit/gateway-client.ts";
import { connectDirectly, startOwnGateway, startOwnRedis } from "./kit/own-servers.ts";

// Increments the key in its argument, declared or not.
const INCREMENT = `${KEY_LOCKING}return redis.call('INCR', ARGV[1])`;

const WHITE_SPACE = [" ", "\t", "\n", "\v", "\f", "\r", "\0"];

test("an undeclared key is refused by name, and nothing is written", async () => {
  const [declared, undeclared] = [freshKey("declared"), freshKey("undeclared")];
  const script = `${KEY_LOCKING}return redis.call('SET', ARGV[1], 'x')`;
  expect(await send(["EVAL", script, 1, declared, undeclared])).toMatchObject({
    status: 400,
    body: {
      error: `ERR Dynamic keys are not allowed in Lua scripts when 'allow-key-locking' flag is set. Key was: ${undeclared}`,
    },
  });
  expect(await fetchJson(`/exists/${undeclared}`)).toMatchObject(resultOf(0));
});

test("a read of an undeclared key is refused too", async () => {
  const script = `${KEY_LOCKING}return redis.call('GET', ARGV[1])`;
  expect(await send(["EVAL", script, 0, freshKey()])).toMatchObject({ status: 400 });
});

test("the declared keys of an earlier call are not declared by the next one", async () => {
  const [before, now] = [freshKey(), freshKey()];
  expect(await send(["EVAL", INCREMENT, 1, before, before])).toMatchObject(resultOf(1));
  expect(await send(["EVAL", INCREMENT, 1, now, before])).toMatchObject({ status: 400 });
  expect(await send(["EVAL", INCREMENT, 2, now, before, before])).toMatchObject(resultOf(2));
});

test.each(["star*", "q?", "[a-z]", "back\\slash", "{tag}:x", "ünï", "%", ...WHITE_SPACE.map((space) => `a${space}b`)])(
  "a key may be named %j",
  async (name) => {
    const key = freshKey(name);
    expect(await send(["EVAL", INCREMENT, 1, key, key])).toMatchObject(resultOf(1));
  },
);

test("a glob in a declared name stands for itself only", async () => {
  const pattern = freshKey();
  expect(await send(["EVAL", INCREMENT, 1, `${pattern}*`, `${pattern}x`])).toMatchObject({ status: 400 });
});

test.each(WHITE_SPACE)("white space %j in a key declares no key with another byte there", async (space) => {
  const key = freshKey();
  for (const byte of ["x", "?", "\x01", "\x08", "\x0e", "\x1f", "!", "\x7f", "\x80", "\xff"]) {
    const other = Buffer.from(`${key}${byte}`, "latin1");
    const path = `/eval/${[INCREMENT, "1", `${key}${space}`].map(encodeURIComponent).join("/")}`;
    const { status } = await fetchJson(path, { method: "POST", body: other });
    expect({ byte, status }).toEqual({ byte, status: 400 });
  }
});

test("each of many concurrent refusals names its own key", async () => {
  const keys = Array.from({ length: 40 }, () => freshKey());
  const refusals = await Promise.all(keys.map((key) => send(["EVAL", INCREMENT, 0, key])));
  const names = refusals.map(({ body }) => (body as { error: string }).error.split("Key was: ")[1]);
  expect(names).toEqual(keys);
});

test("a script of the read-only token may touch only its declared keys too", async () => {
  const [declared, undeclared] = [freshKey(), freshKey()];
  await send(["MSET", declared, "seen", undeclared, "hidden"]);
  const reader = gatewayClient({ token: inject("readOnlyToken") });
  const script = `${KEY_LOCKING}return redis.call('GET', ARGV[1])`;
  const sha = sha1(script);
  for (const call of [
    ["EVAL_RO", script],
    ["EVALSHA_RO", sha],
  ]) {
    expect(await reader.send([...call, 1, declared, declared])).toMatchObject(resultOf("seen"));
    expect(await reader.send([...call, 1, declared, undeclared])).toMatchObject(errorLike(`Key was: ${undeclared}`));
  }
  expect(await reader.send(["EVAL", script, 1, declared, declared])).toMatchObject(errorLike(/^NOPERM/));
  const writes = `${KEY_LOCKING}return redis.call('SET', KEYS[1], 'x')`;
  expect(await reader.send(["EVAL_RO", writes, 1, declared])).toMatchObject({ status: 400 });
});

test("a failed grant is repeated", async () => {
  const { url } = await startOwnRedis();
  const redis = await connectDirectly(url);
  const { send } = await startOwnGateway(url);
  const call = (key: string) => send(["EVAL", `${KEY_LOCKING}return redis.call('INCR', KEYS[1])`, 1, key]);
  expect(await call("a")).toMatchObject({ status: 200 });
  const users = await redis.aclUsers();
  const user = users.find((name) => name !== "default") as string;
  await redis.aclSetUser(user, "-acl|setuser");
  expect(await call("b")).toMatchObject(errorLike(/^NOPERM/));
  await redis.aclSetUser(user, "+acl|setuser");
  expect(await call("b")).toMatchObject(resultOf(1));
});

test("the flag has an effect on Lua scripts only", async () => {
  const script = "#!luajit flags=allow-key-locking\nreturn 1";
  expect(await send(["EVAL", script, 0])).toMatchObject(errorLike("Unexpected engine in script shebang: #!luajit"));
});

test("PUBLISH and TIME need no key", async () => {
  const script = `${KEY_LOCKING}redis.call('PUBLISH', 'channel', 'x') return #redis.call('TIME')`;
  expect(await send(["EVAL", script, 0])).toMatchObject(resultOf(2));
});

test("each of many concurrent calls may touch only its own keys", async () => {
  const script = `${KEY_LOCKING}return redis.pcall('INCR', ARGV[1])`;
  const keys = Array.from({ length: 50 }, () => freshKey());
  const calls = keys.flatMap((key, i) => [
    send(["EVAL", script, 1, key, key]),
    send(["EVAL", script, 1, keys[(i + 1) % keys.length], key]),
  ]);
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses).toEqual(keys.flatMap(() => [200, 400]));
  const counts = await Promise.all(keys.map((key) => fetchJson(`/get/${key}`)));
  expect(new Set(counts.map(({ body }) => (body as { result: string }).result))).toEqual(new Set(["1"]));
});

test("the other flags of a script stay in force", async () => {
  const key = freshKey();
  const script = "#!lua flags=no-writes,allow-key-locking\nreturn redis.call('INCR', KEYS[1])";
  expect(await send(["EVAL", script, 1, key])).toMatchObject(errorLike("Write commands are not allowed"));
});

test("an error names the line of the script as it was sent", async () => {
  const { body } = await send(["EVAL", `${KEY_LOCKING}\nerror('third line')`, 0]);
  expect(body).toEqual({ error: expect.stringContaining("user_script:3: third line") });
});
