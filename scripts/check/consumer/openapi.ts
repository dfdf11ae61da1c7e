// A consumer of the package that serves the OpenAPI document. It is compiled against dist, and not run.
import { createApp } from "leasehold/http";
import openapi from "leasehold/openapi.json" with { type: "json" };
import { createWorker } from "leasehold/worker";

type Redis = Parameters<typeof createApp>[0]["redis"];

/** Creates apps with the document as an object and as text. */
export function createApps(redis: Redis) {
  return [createApp({ redis, openapi }), createApp({ redis, openapi: JSON.stringify(openapi) })];
}

/** Creates a worker with the document. */
export function createApiWorker(redis: Redis) {
  return createWorker({ redis, queues: {}, openapi });
}

/** Does not compile without the comment, because the types are strict. */
export function createWrongApp(redis: Redis) {
  // @ts-expect-error The option is neither the document nor its text.
  return createApp({ redis, openapi: { default: openapi } });
}
