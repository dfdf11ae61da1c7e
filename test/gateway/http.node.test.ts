// The REST API as it is on the wire: forms of a command, encodings, and what is no request.
import { request } from "node:http";
import { describe, expect, inject, test } from "vitest";
import { freshKey } from "../setup/keys.ts";
import { ask, post } from "./kit/ask.ts";
import { ownGateway, ownRedis } from "./kit/own-redis.ts";

const base64 = { headers: { "Upstash-Encoding": "base64" } };

describe("a command", () => {
  test("comes as a JSON array", async () => {
    const key = freshKey();
    expect(await post("/", ["SET", key, "v", "EX", 100])).toMatchObject({ status: 200, body: { result: "OK" } });
    expect(await post("/", ["get", key])).toMatchObject({ status: 200, body: { result: "v" } });
    expect(await post("/", ["TTL", key])).toMatchObject({ status: 200, body: { result: 100 } });
  });

  test("comes as a path, decoded segment by segment", async () => {
    const key = freshKey("a/b c");
    expect(await ask(`/set/${encodeURIComponent(key)}/x%2Fy/EX/100`)).toMatchObject({ body: { result: "OK" } });
    expect(await post("/", ["GET", key])).toMatchObject({ body: { result: "x/y" } });
  });

  test("comes as a path with the body as its argument and the query after it", async () => {
    const key = freshKey();
    const set = await ask(`/set/${key}?EX=100&NX`, { method: "POST", body: '{"a":1}' });
    expect(set).toMatchObject({ status: 200, body: { result: "OK" } });
    expect(await ask(`/get/${key}`)).toMatchObject({ body: { result: '{"a":1}' } });
    expect(await ask(`/ttl/${key}`)).toMatchObject({ body: { result: 100 } });
  });

  test("may be put", async () => {
    const key = freshKey();
    expect(await ask(`/set/${key}`, { method: "PUT", body: "v" })).toMatchObject({
      status: 200,
      body: { result: "OK" },
    });
  });

  test("keeps every byte of a body and of a percent-encoded path", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const [fromBody, fromPath] = [freshKey(), freshKey()];
    await ask(`/set/${fromBody}`, { method: "POST", body: bytes });
    await ask(`/set/${fromPath}/${[...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")}`);
    for (const key of [fromBody, fromPath]) {
      const { body } = await ask(`/get/${key}`, base64);
      expect(body).toEqual({ result: Buffer.from(bytes).toString("base64") });
    }
  });

  test.each([".", "..", "%2E", "%2e%2E", "...", "a%2F..%2Fb"])("keeps a path segment %j as it is", async (segment) => {
    const [key, inKey] = [freshKey(), freshKey()];
    const argument = decodeURIComponent(segment);
    expect(await askRaw(`/set/${key}/${segment}`)).toEqual({ status: 200, body: { result: "OK" } });
    expect(await post("/", ["GET", key])).toMatchObject({ body: { result: argument } });
    expect(await askRaw(`/hset/${inKey}/${segment}/v`)).toEqual({ status: 200, body: { result: 1 } });
    expect(await post("/", ["HGET", inKey, argument])).toMatchObject({ body: { result: "v" } });
  });

  test("may be asked for with a whole address, as a proxy is", async () => {
    const key = freshKey();
    expect(await askRaw(`http://any.host/set/${key}/..?EX=100`)).toEqual({ status: 200, body: { result: "OK" } });
    expect(await post("/", ["GET", key])).toMatchObject({ body: { result: ".." } });
    expect(await post("/", ["TTL", key])).toMatchObject({ body: { result: 100 } });
  });

  test.each([
    "0.12345678901234567890",
    "-9007199254740993",
    "123456789012345678901234567890",
    "9007199254740993.0",
    "1e400",
    "1E2",
    "1.0",
    "-0",
    "7",
    "-12",
  ])("keeps the number %s as it was sent", async (number) => {
    const strings = ["x, 1.50", '"[1.50", 2.50', "\\"];
    const body = `["EVAL","return ARGV",0,${JSON.stringify(strings).slice(1, -1)},\t${number}, "9.90"]`;
    const result = [...strings, number, "9.90"];
    expect(await ask("/", { method: "POST", body })).toMatchObject({ body: { result } });
    const piped = await ask("/pipeline", { method: "POST", body: `[["ECHO",${number}],["ECHO","${number} "]]` });
    expect(piped.body).toEqual([{ result: number }, { result: `${number} ` }]);
  });

  test.each(["01.5", "1.5.5", "+1.5", ".5", "1.", "1.5e", "--1.5", "1.5x"])(
    "with the number %s is no JSON",
    async (number) => {
      const body = `["ECHO",${number}]`;
      expect(await ask("/", { method: "POST", body })).toMatchObject({
        status: 400,
        body: { error: expect.stringContaining("failed to parse") },
      });
    },
  );

  test("that breaks off is refused at once, however many quotes it has", async () => {
    const body = `["ECHO", 1.5, "${'\\"'.repeat(500_000)}`;
    expect(await ask("/", { method: "POST", body })).toMatchObject({ status: 400 });
  });

  test("of megabytes keeps its numbers too", async () => {
    const key = freshKey();
    const text = '"\\\\'.repeat(1_600_000);
    const body = `["EVAL","return {#ARGV[1], ARGV[2]}",1,"${key}",${JSON.stringify(text)},1.50]`;
    expect(await ask("/", { method: "POST", body })).toMatchObject({ body: { result: [text.length, "1.50"] } });
  });

  test("keeps the digits of a number that JavaScript cannot hold", async () => {
    const key = freshKey();
    await ask("/", { method: "POST", body: `["SET","${key}",9007199254740993]` });
    expect(await ask(`/get/${key}`)).toMatchObject({ body: { result: "9007199254740993" } });
    const incremented = await fetch(`${inject("restUrl")}/incr/${key}?_token=${inject("token")}`);
    expect(await incremented.text()).toBe('{"result":9007199254740994}');
  });
});

