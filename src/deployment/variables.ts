// The settings of the deployed Worker, from the variables and secrets of its environment. .dev.vars.example has an example of
// each. An error names the variable and the requirement, never the value.
import * as v from "valibot";
import { isHttpsOrLocal } from "../base/address.ts";
import { LeaseholdError } from "../base/errors.ts";
import { explainIssues } from "../http/requests/explain-issues.ts";
import { putScheduleRequest } from "../http/requests/schedule-schemas.ts";
import type { DurationLimits } from "../http/service/duration-limits.ts";
import type { RedactOptions } from "../http/service/redaction.ts";
import type { QueueSettings } from "../queue/jobs/queue-options.ts";
import type { UpstashOptions } from "../redis/upstash.ts";
import { isPlaceholder, validateSecrets } from "../webhooks/signatures/secrets.ts";
import type { WorkerSchedules } from "../worker/options.ts";
import { type Assets, scriptsInAssets } from "./script-assets.ts";

/** The variables of the Worker. Others hold the secrets that LEASEHOLD_SOURCES and LEASEHOLD_WAKE name. */
export interface Env {
  /** The static files. */
  ASSETS?: Assets;
  UPSTASH_REDIS_REST_URL?: string;
  UPSTASH_REDIS_REST_TOKEN?: string;
  LEASEHOLD_PREFIX?: string;
  LEASEHOLD_KEY_LOCKING?: string;
  LEASEHOLD_TOKENS?: string;
  LEASEHOLD_STORED_TOKENS?: string;
  LEASEHOLD_AUDIT_ENTRIES?: string;
  LEASEHOLD_LIMITS?: string;
  LEASEHOLD_REDACT?: string;
  LEASEHOLD_MAX_QUEUES?: string;
  LEASEHOLD_QUEUES?: string;
  LEASEHOLD_REDIS_WORK_QUEUES?: string;
  LEASEHOLD_SCHEDULES?: string;
  LEASEHOLD_SOURCES?: string;
  LEASEHOLD_WAKE?: string;
  LEASEHOLD_DRAIN_SECRET?: string;
  LEASEHOLD_CRON_REQUESTS?: string;
  LEASEHOLD_DEMO?: string;
  CRON_SECRET?: string;
}

const KNOWN_SUFFIXES =
  `PREFIX KEY_LOCKING TOKENS STORED_TOKENS AUDIT_ENTRIES LIMITS REDACT MAX_QUEUES QUEUES REDIS_WORK_QUEUES SCHEDULES SOURCES WAKE
   DRAIN_SECRET CRON_REQUESTS DEMO`.split(/\s+/);

/**
 * Validates that each variable whose name starts with LEASEHOLD_ is known, or holds a secret that a setting names. A
 * misspelled one would have no effect.
 */
export function validateVariableNames(env: Env): void {
  const namesOfSecrets = `${env.LEASEHOLD_SOURCES}${env.LEASEHOLD_WAKE}`;
  for (const name of Object.keys(env)) {
    const [, suffix] = /^LEASEHOLD_(.*)/.exec(name) ?? [];
    if (suffix !== undefined && !KNOWN_SUFFIXES.includes(suffix) && !namesOfSecrets.includes(`"${name}"`))
      throw invalidVariable(name, "there is no such variable");
  }
}

/** Returns the address and the token of the database. */
export function parseDatabase(env: Env): UpstashOptions {
  const { UPSTASH_REDIS_REST_URL: url = "", UPSTASH_REDIS_REST_TOKEN: token = "" } = env;
  if (!isHttpsOrLocal(url))
    throw invalidVariable("UPSTASH_REDIS_REST_URL", "it must be the https address of the database");
  if (!/^[\x21-\x7e]+$/.test(token) || isPlaceholder(token))
    throw invalidVariable("UPSTASH_REDIS_REST_TOKEN", "it must be the token of the database");
  const { ASSETS } = env;
  return {
    url,
    token,
    keyLocking: isEnabled(env, "LEASEHOLD_KEY_LOCKING"),
    // The binding serves files for any host.
    ...(ASSETS && { scripts: scriptsInAssets(ASSETS) }),
  };
}

