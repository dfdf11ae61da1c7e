// What each token may do, whatever the address of Redis says: a password, a user, a number of a database.
import { describe, expect, test } from "vitest";
import { post } from "./kit/ask.ts";
import { bearer, direct, ownGateway, ownRedis } from "./kit/own-redis.ts";

const NOPERM = { status: 400, body: { error: expect.stringMatching(/^NOPERM/) } };
const LOCKED = "#!lua flags=allow-key-locking\n";

/** The address of a Redis that asks for credentials, and holds one key. */
async function addressWith(credentials: string): Promise<string> {
  const { url } = await ownRedis();
  const admin = await direct(url);
  await admin.set("k", "v");
  await admin.sendCommand(["ACL", "SETUSER", "root", "on", ">p@ss", "~*", "&*", "+@all"]);
  await admin.configSet("requirepass", "p@ss");
  return url.replace("//", `//${credentials}@`);
}

describe.each([
  ["a password", ":p%40ss"],
  ["a user", "root:p%40ss"],
])("with %s in the address", (_what, credentials) => {
  test("the read-only token reads and does not write", async () => {
    const { sendReadOnly } = await ownGateway(await addressWith(credentials));
    expect(await sendReadOnly(["GET", "k"])).toMatchObject({ status: 200, body: { result: "v" } });
    expect(await sendReadOnly(["SET", "k", "w"])).toMatchObject(NOPERM);
    expect(await sendReadOnly(["FLUSHDB"])).toMatchObject(NOPERM);
    expect(await sendReadOnly(["FLUSHALL"])).toMatchObject(NOPERM);
  });

  test("a script with key locking is held to its keys and to its database", async () => {
    const { send } = await ownGateway(await addressWith(credentials));
    expect(await send(["EVAL", `${LOCKED}return redis.call('GET', ARGV[1])`, 0, "k"])).toMatchObject({ status: 400 });
    for (const command of ["'FLUSHDB'", "'FLUSHALL'", "'SWAPDB', 0, 1"]) {
      const { status } = await send(["EVAL", `${LOCKED}return redis.call(${command})`, 0]);
      expect({ command, status }).toEqual({ command, status: 400 });
    }
    expect(await send(["GET", "k"])).toMatchObject({ body: { result: "v" } });
  });
});

test("both tokens work on the database that the address names", async () => {
  const { send, sendReadOnly } = await ownGateway(`${(await ownRedis()).url}/3`);
  expect(await send(["SET", "k", "third"])).toMatchObject({ status: 200 });
  expect(await sendReadOnly(["GET", "k"])).toMatchObject({ status: 200, body: { result: "third" } });
  const script = `${LOCKED}return redis.call('GET', KEYS[1])`;
  expect(await send(["EVAL", script, 1, "k"])).toMatchObject({ status: 200, body: { result: "third" } });
});

test("the read-only token may send a transaction of reads, and one write discards it", async () => {
  const { gateway, send } = await ownGateway((await ownRedis()).url);
  await send(["SET", "k", "v"]);
  const transaction = (...commands: unknown[][]) =>
    post("/multi-exec", commands, bearer(gateway.readOnlyToken), gateway.url);
  expect(await transaction(["GET", "k"], ["STRLEN", "k"])).toMatchObject({
    status: 200,
    body: [{ result: "v" }, { result: 1 }],
  });
  expect(await transaction(["GET", "k"], ["DEL", "k"])).toMatchObject({
    status: 400,
    body: { error: expect.stringMatching(/^NOPERM.*'del'/) },
  });
  expect(await send(["GET", "k"])).toMatchObject({ body: { result: "v" } });
});
