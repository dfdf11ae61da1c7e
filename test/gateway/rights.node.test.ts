// The rights of each token, with a password, a user or a database number in the address of Redis.
import { describe, expect, test } from "vitest";
import { errorLike, KEY_LOCKING, resultOf } from "./kit/gateway-client.ts";
import { connectDirectly, startOwnGateway, startOwnRedis, startOwnServers } from "./kit/own-servers.ts";

const NOPERM = errorLike(/^NOPERM/);

/** Starts a Redis that requires credentials and has one key. Resolves with its URL, which contains `credentials`. */
async function startProtectedRedis(credentials: string): Promise<string> {
  const { url } = await startOwnRedis();
  const admin = await connectDirectly(url);
  await admin.set("k", "v");
  await admin.sendCommand(["ACL", "SETUSER", "root", "on", ">p@ss", "~*", "&*", "+@all"]);
  await admin.configSet("requirepass", "p@ss");
  return url.replace("//", `//${credentials}@`);
}

describe.each([
  ["a password", ":p%40ss"],
  ["a user", "root:p%40ss"],
])("with %s in the address", (_title, credentials) => {
  test("the read-only token reads and does not write", async () => {
    const { readOnly } = await startOwnGateway(await startProtectedRedis(credentials));
    expect(await readOnly.send(["GET", "k"])).toMatchObject(resultOf("v"));
    expect(await readOnly.send(["SET", "k", "w"])).toMatchObject(NOPERM);
    expect(await readOnly.send(["FLUSHDB"])).toMatchObject(NOPERM);
    expect(await readOnly.send(["FLUSHALL"])).toMatchObject(NOPERM);
  });

  test("a script with key locking may touch only its declared keys and its database", async () => {
    const { send } = await startOwnGateway(await startProtectedRedis(credentials));
    expect(await send(["EVAL", `${KEY_LOCKING}return redis.call('GET', ARGV[1])`, 0, "k"])).toMatchObject({
      status: 400,
    });
    for (const command of ["'FLUSHDB'", "'FLUSHALL'", "'SWAPDB', 0, 1"]) {
      const { status } = await send(["EVAL", `${KEY_LOCKING}return redis.call(${command})`, 0]);
      expect({ command, status }).toEqual({ command, status: 400 });
    }
    expect(await send(["GET", "k"])).toMatchObject(resultOf("v"));
  });
});

test("both tokens use the database that the address names", async () => {
  const { send, readOnly } = await startOwnGateway(`${(await startOwnRedis()).url}/3`);
  expect(await send(["SET", "k", "third"])).toMatchObject({ status: 200 });
  expect(await readOnly.send(["GET", "k"])).toMatchObject(resultOf("third"));
  const script = `${KEY_LOCKING}return redis.call('GET', KEYS[1])`;
  expect(await send(["EVAL", script, 1, "k"])).toMatchObject(resultOf("third"));
});

test("the read-only token may send a transaction of reads, but a write discards the transaction", async () => {
  const { readOnly, send } = await startOwnServers();
  await send(["SET", "k", "v"]);
  const transaction = (...commands: unknown[][]) => readOnly.postJson("/multi-exec", commands);
  expect(await transaction(["GET", "k"], ["STRLEN", "k"])).toMatchObject({
    status: 200,
    body: [{ result: "v" }, { result: 1 }],
  });
  expect(await transaction(["GET", "k"], ["DEL", "k"])).toMatchObject(errorLike(/^NOPERM.*'del'/));
  expect(await send(["GET", "k"])).toMatchObject(resultOf("v"));
});
