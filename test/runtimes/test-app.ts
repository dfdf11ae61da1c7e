// The app that every runtime serves. Its settings are serializable, so that it can run in a process of its own.
import openapi from "../../src/assets/openapi.json" with { type: "json" };
import { upstash } from "../../src/redis/upstash.ts";
import { github } from "../../src/webhooks/verifiers/github.ts";
import { createWorker } from "../../src/worker/create-worker.ts";
import type { WorkerOptions } from "../../src/worker/options.ts";

/** The settings of the app. */
export interface Settings {
  url: string;
  token: string;
  prefix: string;
  tokens: NonNullable<WorkerOptions["tokens"]>;
  cronSecret: string;
  githubSecret: string;
}

/** Creates the app, which drains the queue `doubled` itself and serves the others. */
export function createTestApp({ url, token, prefix, tokens, cronSecret, githubSecret }: Settings) {
  const sources = { github: { verify: github(githubSecret), queue: "deliveries" } };
  const queues = { doubled: async ({ data }: { data: number }) => data * 2 };
  return createWorker({ redis: upstash({ url, token }), prefix, tokens, cronSecret, sources, openapi, queues });
}

/** Parses the settings in the environment of a process. */
export function parseSettings(env: Record<string, string | undefined>): Settings {
  return JSON.parse(env.LEASEHOLD_TEST_SETTINGS ?? "") as Settings;
}
