// The connection of a command. Its address and secrets come from the environment or a file: other users of the machine could
// read them in the arguments.
import { isHttpsOrLocal } from "../../base/address.ts";
import { type Api, createApi } from "../kit/api.ts";
import { RequestError, UsageError } from "../kit/cli-errors.ts";

const TIMEOUT = 60_000;
const HELP = `set LEASEHOLD_URL and LEASEHOLD_TOKEN for an API, UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN for an Upstash
database, or REDIS_URL for a Redis; or pass --connection with a file that sets them`;

/** The variables of a connection, from the environment or a file. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Connects to the API, or to the app in this process over a database: to the first whose variables are set. */
export async function connect(variables: Variables): Promise<Api> {
  if (variables.LEASEHOLD_URL) return connectToApi(variables);
  if (variables.UPSTASH_REDIS_REST_URL || variables.REDIS_URL) {
    const { connectToDatabase } = await import("./database.ts");
    return connectToDatabase(variables);
  }
  throw new UsageError(`no connection: ${HELP}`);
}

/** Connects to the API at LEASEHOLD_URL. */
function connectToApi({ LEASEHOLD_URL: url = "", LEASEHOLD_TOKEN: token = "" }: Variables): Api {
  if (!isHttpsOrLocal(url)) throw new UsageError("LEASEHOLD_URL must be the https address of the API");
  if (!/^[\x21-\x7e]+$/.test(token)) throw new UsageError("LEASEHOLD_TOKEN must be a token of the API");
  const base = url.replace(/\/+$/, "");
  const send = async (path: string, init: RequestInit) => {
    const timeout = AbortSignal.timeout(TIMEOUT);
    try {
      // A redirect would turn a POST into a GET, and send the token to another address.
      return await fetch(base + path, { ...init, redirect: "manual", signal: init.signal ?? timeout });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new RequestError("the API did not respond");
    }
  };
  return createApi(send, { token, target: new URL(url).host, close: async () => {} });
}