describe("a reply", () => {
  test("carries text as UTF-8, and what is not UTF-8 as U+FFFD", async () => {
    const key = freshKey();
    await ask(`/set/${key}`, { method: "POST", body: Uint8Array.of(0x61, 0xff) });
    expect(await ask(`/get/${key}`)).toMatchObject({ body: { result: "a\uFFFD" } });
  });

  test("carries every string but a plain OK in base64 when asked", async () => {
    const script = "return {'OK', 1, {'a', false}, {ok = 'FINE'}}";
    const { body } = await post("/", ["EVAL", script, 0], base64);
    expect(body).toEqual({ result: ["T0s=", 1, ["YQ==", null], "RklORQ=="] });
    expect(await post("/", ["SET", freshKey(), "v"], base64)).toMatchObject({ body: { result: "OK" } });
    expect(await post("/", ["PING"], base64)).toMatchObject({ body: { result: "UE9ORw==" } });
    expect(await post("/", ["GET", freshKey()], base64)).toMatchObject({ body: { result: null } });
  });

  test("is a flat array for a hash", async () => {
    const key = freshKey();
    await post("/", ["HSET", key, "f", "1", "g", "2"]);
    expect(await post("/", ["HGETALL", key])).toMatchObject({ body: { result: ["f", "1", "g", "2"] } });
  });

  test("has a sync token, an error too", async () => {
    const [read, refused] = [await ask("/ping"), await ask("/get")];
    expect(read.headers.get("upstash-sync-token")).toBeTruthy();
    expect(refused.headers.get("upstash-sync-token")).toBeTruthy();
    expect(read.headers.get("content-type")).toContain("application/json");
  });
});

