// The suite over HTTP: with upstash(), with clients that users configure, and with access limited to the declared keys. In workerd
// the last of these and one of the clients are left to `npm run test:long`, since they do not differ there.
import { Redis, type RedisConfigCloudflare } from "@upstash/redis/cloudflare";
import { describe, expect, inject, test } from "vitest";
import * as scripts from "../../src/engine/all-scripts.ts";
import { type Adapter, upstash } from "../../src/index.ts";
import { amountOf } from "../setup/long.ts";
import { declareQueueSuite } from "./suite/queue-suite.ts";

const credentials = () => ({ url: inject("restUrl"), token: inject("token") });
const createClient = (settings: Partial<RedisConfigCloudflare>) => () => new Redis({ ...credentials(), ...settings });

declareQueueSuite("upstash()", () => upstash(credentials()));

const runsAll = navigator.userAgent !== "Cloudflare-Workers" || amountOf({ usual: false, long: true });

// With key locking, the gateway runs each script as a Redis user who may access only the script's declared keys.
if (runsAll)
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

if (runsAll) declareQueueSuite("a client with default settings", createClient({}));

declareQueueSuite(
  "a client with every setting inverted",
  createClient({
    automaticDeserialization: false,
    enableAutoPipelining: false,
    responseEncoding: false,
    readYourWrites: false,
  }),
);
