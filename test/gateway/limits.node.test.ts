// The limits of a plan: the size of a request, and the size of a record when that limit is switched on.
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type Gateway, startGateway } from "../../src/instruments/gateway/server.ts";
import { freshKey } from "../setup/keys.ts";
import { ask, post } from "./kit/ask.ts";

const MB = 1024 * 1024;
let small: Gateway;

beforeAll(async () => {
  small = await startGateway({
    redisUrl: inject("redisUrl"),
    token: inject("token"),
    maxRequestBytes: 100_000,
    maxRecordBytes: 2_000,
  });
});
afterAll(() => small?.close());

test("a request of just under 10 MB passes, one above does not", async () => {
  const key = freshKey();
  expect(await post("/", ["SET", key, "x".repeat(10 * MB - 1_000)])).toMatchObject({ status: 200 });
  const over = await post("/", ["SET", key, "y".repeat(10 * MB)]);
  expect(over).toMatchObject({ status: 413, body: { error: "ERR max request size exceeded" } });
  expect(await ask(`/strlen/${key}`)).toMatchObject({ body: { result: 10 * MB - 1_000 } });
});

test("a body that does not say its length is held to the limit as well", async () => {
  const key = freshKey();
  const chunked = (bytes: number) => {
    const body = new Blob(["x".repeat(bytes)]).stream();
    return ask(`/set/${key}`, { method: "POST", body, duplex: "half" } as RequestInit, small.url);
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

test.each(GROWING)("a record does not grow past its limit by %s", async (...command) => {
  const key = freshKey();
  const sent = command.map((arg) => (arg === "KEY" ? key : arg));
  const refused = { status: 400, body: { error: expect.stringContaining("ERR max single record size exceeded") } };
  expect(await post("/", sent, {}, small.url)).toMatchObject(refused);
  expect(await post("/multi-exec", [["PING"], sent], {}, small.url)).toMatchObject({
    status: 200,
    body: [{ result: "PONG" }, { error: "ERR max single record size exceeded" }],
  });
  const script = "return redis.call(unpack(ARGV))";
  expect(await post("/", ["EVAL", script, 1, key, ...sent], {}, small.url)).toMatchObject(refused);
  expect(await ask(`/exists/${key}`)).toMatchObject({ body: { result: 0 } });
});

test.each([
  [["SETRANGE", "A", "5000", "x"]],
  [["SETBIT", "A", "80000", "1"]],
  [["BITFIELD", "A", "SET", "u8", "#5000", "1"]],
  [["BITFIELD", "A", "GET", "u8", "0", "INCRBY", "i64", "80000", "1"]],
  [["LMOVE", "LIST", "A", "LEFT", "RIGHT"]],
  [["RPOPLPUSH", "LIST", "A"]],
  [["SMOVE", "SET", "A", "MEMBER"]],
  [["SUNIONSTORE", "A", "SET", "OTHER SET"]],
  [["BITOP", "OR", "A", "LONG"]],
  [["COPY", "LONG", "A", "REPLACE"]],
])("a record does not grow past its limit by %j", async (command) => {
  const tag = freshKey();
  const member = "x".repeat(1_200);
  const named = (word: string) => (/^(A|LIST|SET|OTHER SET|LONG)$/.test(word) ? `${tag}:${word}` : word);
  const key = named("A");
  // Past the limit where the gateway with the limit is not asked.
  await post("/", ["SET", named("LONG"), "x".repeat(4_000)]);
  await post("/", ["RPUSH", named("LIST"), "x".repeat(1_200), "x".repeat(1_200)]);
  await post("/", ["SADD", named("SET"), member]);
  await post("/", ["SADD", named("OTHER SET"), "y".repeat(1_200)]);
  const seeds: Record<string, string[]> = {
    LMOVE: ["RPUSH"],
    RPOPLPUSH: ["RPUSH"],
    SMOVE: ["SADD"],
    SUNIONSTORE: ["SADD"],
  };
  const [name = "", ...args] = command;
  await post("/", [...(seeds[name] ?? ["SET"]), key, "z".repeat(1_000)]);
  await post("/", ["PEXPIRE", key, 100_000]);
  const before = await dump(key);

  const sent = [name, ...args.map((word) => (word === "MEMBER" ? member : named(word)))];
  const error = "ERR max single record size exceeded";
  expect(await post("/", sent, {}, small.url)).toMatchObject({ status: 400, body: { error } });
  expect(await post("/multi-exec", [sent], {}, small.url)).toMatchObject({ status: 200, body: [{ error }] });
  expect(await dump(key)).toEqual(before);
  expect((await ask(`/pttl/${key}`)).body).toMatchObject({ result: expect.closeTo(95_000, -4) });
  expect(await ask(`/llen/${named("LIST")}`)).toMatchObject({ body: { result: 2 } });
});

async function dump(key: string): Promise<unknown> {
  return (await ask(`/dump/${key}`, { headers: { "upstash-encoding": "base64" } })).body;
}

test("a transaction of many small writes stops at the limit", async () => {
  const key = freshKey();
  const pushes = Array.from({ length: 50 }, () => ["RPUSH", key, "x".repeat(150)]);
  const { status, body } = await post("/multi-exec", pushes, {}, small.url);
  const errors = (body as { error?: string }[]).filter(({ error }) => error !== undefined);
  expect({ status, errors: errors.length > 30, pushed: errors.length < 45 }).toEqual({
    status: 200,
    errors: true,
    pushed: true,
  });
});

test("several records in one command are judged one by one", async () => {
  const [a, b, c] = [freshKey(), freshKey(), freshKey()];
  const small800 = "x".repeat(800);
  const command = ["MSET", a, small800, b, small800, c, small800];
  expect(await post("/", command, {}, small.url)).toMatchObject({ status: 200, body: { result: "OK" } });
  expect(await post("/", ["MSET", a, "", b, "x".repeat(2_000)], {}, small.url)).toMatchObject({ status: 400 });
});

test("moves and stores that stay small are made", async () => {
  const [list, set, to] = [freshKey(), freshKey(), freshKey()];
  await post("/", ["RPUSH", list, "x".repeat(1_200), "x".repeat(1_200), "last"]);
  await post("/", ["SADD", set, "x".repeat(3_000), "both"]);
  await post("/", ["SADD", to, "both"]);
  expect(await post("/", ["RPOPLPUSH", list, list], {}, small.url)).toMatchObject({ body: { result: "last" } });
  expect(await post("/", ["LMOVE", list, `${to}:l`, "LEFT", "LEFT"], {}, small.url)).toMatchObject({
    body: { result: "last" },
  });
  expect(await post("/", ["SINTERSTORE", to, set, to], {}, small.url)).toMatchObject({ body: { result: 1 } });
});

test("redis.call without arguments gets the error of Redis", async () => {
  const { body } = await post("/", ["EVAL", "return redis.call()", 0], {}, small.url);
  expect(body).toEqual({ error: expect.stringContaining("at least one argument") });
});

test("many small writes reach the limit, reads and deletes go on", async () => {
  const key = freshKey();
  const push = () => post("/", ["RPUSH", key, "x".repeat(150)], {}, small.url);
  let pushed = 0;
  while ((await push()).status === 200) pushed += 1;
  expect(pushed).toBeGreaterThan(5);
  expect(await ask(`/llen/${key}`, {}, small.url)).toMatchObject({ body: { result: pushed } });
  expect(await ask(`/lpop/${key}/10`, {}, small.url)).toMatchObject({ status: 200 });
  expect(await push()).toMatchObject({ status: 200 });
});

test("a replaced value counts alone", async () => {
  const key = freshKey();
  expect(await post("/", ["SET", key, "x".repeat(1_500)], {}, small.url)).toMatchObject({ status: 200 });
  expect(await post("/", ["SET", key, "y".repeat(1_500)], {}, small.url)).toMatchObject({ status: 200 });
});

test("a script stops at the write that is refused, and keeps what it wrote before", async () => {
  const [first, second] = [freshKey(), freshKey()];
  const script = "redis.call('SET', KEYS[1], 'written') return redis.call('SET', KEYS[2], ARGV[1])";
  const call = ["EVAL", script, 2, first, second, "x".repeat(3_000)];
  expect(await post("/", call, {}, small.url)).toMatchObject({ status: 400 });
  expect(await ask(`/mget/${first}/${second}`)).toMatchObject({ body: { result: ["written", null] } });
});

test("a script may catch the refusal", async () => {
  const script = "local reply = redis.pcall('SET', KEYS[1], ARGV[1]) return reply.err";
  const call = ["EVAL", script, 1, freshKey(), "x".repeat(3_000)];
  expect(await post("/", call, {}, small.url)).toMatchObject({
    body: { result: "ERR max single record size exceeded" },
  });
});

test("a script with key locking is held to both limits", async () => {
  const flagged = "#!lua flags=allow-key-locking\nreturn redis.call('SET', ARGV[1], ARGV[2])";
  const key = freshKey();
  const over = await post("/", ["EVAL", flagged, 1, key, key, "x".repeat(3_000)], {}, small.url);
  expect(over).toMatchObject({ body: { error: expect.stringContaining("max single record size") } });
  const undeclared = await post("/", ["EVAL", flagged, 0, key, "v"], {}, small.url);
  expect(undeclared).toMatchObject({ body: { error: expect.stringContaining("Dynamic keys are not allowed") } });
});