/** Reports whether a variable is "true". It may be "false" or missing otherwise. */
export function isEnabled(
  env: Env,
  name: "LEASEHOLD_KEY_LOCKING" | "LEASEHOLD_DEMO" | "LEASEHOLD_STORED_TOKENS",
): boolean {
  const value = env[name] ?? "false";
  if (value !== "true" && value !== "false") throw invalidVariable(name, 'it must be "true" or "false"');
  return value === "true";
}

const anything = v.exactOptional(v.unknown());
const settings = v.strictObject({
  lease: anything,
  maxAttempts: anything,
  backoff: anything,
  retention: anything,
  maxLength: anything,
  maxPayloadBytes: anything,
  rememberRequests: anything,
  rememberKeys: anything,
  groups: anything,
  concurrency: anything,
  rate: anything,
  limitsVersion: anything,
});
const limits = v.strictObject({ delay: anything, ttl: anything, uniqueFor: anything, lease: anything });

/** Returns the limits of durations in requests, by queue. The app validates the durations. */
export function parseLimits(text?: string): Record<string, DurationLimits> {
  return parseRecord("LEASEHOLD_LIMITS", { schema: limits, text }) as Record<string, DurationLimits>;
}

const path = v.union([v.string(), v.array(v.string())]);

/** Returns the paths of redacted values, by queue. The app validates the names. */
export function parseRedactedPaths(text?: string): RedactOptions {
  return parseRecord("LEASEHOLD_REDACT", { schema: v.array(path), text });
}

/** Returns the settings of queues, by name. The app validates them. */
export function parseQueueSettings(text?: string): Record<string, QueueSettings> {
  return parseRecord("LEASEHOLD_QUEUES", { schema: settings, text }) as Record<string, QueueSettings>;
}

const declared = v.record(v.string(), putScheduleRequest);

/** Returns the schedules of queues, by the queue and by their ids. The first cron validates their times. */
export function parseSchedules(text?: string): WorkerSchedules {
  return parseRecord("LEASEHOLD_SCHEDULES", { schema: declared, text }) as WorkerSchedules;
}

/** Returns the whole number in a variable. */
export function parseInteger(
  env: Env,
  name: "LEASEHOLD_AUDIT_ENTRIES" | "LEASEHOLD_MAX_QUEUES" | "LEASEHOLD_CRON_REQUESTS",
  { min, fallback }: { min: number; fallback: string },
): number {
  const text = env[name] ?? fallback;
  if (!/^\d{1,6}$/.test(text) || Number(text) < min)
    throw invalidVariable(name, `it must be a whole number from ${min} to 999999`);
  return Number(text);
}

/** Returns the secrets in CRON_SECRET or LEASEHOLD_DRAIN_SECRET: several, separated by commas, during a rotation. */
export function parseSecrets(text?: string): string[] {
  return text === undefined || text === "" ? [] : text.split(",");
}

/**
 * Returns the secret in the variable `name`, which `setting` names, such as "LEASEHOLD_WAKE: emails". Throws if the
 * secret is not set or weak.
 */
export function requireSecret(env: Env, { name, setting }: { name: string; setting: string }): string {
  const secret = Object.hasOwn(env, name) ? (env as Record<string, unknown>)[name] : undefined;
  if (typeof secret !== "string" || secret === "")
    throw invalidVariable(setting, "the variable of its secret is not set");
  validateSecrets(secret, name);
  return secret;
}

/** Returns the JSON object in a variable, each value validated by a schema; an empty object for a missing variable. */
export function parseRecord<S extends v.GenericSchema>(
  name: string,
  { schema, text = "{}" }: { schema: S; text?: string | undefined },
): Record<string, v.InferOutput<S>> {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    throw invalidVariable(name, "it must be JSON");
  }
  if (typeof record !== "object" || record === null || Array.isArray(record))
    throw invalidVariable(name, "it must be an object");
  return mapValues(record as Record<string, unknown>, (value, key) => {
    const result = v.safeParse(schema, value);
    if (result.success) return result.output;
    throw new LeaseholdError("not_configured", explainIssues(result.issues, `${name}: ${key}`));
  });
}

/** Returns an object with the same keys and other values. */
export function mapValues<T, R>(object: Record<string, T>, map: (value: T, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]));
}

/** Returns the error for an invalid variable. */
export function invalidVariable(name: string, why: string): LeaseholdError {
  return new LeaseholdError("not_configured", `${name}: ${why}`);
}
