// The suite over HTTP: through our own settings, through clients as users make them, and held to the declared keys.
import { Redis, type RedisConfigCloudflare } from "@upstash/redis/cloudflare";
import { inject } from "vitest";
import { upstash } from "../../src/index.ts";
import { queueSuite } from "./suite/queue-suite.ts";

const credentials = () => ({ url: inject("restUrl"), token: inject("token") });
const client = (settings: Partial<RedisConfigCloudflare>) => () => new Redis({ ...credentials(), ...settings });

queueSuite("upstash()", () => upstash(credentials()));

// The gateway runs such a script as a Redis user that may touch only the declared keys.
queueSuite("upstash() with key locking", () => upstash({ ...credentials(), keyLocking: true }));

queueSuite("a client with default settings", client({}));

queueSuite(
  "a client with everything the other way",
  client({
    automaticDeserialization: false,
    enableAutoPipelining: false,
    responseEncoding: false,
    readYourWrites: false,
  }),
);
