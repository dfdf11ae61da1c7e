// The limits of a plan: the size of a request and, if the limit is set, the size of a record.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Gateway, startGateway } from "../../src/instruments/gateway/server.ts";
import { freshKey } from "../setup/fresh-key.ts";
import {
  errorLike,
  fetchJson,
  type GatewayClient,
  gatewayClient,
  KEY_LOCKING,
  resultOf,
  send,
} from "./kit/gateway-client.ts";

const MB = 1024 * 1024;
let gateway: Gateway;
let limited: GatewayClient;

beforeAll(async () => {
  gateway = await startGateway({ redisUrl: inject("redisUrl"), maxRequestBytes: 100_000, maxRecordBytes: 2_000 });
  limited = gatewayClient(gateway);
});
afterAll(() => gateway?.close());

test("a request of just under 10 MB is accepted, a larger one is refused", async () => {
  const key = freshKey();
  expect(await send(["SET", key, "x".repeat(10 * MB - 1_000)])).toMatchObject({ status: 200 });
  expect(await send(["SET", key, "y".repeat(10 * MB)])).toMatchObject({
    status: 413,
    body: { error: "ERR max request size exceeded" },
  });
  expect(await fetchJson(`/strlen/${key}`)).toMatchObject(resultOf(10 * MB - 1_000));
});

test("a body without a declared length is limited too", async () => {
  const key = freshKey();
  const chunked = (bytes: number) => {
    const body = new Blob(["x".repeat(bytes)]).stream();
    return limited.fetchJson(`/set/${key}`, { method: "POST", body, duplex: "half" } as RequestInit);
  };
  expect(await chunked(1_000)).toMatchObject({ status: 200 });
  expect(await chunked(200_000)).toMatchObject({ status: 413, body: { error: "ERR max request size exceeded" } });
});

const GROWING = [
  ["SET", "KEY", "x".repeat(3_000)],
  ["APPEND", "KEY", "x".repeat(3_000)],
  ["HSET", "KEY", "f", "x".repeat(3_000)],
  ["RPUSH", "KEY", "x".repeat(1_500), "x".repeat(1_500)],
  ["ZADD", "KEY", "1", "x".repeat(3_000)],
];

test.each(GROWING)("%s does not grow a record past its limit", async (...command) => {
  const key = freshKey();
  const sent = command.map((arg) => (arg === "KEY" ? key : arg));
  const refused = errorLike("ERR max single record size exceeded");
  expect(await limited.send(sent)).toMatchObject(refused);
  expect(await limited.postJson("/multi-exec", [["PING"], sent])).toMatchObject({
    status: 200,
    body: [{ result: "PONG" }, { error: "ERR max single record size exceeded" }],
  });
  const script = "return redis.call(unpack(ARGV))";
  expect(await limited.send(["EVAL", script, 1, key, ...sent])).toMatchObject(refused);
  expect(await fetchJson(`/exists/${key}`)).toMatchObject(resultOf(0));
});

// The command that creates the record, and the command that would grow it.
test.each([
  ["SET", ["SETRANGE", "A", "5000", "x"]],
  ["SET", ["SETBIT", "A", "80000", "1"]],
  ["SET", ["BITFIELD", "A", "SET", "u8", "#5000", "1"]],
  ["SET", ["BITFIELD", "A", "GET", "u8", "0", "INCRBY", "i64", "80000", "1"]],
  ["RPUSH", ["LMOVE", "LIST", "A", "LEFT", "RIGHT"]],
  ["RPUSH", ["RPOPLPUSH", "LIST", "A"]],
  ["SADD", ["SMOVE", "SET", "A", "MEMBER"]],
  ["SADD", ["SUNIONSTORE", "A", "SET", "OTHER SET"]],
  ["SET", ["BITOP", "OR", "A", "LONG"]],
  ["SET", ["COPY", "LONG", "A", "REPLACE"]],
])("a record of %s is not grown past its limit by %j", async (create, command) => {
  const tag = freshKey();
  const member = "x".repeat(1_200);
  const toKey = (word: string) => (/^(A|LIST|SET|OTHER SET|LONG)$/.test(word) ? `${tag}:${word}` : word);
  const key = toKey("A");
  // By the shared gateway, which has no limit.
  await send(["SET", toKey("LONG"), "x".repeat(4_000)]);
  await send(["RPUSH", toKey("LIST"), "x".repeat(1_200), "x".repeat(1_200)]);
  await send(["SADD", toKey("SET"), member]);
  await send(["SADD", toKey("OTHER SET"), "y".repeat(1_200)]);
  const [name = "", ...args] = command;
  await send([create, key, "z".repeat(1_000)]);
  await send(["PEXPIRE", key, 100_000]);
  const before = await dumpKey(key);

  const sent = [name, ...args.map((word) => (word === "MEMBER" ? member : toKey(word)))];
  const error = "ERR max single record size exceeded";
  expect(await limited.send(sent)).toMatchObject({ status: 400, body: { error } });
  expect(await limited.postJson("/multi-exec", [sent])).toMatchObject({ status: 200, body: [{ error }] });
  expect(await dumpKey(key)).toEqual(before);
  expect((await fetchJson(`/pttl/${key}`)).body).toMatchObject({ result: expect.closeTo(95_000, -4) });
  expect(await fetchJson(`/llen/${toKey("LIST")}`)).toMatchObject(resultOf(2));
});

