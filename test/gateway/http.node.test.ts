// The REST API on the wire: forms of a command, encodings, and invalid requests.
import { request } from "node:http";
import { describe, expect, inject, test } from "vitest";
import { freshKey } from "../setup/fresh-key.ts";
import { errorLike, fetchJson, resultOf, send } from "./kit/gateway-client.ts";
import { startOwnServers } from "./kit/own-servers.ts";

const base64 = { headers: { "Upstash-Encoding": "base64" } };

describe("a command", () => {
  test("may be a JSON array", async () => {
    const key = freshKey();
    expect(await send(["SET", key, "v", "EX", 100])).toMatchObject(resultOf("OK"));
    expect(await send(["get", key])).toMatchObject(resultOf("v"));
    expect(await send(["TTL", key])).toMatchObject(resultOf(100));
  });

  test("may be a path, which is decoded segment by segment", async () => {
    const key = freshKey("a/b c");
    expect(await fetchJson(`/set/${encodeURIComponent(key)}/x%2Fy/EX/100`)).toMatchObject(resultOf("OK"));
    expect(await send(["GET", key])).toMatchObject(resultOf("x/y"));
  });

  test("may be a path, with the body and then the query as further arguments", async () => {
    const key = freshKey();
    const set = await fetchJson(`/set/${key}?EX=100&NX`, { method: "POST", body: '{"a":1}' });
    expect(set).toMatchObject(resultOf("OK"));
    expect(await fetchJson(`/get/${key}`)).toMatchObject(resultOf('{"a":1}'));
    expect(await fetchJson(`/ttl/${key}`)).toMatchObject(resultOf(100));
  });

  test("may be sent with PUT", async () => {
    const key = freshKey();
    expect(await fetchJson(`/set/${key}`, { method: "PUT", body: "v" })).toMatchObject(resultOf("OK"));
  });

  test("keeps every byte of a body and of a percent-encoded path", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const [fromBody, fromPath] = [freshKey(), freshKey()];
    await fetchJson(`/set/${fromBody}`, { method: "POST", body: bytes });
    await fetchJson(`/set/${fromPath}/${[...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("")}`);
    for (const key of [fromBody, fromPath]) {
      const { body } = await fetchJson(`/get/${key}`, base64);
      expect(body).toEqual({ result: Buffer.from(bytes).toString("base64") });
    }
  });

  test.each([".", "..", "%2E", "%2e%2E", "...", "a%2F..%2Fb"])("keeps a path segment %j unchanged", async (segment) => {
    const [key, inKey] = [freshKey(), freshKey()];
    const argument = decodeURIComponent(segment);
    expect(await fetchRaw(`/set/${key}/${segment}`)).toEqual(resultOf("OK"));
    expect(await send(["GET", key])).toMatchObject(resultOf(argument));
    expect(await fetchRaw(`/hset/${inKey}/${segment}/v`)).toEqual(resultOf(1));
    expect(await send(["HGET", inKey, argument])).toMatchObject(resultOf("v"));
  });

  test("may be in a whole address, as proxies get it", async () => {
    const key = freshKey();
    expect(await fetchRaw(`http://any.host/set/${key}/..?EX=100`)).toEqual(resultOf("OK"));
    expect(await send(["GET", key])).toMatchObject(resultOf(".."));
    expect(await send(["TTL", key])).toMatchObject(resultOf(100));
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
  ])("keeps the number %s unchanged", async (number) => {
    const strings = ["x, 1.50", '"[1.50", 2.50', "\\"];
    const body = `["EVAL","return ARGV",0,${JSON.stringify(strings).slice(1, -1)},\t${number}, "9.90"]`;
    const result = [...strings, number, "9.90"];
    expect(await fetchJson("/", { method: "POST", body })).toMatchObject(resultOf(result));
    const piped = await fetchJson("/pipeline", { method: "POST", body: `[["ECHO",${number}],["ECHO","${number} "]]` });
    expect(piped.body).toEqual([{ result: number }, { result: `${number} ` }]);
  });

  test.each(["01.5", "1.5.5", "+1.5", ".5", "1.", "1.5e", "--1.5", "1.5x"])(
    "with the number %s is refused as invalid JSON",
    async (number) => {
      const body = `["ECHO",${number}]`;
      expect(await fetchJson("/", { method: "POST", body })).toMatchObject(errorLike("failed to parse"));
    },
  );

  test("that breaks off is refused at once, with any number of quotes", async () => {
    const body = `["ECHO", 1.5, "${'\\"'.repeat(500_000)}`;
    expect(await fetchJson("/", { method: "POST", body })).toMatchObject({ status: 400 });
  });

  test("of several megabytes keeps its numbers too", async () => {
    const key = freshKey();
    const text = '"\\\\'.repeat(1_600_000);
    const body = `["EVAL","return {#ARGV[1], ARGV[2]}",1,"${key}",${JSON.stringify(text)},1.50]`;
    expect(await fetchJson("/", { method: "POST", body })).toMatchObject(resultOf([text.length, "1.50"]));
  });

  test("keeps the digits of a number that JavaScript cannot represent", async () => {
    const key = freshKey();
    await fetchJson("/", { method: "POST", body: `["SET","${key}",9007199254740993]` });
    expect(await fetchJson(`/get/${key}`)).toMatchObject(resultOf("9007199254740993"));
    const incremented = await fetch(`${inject("restUrl")}/incr/${key}?_token=${inject("token")}`);
    expect(await incremented.text()).toBe('{"result":9007199254740994}');
  });
});

