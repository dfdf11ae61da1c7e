// Runs `leasehold` as a process, over each kind of connection.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, inject } from "vitest";
import { startApi } from "../../http/kit/start-api.ts";
import { testPrefix } from "../../setup/queue.ts";
import { buildCommand } from "./build-command.ts";

/** The source of the command, which runs from a clone. */
export const SOURCE = join(import.meta.dirname, "../../../src/cli.ts");
/** The command, as the package has it. */
export const COMMAND = buildCommand();

/** The end of a process, and its output. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The variables of a connection, and its kind. */
export type Connection = [kind: string, variables: () => Record<string, string>];

/** Options of a process. */
export interface RunOptions {
  env?: Record<string, string>;
  input?: string;
  cwd?: string;
  /** The program, by default the bundled command. */
  command?: string;
}

/** Runs `leasehold` with arguments, and only the variables in `env`. */
export async function runLeasehold(
  args: readonly string[],
  { env = {}, input = "", cwd, command = COMMAND }: RunOptions = {},
): Promise<Ended> {
  const child = spawn(process.execPath, [command, ...args], { env, ...(cwd !== undefined && { cwd }) });
  // A process that ends early leaves the rest of its input.
  child.stdin.on("error", () => {});
  child.stdin.end(input);
  const exited = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [code, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/** Starts an API for the tests of a file, and returns the three kinds of connection to one database. */
export function useConnections(): Connection[] {
  let api: Awaited<ReturnType<typeof startApi>> | undefined;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api?.close());
  const prefix = { LEASEHOLD_PREFIX: testPrefix() };
  return [
    ["an API", () => ({ LEASEHOLD_URL: api?.url ?? "", LEASEHOLD_TOKEN: api?.token ?? "" })],
    [
      "Upstash",
      () => ({ UPSTASH_REDIS_REST_URL: inject("restUrl"), UPSTASH_REDIS_REST_TOKEN: inject("token"), ...prefix }),
    ],
    ["Redis", () => ({ REDIS_URL: inject("redisUrl"), ...prefix })],
  ];
}
