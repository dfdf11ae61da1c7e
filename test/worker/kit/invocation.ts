// The invocation of a function: its context, the event of its cron, its requests, and the scripts that it sends.
import { sha256Hex } from "../../../src/base/hex.ts";
import type { Adapter, Job } from "../../../src/index.ts";
import type { Realm } from "../../setup/realm.ts";

/** The event of a cron that runs every minute. */
export const EVERY_MINUTE = { cron: "* * * * *", scheduledTime: Date.UTC(2026, 10, 18, 10, 23) };

/** Creates the context of a request, whose `done` waits for what was passed to `waitUntil`, as the platform does. */
export function createContext() {
  const waits: Promise<unknown>[] = [];
  return {
    passThroughOnException() {},
    props: {},
    waitUntil: (promise: Promise<unknown>) => void waits.push(promise),
    done: () => Promise.all(waits),
    get count() {
      return waits.length;
    },
  };
}

/** Creates a handler, and the list of the payloads that it has handled. */
export function createRecordingHandler<T>() {
  const done: T[] = [];
  return { done, handler: (job: Job<T>) => void done.push(job.data) };
}

/** Enqueues a job with the name of its queue to each queue, and returns their handlers and the handled payloads. */
export async function fillQueues(realm: Realm, names: readonly string[]) {
  for (const name of names) await realm.queue(name).enqueue(name);
  const { done, handler } = createRecordingHandler<string>();
  return { done, queues: Object.fromEntries(names.map((name) => [name, handler])) };
}

/** Returns an adapter that counts how often each script is sent. */
export function countScripts(redis: Adapter): { redis: Adapter; sent: Record<string, number> } {
  const sent: Record<string, number> = {};
  const run: Adapter["run"] = (script, keys, args) => {
    sent[script.name] = (sent[script.name] ?? 0) + 1;
    return redis.run(script, keys, args);
  };
  return { redis: { run }, sent };
}

/** Returns a token with the scope produce, as options of a worker list it; {@link enqueueRequest} sends it. */
export const produceTokens = async () => [{ hash: await sha256Hex("token"), scopes: ["produce" as const] }];

/** Returns a request that enqueues a job. */
export function enqueueRequest(queue: string, job: { data: unknown; id?: string }): Request {
  const headers = { Authorization: "Bearer token", "Content-Type": "application/json" };
  return new Request(`http://worker/v1/queues/${queue}/jobs`, { method: "POST", headers, body: JSON.stringify(job) });
}
