// The entry of the Cloudflare Worker: what its variables say, and nothing else.
import { createWorker } from "../worker/create-worker.ts";
import { optionsIn } from "./options-from-env.ts";
import type { Env } from "./variables.ts";

export default createWorker<Env>((env) => optionsIn(env));
