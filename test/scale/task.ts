// The task of a process, which it reads from its environment, and the queue options of all processes.
import type { QueueOptions } from "../../src/index.ts";

/** The task of a process. Times are in ms. */
export interface Task {
  /** The slot of the process and the number of earlier processes in it, such as `worker0.2`. */
  name: string;
  slot: string;
  url: string;
  token: string;
  seed: number;
  /** The jobs of the whole run, its producers, and the index of this one among them. */
  jobs: number;
  producers: number;
  producer: number;
  lease: number;
  /** The error of its clock, and the time after which the clock is corrected; 0 if it never is. */
  clockError: number;
  clockSetAfter: number;
  /** The timeout of a request. */
  timeout: number;
  /** The folder of the histories. */
  folder: string;
}

/** The payload of a job. */
export interface Payload {
  number: number;
  filler: string;
}

/** The environment variable with the task. */
export const TASK = "LEASEHOLD_FAULTS_TASK";
/** The environment variable with the path of a JSON file: texts of scripts by name, which are sent instead of the real ones. */
export const SCRIPTS = "LEASEHOLD_FAULTS_SCRIPTS";

/** The name of the queue. */
export const QUEUE = "faults";
// The smallest limit of waiting jobs. The limit makes producers run for as long as workers.
const MIN_LENGTH = 200;

/** Returns the options of the queue in every process. Attempts do not run out, since faults cause many. */
export function queueOptions({ lease, jobs }: Pick<Task, "lease" | "jobs">): Omit<QueueOptions<Payload>, "redis"> {
  return {
    lease,
    maxAttempts: 1_000,
    backoff: { type: "fixed", delay: 50 },
    maxLength: Math.max(MIN_LENGTH, Math.ceil(jobs / 50)),
    // On a slow machine, more than two minutes may pass until the successor of a killed producer sends its request again.
    rememberRequests: "10m",
  };
}
