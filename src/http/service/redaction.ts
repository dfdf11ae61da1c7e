// Redaction of payloads and results in responses to readers, by the paths that the owner of the service has set.
import type { Context } from "hono";
import { invalidArgument, validateName } from "../../base/arguments.ts";
import type { FieldCondition, JobFilter } from "../../queue/inspect/job-filter.ts";
import type { BulkOperation, StoredBulk } from "../../queue/operate/bulk-storage.ts";
import { meetsRedacted, REDACTED, type RedactedPath, redactJson } from "../json/redact-json.ts";
import type { AppEnv } from "./app-env.ts";
import { queueNameOf } from "./requested-queue.ts";

/**
 * The paths of redacted values by queue; "*" stands for every queue. A path is names that are separated by dots, or a list of
 * names; the name "*" stands for any.
 */
export type RedactOptions = Readonly<Record<string, readonly (string | readonly string[])[]>>;

/** The redacted paths of the queues of an app. */
export class Redaction {
  readonly #paths: ReadonlyMap<string, readonly RedactedPath[]>;

  constructor(options: RedactOptions) {
    this.#paths = new Map(Object.entries(options).map(([queue, paths]) => [queue, validatePaths(queue, paths)]));
  }

  /** Returns the paths that are redacted in a queue. */
  pathsOf(queue: string): readonly RedactedPath[] {
    return [...(this.#paths.get("*") ?? []), ...(this.#paths.get(queue) ?? [])];
  }
}

function validatePaths(queue: string, paths: RedactOptions[string]): readonly RedactedPath[] {
  if (queue !== "*") validateName(queue, "redact: the name of a queue");
  if (!Array.isArray(paths)) throw invalidArgument(`redact: ${queue} must be a list of paths`);
  return paths.map((path: unknown) => {
    const names: unknown = typeof path === "string" ? path.split(".") : path;
    const isPath = Array.isArray(names) && names.length > 0;
    if (!isPath || names.some((name) => typeof name !== "string" || name === ""))
      throw invalidArgument(`redact: a path of ${queue} must be names of fields, separated by dots`);
    return names as string[];
  });
}

/** Returns the redacted paths of the queue in the path of a request. */
export function redactedPathsOf(c: Context<AppEnv>): readonly RedactedPath[] {
  return c.get("service").redaction.pathsOf(queueNameOf(c));
}

/** Reports whether values are redacted in the queue in the path of a request. */
export function isRedacted(c: Context<AppEnv>): boolean {
  return redactedPathsOf(c).length > 0;
}

/** Returns a bulk operation whose number of skipped jobs reveals no redacted value, also if another client has begun it. */
export function redactSearch(c: Context<AppEnv>, stored: StoredBulk): StoredBulk {
  return isRedacted(c) ? { ...stored, args: { ...stored.args, isRedacted: "1" } } : stored;
}

/** Throws for a filter with a condition on a redacted value, or on one above or below it: its matches would reveal the value. */
export function refuseRedactedConditions(c: Context<AppEnv>, { data = [] }: Pick<JobFilter, "data">): void {
  const paths = redactedPathsOf(c);
  const at = data.findIndex(({ path }) => meetsRedacted(toNames(path), paths));
  if (at >= 0)
    throw invalidArgument(
      `filter.data[${at}].path: the value, or a part of it, is redacted in this service, so no job is selected by it`,
    );
}

/** Returns a bulk operation without the redacted values in its change and its filter, which another client may have stored. */
export function redactOperation(c: Context<AppEnv>, operation: BulkOperation): BulkOperation {
  const paths = redactedPathsOf(c);
  if (paths.length === 0) return operation;
  const { change, filter } = operation;
  const hasData = change?.data !== undefined;
  return {
    ...operation,
    filter: filter.data ? { ...filter, data: filter.data.map((each) => redactCondition(each, paths)) } : filter,
    ...(hasData && { change: { ...change, data: JSON.parse(redactJson(JSON.stringify(change.data), paths)) } }),
  };
}

function redactCondition(condition: FieldCondition, paths: readonly RedactedPath[]): FieldCondition {
  if ("exists" in condition || !meetsRedacted(toNames(condition.path), paths)) return condition;
  return { path: condition.path, ...("is" in condition ? { is: REDACTED } : { contains: REDACTED }) };
}

function toNames(path: FieldCondition["path"]): readonly string[] {
  return typeof path === "string" ? path.split(".") : path;
}
