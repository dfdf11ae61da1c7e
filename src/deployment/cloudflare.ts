// The entry of the Cloudflare Worker, which is configured by its variables.
import { createWorker } from "../worker/create-worker.ts";
import { optionsFromEnv } from "./options-from-env.ts";
import type { Env } from "./variables.ts";

export default createWorker<Env>((env) => optionsFromEnv(env));
