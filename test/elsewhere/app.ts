// The app that every host here serves. It is told where its Redis is, so that it runs in a process of its own too.
import openapi from "../../src/assets/openapi.json" with { type: "json" };
import { upstash } from "../../src/redis/upstash.ts";
import { github } from "../../src/webhooks/verifiers/github.ts";
import { createWorker } from "../../src/worker/create-worker.ts";
import type { WorkerOptions } from "../../src/worker/options.ts";

/** What the app is made of, as it travels into another process. */
export interface Settings {
  url: string;
  token: string;
  prefix: string;
  tokens: NonNullable<WorkerOptions["tokens"]>;
  cronSecret: string;
  githubSecret: string;
}

/** The app of these settings: a queue that it works on itself, and others that it does not. */
export function appOf({ url, token, prefix, tokens, cronSecret, githubSecret }: Settings) {
  const sources = { github: { verify: github(githubSecret), queue: "deliveries" } };
  const queues = { doubled: async ({ data }: { data: number }) => data * 2 };
  return createWorker({ redis: upstash({ url, token }), prefix, tokens, cronSecret, sources, openapi, queues });
}

/** The settings that this process was started with. */
export function settingsOf(env: Record<string, string | undefined>): Settings {
  return JSON.parse(env.LEASEHOLD_ELSEWHERE ?? "") as Settings;
}
