// The entry of the Cloudflare Worker: what its variables say, and nothing else.
import { createWorker } from "./functions/create-worker.ts";
import { optionsIn } from "./functions/options-in.ts";
import type { Env } from "./functions/variables.ts";

export default createWorker<Env>((env) => optionsIn(env));