describe("a request that is none", () => {
  test.each([
    ["no body", "/", ""],
    ["no JSON", "/", "{not json"],
    ["JSON cut short", "/", '["SET","k'],
    ["an object", "/", '{"a":1}'],
    ["a string", "/", '"PING"'],
    ["null", "/", "null"],
    ["an empty command", "/", "[]"],
    ["an empty name", "/", '[""]'],
    ["a null argument", "/", '["SET","k",null]'],
    ["an array as an argument", "/", '["SET","k",["v"]]'],
    ["an object as an argument", "/", '["SET","k",{"v":1}]'],
    ["a command where commands are wanted", "/pipeline", '["PING"]'],
    ["no commands", "/pipeline", "[]"],
    ["no body for a pipeline", "/pipeline", ""],
    ["an object for a transaction", "/multi-exec", "{}"],
    ["no commands in a transaction", "/multi-exec", "[]"],
    ["an empty command in a transaction", "/multi-exec", '[["PING"],[]]'],
    ["an unknown command", "/", '["NOSUCH","k"]'],
    ["a command that Upstash does not have", "/", '["CONFIG","GET","*"]'],
    ["a blocking command", "/", '["BLPOP","k",0]'],
    ["a blocking read of a stream", "/", '["XREAD","BLOCK",0,"STREAMS","s","$"]'],
    ["a command of a session", "/", '["SELECT",1]'],
    ["a transaction by hand", "/", '["MULTI"]'],
    ["too few arguments", "/", '["GET"]'],
    ["a script that does not compile", "/", '["EVAL","return (",0]'],
    ["more keys than arguments", "/", '["EVAL","#!lua flags=allow-key-locking\\nreturn 1",5,"k"]'],
    ["a number of keys that is none", "/", '["EVAL","#!lua flags=allow-key-locking\\nreturn 1","many"]'],
    ["a script of another language", "/", '["EVAL","#!js flags=allow-key-locking\\nreturn 1",0]'],
  ])("gets 400 and an error: %s", async (_what, path, body) => {
    const answer = await ask(path, { method: "POST", body });
    expect(answer).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect(await ask("/ping")).toMatchObject({ status: 200 });
  });

  test("a stream's key may be called BLOCK", async () => {
    const { status } = await post("/", ["XREAD", "COUNT", 1, "STREAMS", "BLOCK", "0"]);
    expect(status).toBe(200);
  });

  test.each(["DELETE", "PATCH", "OPTIONS"])("gets 405 for %s", async (method) => {
    expect(await ask("/ping", { method })).toMatchObject({ status: 405, body: { error: expect.any(String) } });
  });

  test.each(["/subscribe/", "/psubscribe/", "/monitor?"])("HEAD %s opens no stream", async (path) => {
    const key = freshKey();
    const connections = async () =>
      Number(
        /connected_clients:(\d+)/.exec(
          ((await ask("/info/clients", {}, own.url)).body as { result: string }).result,
        )?.[1],
      );
    const { url } = await ownRedis();
    const { gateway: own } = await ownGateway(url, { token: inject("token") });
    const before = await connections();
    expect(await ask(`${path}${key}`, { method: "HEAD" }, own.url)).toMatchObject({ status: 200, body: "" });
    expect(await connections()).toBe(before);
    expect(await ask(`${path}${key}`, { method: "HEAD", headers: { authorization: "wrong" } }, own.url)).toMatchObject({
      status: 401,
    });
  });

  test("HEAD answers without a body", async () => {
    expect(await ask("/ping", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  });

  test("a body that ends too soon does no harm", async () => {
    const headers = { authorization: `Bearer ${inject("token")}`, "content-length": "1000" };
    await new Promise<void>((resolve) => {
      const broken = request(inject("restUrl"), { method: "POST", headers });
      broken.on("error", () => resolve());
      broken.write('["SET"', () => broken.destroy());
      broken.on("close", () => resolve());
    });
    expect(await ask("/ping")).toMatchObject({ status: 200 });
  });
});

/** Sends a path as it stands; fetch would resolve "." and ".." in it. */
function askRaw(path: string): Promise<{ status: number | undefined; body: unknown }> {
  const { hostname, port } = new URL(inject("restUrl"));
  const headers = { authorization: `Bearer ${inject("token")}` };
  return new Promise((resolve, reject) => {
    const asking = request({ hostname, port, path, headers }, async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) });
    });
    asking.on("error", reject).end();
  });
}
