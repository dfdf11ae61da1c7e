// The suite over HTTP: through our own settings, through clients as users make them, and held to the declared keys.
import { Redis, type RedisConfigCloudflare } from "@upstash/redis/cloudflare";
import { describe, expect, inject, test } from "vitest";
import * as scripts from "../../src/engine/scripts.gen.ts";
import { type Adapter, upstash } from "../../src/index.ts";
import { declareQueueSuite } from "./suite/queue-suite.ts";

const credentials = () => ({ url: inject("restUrl"), token: inject("token") });
const client = (settings: Partial<RedisConfigCloudflare>) => () => new Redis({ ...credentials(), ...settings });

declareQueueSuite("upstash()", () => upstash(credentials()));

// The gateway runs such a script as a Redis user that may touch only the declared keys.
describe("sealed keys", () => {
  const ran = new Set<string>();
  const locking = (): Adapter => {
    const adapter = upstash({ ...credentials(), keyLocking: true });
    const run: Adapter["run"] = (script, keys, args) => {
      ran.add(script.name);
      return adapter.run(script, keys, args);
    };
    return { ...adapter, run };
  };
  declareQueueSuite("upstash() with key locking", locking);
  test("every script has run on nothing but its declared keys", () => {
    const all = Object.values(scripts).map(({ name }) => name);
    expect([...ran].sort()).toEqual(all.sort());
  });
});

declareQueueSuite("a client with default settings", client({}));

declareQueueSuite(
  "a client with everything the other way",
  client({
    automaticDeserialization: false,
    enableAutoPipelining: false,
    responseEncoding: false,
    readYourWrites: false,
  }),
);
