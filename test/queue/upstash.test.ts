// The suite over HTTP: with upstash(), with clients that users configure, and with access limited to the declared keys.
import { Redis, type RedisConfigCloudflare } from "@upstash/redis/cloudflare";
import { describe, expect, inject, test } from "vitest";
import * as scripts from "../../src/engine/all-scripts.ts";
import { type Adapter, upstash } from "../../src/index.ts";
import { declareQueueSuite } from "./suite/queue-suite.ts";

const credentials = () => ({ url: inject("restUrl"), token: inject("token") });
const createClient = (settings: Partial<RedisConfigCloudflare>) => () => new Redis({ ...credentials(), ...settings });

declareQueueSuite("upstash()", () => upstash(credentials()));

// With key locking, the gateway runs each script as a Redis user who may access only the script's declared keys.
describe("sealed keys", () => {
  const scriptsRun = new Set<string>();
  const createLockingAdapter = (): Adapter => {
    const adapter = upstash({ ...credentials(), keyLocking: true });
    const run: Adapter["run"] = (script, keys, args) => {
      scriptsRun.add(script.name);
      return adapter.run(script, keys, args);
    };
    return { ...adapter, run };
  };
  declareQueueSuite("upstash() with key locking", createLockingAdapter);
  test("every script runs with access to its declared keys only", () => {
    const allScripts = Object.values(scripts).map(({ name }) => name);
    expect([...scriptsRun].sort()).toEqual(allScripts.sort());
  });
});

declareQueueSuite("a client with default settings", createClient({}));

declareQueueSuite(
  "a client with every setting inverted",
  createClient({
    automaticDeserialization: false,
    enableAutoPipelining: false,
    responseEncoding: false,
    readYourWrites: false,
  }),
);
