// The unmodified client over the gateway, with settings of its users: its results are those over Upstash.
import { Redis, type RedisConfigCloudflare } from "@upstash/redis/cloudflare";
import { describe, expect, inject, test } from "vitest";
import { freshKey } from "../setup/fresh-key.ts";

type Settings = Omit<RedisConfigCloudflare, "url" | "token">;

const SETTINGS: Record<string, Settings> = {
  "default settings": {},
  "automatic deserialization off": { automaticDeserialization: false },
  "automatic pipelining off": { enableAutoPipelining: false },
  "replies not in base64": { responseEncoding: false },
  "read-your-writes off": { readYourWrites: false },
  "keep-alive off": { keepAlive: false },
  "telemetry off": { enableTelemetry: false },
  "one attempt": { retry: { retries: 0 } },
  "a signal per request": { signal: () => AbortSignal.timeout(10_000) },
  "everything for a queue": {
    automaticDeserialization: false,
    enableAutoPipelining: false,
    enableTelemetry: false,
    retry: { retries: 0 },
  },
};

function createUpstashClient(settings: Settings = {}): Redis {
  return new Redis({ url: inject("restUrl"), token: inject("token"), ...settings });
}

describe.each(Object.entries(SETTINGS))("with %s", (_name, settings) => {
  const parses = settings.automaticDeserialization !== false;
  const redis = () => createUpstashClient(settings);

  test.each(["plain", "", "OK", "zwölf 🚀 \u0000 \n", "null", "[1", "Zm9v"])(
    "text %j comes back unchanged",
    async (text) => {
      const key = freshKey();
      expect(await redis().set(key, text)).toBe("OK");
      expect(await redis().get(key)).toEqual(parses && text === "null" ? null : text);
    },
  );

  test("JSON comes back parsed, or as text if parsing is off", async () => {
    const key = freshKey();
    await redis().set(key, { a: [1, "two"] });
    expect(await redis().get(key)).toEqual(parses ? { a: [1, "two"] } : '{"a":[1,"two"]}');
  });

  test("an array keeps each of its strings, OK included", async () => {
    const key = freshKey();
    await redis().rpush(key, "OK", "a", "ünï");
    expect(await redis().lrange(key, 0, -1)).toEqual(["OK", "a", "ünï"]);
  });

  test("a missing key is null, alone and in a list", async () => {
    const key = freshKey();
    await redis().set(key, "here");
    expect(await redis().get(freshKey())).toBeNull();
    expect(await redis().mget(key, freshKey())).toEqual(["here", null]);
  });

  test("a hash comes back whole", async () => {
    const key = freshKey();
    expect(await redis().hset(key, { name: "ada", status: "OK" })).toBe(2);
    const flat = ["name", "ada", "status", "OK"];
    expect(await redis().hgetall(key)).toEqual(parses ? { name: "ada", status: "OK" } : flat);
  });

  test("sorted sets keep members and scores", async () => {
    const key = freshKey();
    await redis().zadd(key, { score: 1.5, member: "a" }, { score: 2, member: "b" });
    const number = parses ? Number : String;
    expect(await redis().zrange(key, 0, -1, { withScores: true })).toEqual(["a", number("1.5"), "b", number("2")]);
  });

  test("a script's nested reply keeps its shape", async () => {
    const key = freshKey();
    const script =
      "return {1, 'two', {3, {'four', false}}, redis.call('SET', KEYS[1], ARGV[1]), redis.call('GET', KEYS[1])}";
    expect(await redis().eval(script, [key], ["stored"])).toEqual([1, "two", [3, ["four", null]], "OK", "stored"]);
  });

  test("a loaded script runs by its digest, and an unknown digest is refused", async () => {
    const sha = await redis().scriptLoad("return ARGV[1]");
    expect(await redis().evalsha(sha, [], ["x"])).toBe("x");
    await expect(redis().evalsha("0".repeat(40), [], [])).rejects.toThrow("NOSCRIPT");
  });

  test("a script with key locking runs on the keys that it declares", async () => {
    const key = freshKey();
    const script = "#!lua flags=allow-key-locking\nreturn redis.call('INCRBY', KEYS[1], ARGV[1])";
    expect(await redis().eval(script, [key], ["4"])).toBe(4);
    expect(await redis().createScript(script).exec([key], ["3"])).toBe(7);
  });

  test("commands of one tick run in their order", async () => {
    const key = freshKey();
    const client = redis();
    const replies = await Promise.all(Array.from({ length: 50 }, () => client.incr(key)));
    const ascending = Array.from({ length: 50 }, (_, i) => i + 1);
    // Without pipelining these are 50 requests, which have no order.
    expect(settings.enableAutoPipelining === false ? replies.sort((a, b) => a - b) : replies).toEqual(ascending);
  });

  test("a pipeline returns the result of each command, failed ones included", async () => {
    const key = freshKey();
    const pipeline = redis().pipeline().set(key, "text").incr(key).get(key);
    expect(await pipeline.exec({ keepErrors: true })).toEqual([
      { result: "OK", error: undefined },
      { result: undefined, error: "ERR value is not an integer or out of range" },
      { result: "text", error: undefined },
    ]);
  });

  test("a transaction runs as a whole", async () => {
    const key = freshKey();
    expect(await redis().multi().set(key, 1).incr(key).get(key).exec()).toEqual(["OK", 2, parses ? 2 : "2"]);
  });

  test("an error reply rejects the command", async () => {
    const key = freshKey();
    await redis().set(key, "text");
    await expect(redis().lpush(key, "x")).rejects.toThrow("WRONGTYPE");
  });

  test("status replies other than OK are returned", async () => {
    const key = freshKey();
    await redis().set(key, "text");
    expect(await redis().ping()).toBe("PONG");
    expect(await redis().type(key)).toBe("string");
  });

  test("a value of a megabyte comes back unchanged", async () => {
    const key = freshKey();
    const text = "é".repeat(512 * 1024);
    await redis().set(key, text);
    expect(await redis().get(key)).toBe(text);
  });
});