/** Resolves with the serialized value of a key (DUMP), as base64. */
async function dumpKey(key: string): Promise<unknown> {
  return (await fetchJson(`/dump/${key}`, { headers: { "upstash-encoding": "base64" } })).body;
}

test("a transaction of many small writes stops at the limit", async () => {
  const key = freshKey();
  const pushes = Array.from({ length: 50 }, () => ["RPUSH", key, "x".repeat(150)]);
  const { status, body } = await limited.postJson("/multi-exec", pushes);
  const errors = (body as { error?: string }[]).filter(({ error }) => error !== undefined);
  expect(status).toBe(200);
  expect(errors.length).toBeGreaterThan(30);
  expect(errors.length).toBeLessThan(45);
});

test("the records of one command are limited one by one", async () => {
  const [a, b, c] = [freshKey(), freshKey(), freshKey()];
  const value = "x".repeat(800);
  const command = ["MSET", a, value, b, value, c, value];
  expect(await limited.send(command)).toMatchObject(resultOf("OK"));
  expect(await limited.send(["MSET", a, "", b, "x".repeat(2_000)])).toMatchObject({ status: 400 });
});

test("moves and stores within the limit take effect", async () => {
  const [list, set, to] = [freshKey(), freshKey(), freshKey()];
  await send(["RPUSH", list, "x".repeat(1_200), "x".repeat(1_200), "last"]);
  await send(["SADD", set, "x".repeat(3_000), "both"]);
  await send(["SADD", to, "both"]);
  expect(await limited.send(["RPOPLPUSH", list, list])).toMatchObject(resultOf("last"));
  expect(await limited.send(["LMOVE", list, `${to}:l`, "LEFT", "LEFT"])).toMatchObject(resultOf("last"));
  expect(await limited.send(["SINTERSTORE", to, set, to])).toMatchObject(resultOf(1));
});

test("redis.call without arguments fails with the error of Redis", async () => {
  const { body } = await limited.send(["EVAL", "return redis.call()", 0]);
  expect(body).toEqual({ error: expect.stringContaining("at least one argument") });
});

test("many small writes reach the limit, and reads and deletes still work", async () => {
  const key = freshKey();
  const push = () => limited.send(["RPUSH", key, "x".repeat(150)]);
  let pushed = 0;
  while ((await push()).status === 200) pushed += 1;
  expect(pushed).toBeGreaterThan(5);
  expect(await limited.fetchJson(`/llen/${key}`)).toMatchObject(resultOf(pushed));
  expect(await limited.fetchJson(`/lpop/${key}/10`)).toMatchObject({ status: 200 });
  expect(await push()).toMatchObject({ status: 200 });
});

test("a replaced value does not count", async () => {
  const key = freshKey();
  expect(await limited.send(["SET", key, "x".repeat(1_500)])).toMatchObject({ status: 200 });
  expect(await limited.send(["SET", key, "y".repeat(1_500)])).toMatchObject({ status: 200 });
});

test("a script stops at the refused write, and its earlier writes remain", async () => {
  const [first, second] = [freshKey(), freshKey()];
  const script = "redis.call('SET', KEYS[1], 'written') return redis.call('SET', KEYS[2], ARGV[1])";
  const call = ["EVAL", script, 2, first, second, "x".repeat(3_000)];
  expect(await limited.send(call)).toMatchObject({ status: 400 });
  expect(await fetchJson(`/mget/${first}/${second}`)).toMatchObject(resultOf(["written", null]));
});

test("a script may catch the refusal", async () => {
  const script = "local reply = redis.pcall('SET', KEYS[1], ARGV[1]) return reply.err";
  const call = ["EVAL", script, 1, freshKey(), "x".repeat(3_000)];
  expect(await limited.send(call)).toMatchObject(resultOf("ERR max single record size exceeded"));
});

test("a script with key locking has both limits", async () => {
  const script = `${KEY_LOCKING}return redis.call('SET', ARGV[1], ARGV[2])`;
  const key = freshKey();
  const tooLarge = await limited.send(["EVAL", script, 1, key, key, "x".repeat(3_000)]);
  expect(tooLarge).toMatchObject(errorLike("max single record size"));
  const undeclared = await limited.send(["EVAL", script, 0, key, "v"]);
  expect(undeclared).toMatchObject(errorLike("Dynamic keys are not allowed"));
});
