// Operations as plain data, so that a failing sequence can be printed and read.

import type { JobState } from "../../../src/engine/keys.ts";
import type { Damage } from "../queue/audit.ts";
import type { GroupChange } from "../queue/groups/limits.ts";
import type { RedriveChange } from "../queue/operate.ts";
import type { Limits } from "../queue/state/groups.ts";

/** A reference to one of the leases of the sequence. */
export interface LeaseChoice {
  /** The number of leases since it. */
  back: number;
  /** A number added to its fence, to make it stale. */
  fenceOffset: number;
  /** True to count only the leases that still hold, if there are any. */
  isHeld?: boolean;
}

/** A settlement of a job. */
export type SettleChoice = LeaseChoice & {
  action: "complete" | "retry" | "fail" | "release";
  detail: {
    delay?: number;
    result?: string;
    error?: string;
    stack?: string;
    /** False if a retry uses up no attempt. */
    attempt?: boolean;
    /** True if the handler of a released job had begun. */
    begun?: boolean;
  };
};

/** The options of a lease. */
export interface LeaseOptions {
  count: number;
  for?: number;
  worker?: string;
  version?: string;
}

/** A job to enqueue. */
export interface JobOptions {
  id?: string;
  delay?: number;
  /** The time at which it is ready, in ms from now. */
  at?: number;
  priority?: number;
  maxAttempts?: number;
  timeout?: number;
  ttl?: number;
  uniqueFor?: number;
  group?: string;
  cost?: number;
  onDuplicate?: "keep" | "replace" | "again";
  debounce?: { wait: number; longest?: number };
  /** The length of its payload; a few characters unless set. */
  size?: number;
}

interface CallOptions {
  /** The index of the program that calls. */
  program: number;
  /** The number of replies that are lost before one arrives. */
  lostReplies?: number;
  /** True if no reply ever arrives. */
  isUnanswered?: boolean;
  /** A time of Redis at which no queue works. */
  clock?: "early" | "late";
}

/** A call of a program to the queue. */
export type CallOperation = CallOptions &
  (
    | { do: "enqueue"; jobs: JobOptions[]; idempotencyKey?: string }
    | { do: "lease"; lease: LeaseOptions; idempotencyKey?: string }
    | { do: "turn"; settle: SettleChoice[]; lease?: LeaseOptions; idempotencyKey?: string }
    | { do: "settle"; settle: SettleChoice[]; idempotencyKey?: string }
    | { do: "extend"; leases: LeaseChoice[]; for: number; worker?: string }
    | { do: "progress"; lease: LeaseChoice; fraction: number; note?: string; extend?: number }
    | { do: "cancel" | "promote"; ids: string[] }
    | { do: "redrive"; ids?: string[]; limit?: number; change?: RedriveChange }
    | { do: "pause" | "resume" | "destroy" }
    | { do: "counts" | "workers" }
    | { do: "setGroup"; group: string; change: GroupChange }
    | { do: "setLimits"; limits: Omit<Limits, "version">; ifVersion?: number }
    | { do: "cancelGroup" | "group"; group: string }
    | { do: "groups"; blocked?: boolean }
    | { do: "purge"; state: Exclude<JobState, "leased"> }
    | { do: "failWorker"; worker: string }
    | { do: "clean"; limit: number }
    | { do: "deepClean"; slice: number; limit?: number }
    | { do: "repair"; damage: Damage; ids: string[] }
    | { do: "get" | "result" | "wait" | "explain"; id: string }
    | { do: "list"; state: JobState; offset: number; limit: number }
  );

/** An operation of a sequence. */
export type Operation =
  | CallOperation
  /** Time passes: a number of ms, or until one of the next moments at which something is due, or a ms before or after it. */
  | { do: "pass"; ms: number }
  | { do: "pass"; next: number; offset: number }
  /** An earlier request arrives again. `back` is the number of requests since it. */
  | { do: "resend"; back: number };
