// Runs a program as a worker until a signal arrives.
import { hostname } from "node:os";
import type { Api } from "../kit/api.ts";
import { RequestError } from "../kit/cli-errors.ts";
import { LeaseClient } from "../kit/lease-client.ts";
import { writeDiagnostic } from "../lines/diagnostics.ts";
import { LineProcess } from "./line-process.ts";
import { Pool, type PoolReport } from "./pool.ts";
import { processPerJob } from "./process-per-job.ts";
import { StartError } from "./slot.ts";
import type { Program } from "./spawn-worker.ts";

/** Options of a worker, with times in ms. */
export interface WorkOptions {
  queue: string;
  program: Program;
  /** The number of jobs that run at once, each in a process of its own. */
  processes: number;
  /** True if the program speaks lines of JSON. */
  lines: boolean;
  usesFile: boolean;
  worker: string | undefined;
  lease: number;
  accept: number;
  timeout: number;
  later: number;
  grace: number;
}

/** Runs a program as a worker until a signal arrives. Resolves with what has become of the jobs. */
export async function runWork(api: Api, options: WorkOptions): Promise<PoolReport> {
  const { queue, program, processes, lines, worker = `${hostname()}-${process.pid}` } = options;
  const onError = ({ message }: RequestError) => writeDiagnostic("warn", message, { queue });
  const client = new LeaseClient(api, { queue, onError });
  const newSlot = () => (lines ? new LineProcess(program, options) : processPerJob(program, options));
  const pool = new Pool(client, Array.from({ length: processes }, newSlot), { ...options, worker });
  const stop = () => pool.stop();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  try {
    await pool.run();
  } catch (error) {
    if (error instanceof StartError) throw new RequestError(error.message);
    throw error;
  } finally {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  }
  return pool.report;
}