test("a scan finds the keys of a pattern", async () => {
  const key = freshKey("scan");
  await createUpstashClient().mset({ [`${key}:1`]: 1, [`${key}:2`]: 2 });
  let cursor = "0";
  const found: string[] = [];
  do {
    const [next, keys] = await createUpstashClient().scan(cursor, { match: `${key}:*`, count: 500 });
    cursor = next;
    found.push(...keys);
  } while (cursor !== "0");
  expect(found.sort()).toEqual([`${key}:1`, `${key}:2`]);
});

test("integers beyond 2^53 keep every digit if the client does not parse", async () => {
  const key = freshKey();
  const redis = createUpstashClient({ automaticDeserialization: false });
  await redis.set(key, "9007199254740993");
  expect(await redis.get(key)).toBe("9007199254740993");
});

test("the read-only token reads and does not write", async () => {
  const key = freshKey();
  const reader = new Redis({ url: inject("restUrl"), token: inject("readOnlyToken") });
  await createUpstashClient().set(key, "seen");
  expect(await reader.get(key)).toBe("seen");
  expect(await reader.evalRo("return redis.call('GET', KEYS[1])", [key], [])).toBe("seen");
  await expect(reader.set(key, "changed")).rejects.toThrow("NOPERM");
  await expect(reader.eval("return 1", [], [])).rejects.toThrow("NOPERM");
  await expect(reader.keys("*")).rejects.toThrow("NOPERM");
  await expect(reader.scan(0)).rejects.toThrow("NOPERM");
  expect(await createUpstashClient().get(key)).toBe("seen");
});

test("a wrong token is refused", async () => {
  const redis = new Redis({ url: inject("restUrl"), token: "wrong" });
  await expect(redis.get("any")).rejects.toThrow("WRONGPASS");
});