describe("a reply", () => {
  test("has text as UTF-8, and U+FFFD for invalid UTF-8", async () => {
    const key = freshKey();
    await fetchJson(`/set/${key}`, { method: "POST", body: Uint8Array.of(0x61, 0xff) });
    expect(await fetchJson(`/get/${key}`)).toMatchObject(resultOf("a\uFFFD"));
  });

  test("has every string but a plain OK in base64 on request", async () => {
    const script = "return {'OK', 1, {'a', false}, {ok = 'FINE'}}";
    const { body } = await send(["EVAL", script, 0], base64);
    expect(body).toEqual({ result: ["T0s=", 1, ["YQ==", null], "RklORQ=="] });
    expect(await send(["SET", freshKey(), "v"], base64)).toMatchObject(resultOf("OK"));
    expect(await send(["PING"], base64)).toMatchObject(resultOf("UE9ORw=="));
    expect(await send(["GET", freshKey()], base64)).toMatchObject(resultOf(null));
  });

  test("is a flat array for a hash", async () => {
    const key = freshKey();
    await send(["HSET", key, "f", "1", "g", "2"]);
    expect(await send(["HGETALL", key])).toMatchObject(resultOf(["f", "1", "g", "2"]));
  });

  test("has a sync token, error replies included", async () => {
    const [read, refused] = [await fetchJson("/ping"), await fetchJson("/get")];
    expect(read.headers.get("upstash-sync-token")).toBeTruthy();
    expect(refused.headers.get("upstash-sync-token")).toBeTruthy();
    expect(read.headers.get("content-type")).toContain("application/json");
  });
});

describe("an invalid request", () => {
  test.each([
    ["no body", "/", ""],
    ["invalid JSON", "/", "{not json"],
    ["JSON cut short", "/", '["SET","k'],
    ["an object", "/", '{"a":1}'],
    ["a string", "/", '"PING"'],
    ["null", "/", "null"],
    ["an empty command", "/", "[]"],
    ["an empty name", "/", '[""]'],
    ["a null argument", "/", '["SET","k",null]'],
    ["an array as an argument", "/", '["SET","k",["v"]]'],
    ["an object as an argument", "/", '["SET","k",{"v":1}]'],
    ["a pipeline that is one command", "/pipeline", '["PING"]'],
    ["an empty pipeline", "/pipeline", "[]"],
    ["a pipeline without a body", "/pipeline", ""],
    ["a transaction that is an object", "/multi-exec", "{}"],
    ["an empty transaction", "/multi-exec", "[]"],
    ["an empty command in a transaction", "/multi-exec", '[["PING"],[]]'],
    ["an unknown command", "/", '["NOSUCH","k"]'],
    ["a command that Upstash does not have", "/", '["CONFIG","GET","*"]'],
    ["a blocking command", "/", '["BLPOP","k",0]'],
    ["a blocking read of a stream", "/", '["XREAD","BLOCK",0,"STREAMS","s","$"]'],
    ["a command of a session", "/", '["SELECT",1]'],
    ["a MULTI command", "/", '["MULTI"]'],
    ["too few arguments", "/", '["GET"]'],
    ["a script that does not compile", "/", '["EVAL","return (",0]'],
    ["more keys than arguments", "/", '["EVAL","#!lua flags=allow-key-locking\\nreturn 1",5,"k"]'],
    ["a number of keys that is not a number", "/", '["EVAL","#!lua flags=allow-key-locking\\nreturn 1","many"]'],
    ["a script of another language", "/", '["EVAL","#!js flags=allow-key-locking\\nreturn 1",0]'],
  ])("gets 400 and an error: %s", async (_title, path, body) => {
    const response = await fetchJson(path, { method: "POST", body });
    expect(response).toMatchObject({ status: 400, body: { error: expect.any(String) } });
    expect(await fetchJson("/ping")).toMatchObject({ status: 200 });
  });

  test("a stream's key may be named BLOCK", async () => {
    const { status } = await send(["XREAD", "COUNT", 1, "STREAMS", "BLOCK", "0"]);
    expect(status).toBe(200);
  });

  test.each(["DELETE", "PATCH", "OPTIONS"])("gets 405 for %s", async (method) => {
    expect(await fetchJson("/ping", { method })).toMatchObject({ status: 405, body: { error: expect.any(String) } });
  });

  test.each(["/subscribe/", "/psubscribe/", "/monitor?"])("HEAD %s opens no stream", async (path) => {
    const key = freshKey();
    const own = await startOwnServers();
    const connections = async () => {
      const { result } = (await own.fetchJson("/info/clients")).body as { result: string };
      return Number(/connected_clients:(\d+)/.exec(result)?.[1]);
    };
    const before = await connections();
    expect(await own.fetchJson(`${path}${key}`, { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
    expect(await connections()).toBe(before);
    const wrong = { method: "HEAD", headers: { authorization: "wrong" } };
    expect(await own.fetchJson(`${path}${key}`, wrong)).toMatchObject({ status: 401 });
  });

  test("HEAD gets a response without a body", async () => {
    expect(await fetchJson("/ping", { method: "HEAD" })).toMatchObject({ status: 200, body: "" });
  });

  test("a body that breaks off leaves the gateway running", async () => {
    const headers = { authorization: `Bearer ${inject("token")}`, "content-length": "1000" };
    await new Promise<void>((resolve) => {
      const broken = request(inject("restUrl"), { method: "POST", headers });
      broken.on("error", () => resolve());
      broken.write('["SET"', () => broken.destroy());
      broken.on("close", () => resolve());
    });
    expect(await fetchJson("/ping")).toMatchObject({ status: 200 });
  });
});

/** Sends a path unchanged; fetch would resolve "." and ".." in it. */
function fetchRaw(path: string): Promise<{ status: number | undefined; body: unknown }> {
  const { hostname, port } = new URL(inject("restUrl"));
  const headers = { authorization: `Bearer ${inject("token")}` };
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, headers }, async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) });
    });
    outgoing.on("error", reject).end();
  });
}
