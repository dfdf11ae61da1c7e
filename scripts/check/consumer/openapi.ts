// A program of a user that serves the OpenAPI document. It is only compiled, against dist.
import { createApp } from "leasehold/http";
import openapi from "leasehold/openapi.json" with { type: "json" };
import { createWorker } from "leasehold/worker";

type Redis = Parameters<typeof createApp>[0]["redis"];

/** The document as an object and as text. */
export function apps(redis: Redis) {
  return [createApp({ redis, openapi }), createApp({ redis, openapi: JSON.stringify(openapi) })];
}

/** The document behind the app of a worker. */
export function worker(redis: Redis) {
  return createWorker({ redis, queues: {}, openapi });
}

/** Never called. */
export function wrong(redis: Redis) {
  // @ts-expect-error Neither the document nor its text.
  return createApp({ redis, openapi: { default: openapi } });
}
