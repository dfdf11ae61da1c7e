// Pins the public names of each entry of the package, so that none is added or removed by accident.
import { expect, test } from "vitest";

test.each([
  [
    "leasehold",
    () => import("../src/index.ts"),
    [
      "Consumer",
      "Discard",
      "LeaseholdError",
      "Producer",
      "Queue",
      "RetryLater",
      "codecs",
      "decorateAdapter",
      "listQueues",
      "next",
      "upstash",
    ],
  ],
  ["leasehold/ioredis", () => import("../src/ioredis.ts"), ["ioredis"]],
  ["leasehold/node-redis", () => import("../src/node-redis.ts"), ["nodeRedis"]],
  [
    "leasehold/webhooks",
    () => import("../src/webhooks.ts"),
    ["bodyOf", "github", "hmac", "qstash", "sharedSecret", "sign", "slack", "standardWebhooks", "stripe"],
  ],
  ["leasehold/encryption", () => import("../src/encryption.ts"), ["encrypted"]],
  ["leasehold/otel", () => import("../src/otel.ts"), ["otel", "otelMiddleware"]],
  ["leasehold/redis-work-queue", () => import("../src/redis-work-queue.ts"), ["Item", "RedisWorkQueue"]],
  ["leasehold/http", () => import("../src/http.ts"), ["createApp"]],
  ["leasehold/worker", () => import("../src/worker.ts"), ["consumer", "createWorker", "wake"]],
  [
    "leasehold/testing",
    () => import("../src/testing.ts"),
    [
      "TestClock",
      "chaos",
      "checkHistory",
      "exhaust",
      "finalState",
      "parseChaos",
      "readHistory",
      "recordHistory",
      "setClock",
    ],
  ],
  ["leasehold/gateway", () => import("../src/gateway.ts"), ["startGateway"]],
])("%s exports exactly the listed names", async (_entry, load, names) => {
  expect(Object.keys(await load()).sort()).toEqual(names);
});
