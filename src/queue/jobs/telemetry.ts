// The parts of a queue that telemetry replaces to observe operations. `leasehold/otel` implements them.

import type { Reply } from "../../engine/call.ts";
import type { NamedScript } from "../../engine/script.ts";
import type { Listeners, Middleware } from "./listeners.ts";
import type { PreparedJob } from "./prepare-jobs.ts";
import type { CallParts } from "./queue-context.ts";

/** The arguments of a script by their names. */
export type ScriptArgs = Record<string, string | number | readonly string[]>;

/** The parts of a queue that telemetry sees. It may replace all but the name. */
export interface ObservedQueue {
  readonly name: string;
  /** Calls a script. It is called as a method of a context, which need not be the first one of the queue. */
  call(script: NamedScript, args: ScriptArgs, parts?: CallParts): Promise<Reply>;
  listeners: Listeners | undefined;
  middleware: readonly Middleware[];
  /** Enqueues jobs with `send`, to which it may pass the jobs with traces. Calls `send` at once, so that calls keep their order. */
  enqueuing?: <R>(jobs: PreparedJob[], send: (jobs: PreparedJob[]) => Promise<R>) => Promise<R>;
}

/** Returns the parts that observe the operations of a queue. */
export type Telemetry = (queue: ObservedQueue) => Partial<ObservedQueue>;
