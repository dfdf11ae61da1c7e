// Sources of webhooks: the verifier of the sender, and the job of a delivery.

import { invalidArgument, validateFunction, validateInteger, validateName, validateObject } from "../base/arguments.ts";
import { type Duration, toMilliseconds } from "../base/duration.ts";
import { labelError } from "../base/errors.ts";
import type { Delivery } from "./delivery.ts";
import { type DeliveryValue, type ResolvedValue, resolveValue } from "./delivery-value.ts";
import { validateHeaderName } from "./signatures/header-signature.ts";
import type { Verifier } from "./signatures/verifier.ts";

/**
 * A sender of webhooks.
 *
 * @example
 * const sources = { github: { verify: github(env.GITHUB_SECRET), queue: "pushes" } };
 */
export interface Source {
  verify: Verifier;
  /** The queue of its jobs. */
  queue: string;
  /** Returns the delivery's id, instead of the sender's. Undefined makes a job of each attempt to deliver it. */
  id?(delivery: Delivery): string | number | undefined | Promise<string | number | undefined>;
  /** Returns the content of the job, instead of the {@link Delivery}. Undefined accepts the delivery without a job. */
  payload?(delivery: Delivery): unknown;
  /** The group of the job; no group unless set, or if the value is missing or empty. */
  group?: DeliveryValue<string | number>;
  /** The number of tokens that the job spends of a rate; 1 unless set, or if the value is missing. */
  cost?: DeliveryValue<number>;
  /** The time for which a repeated delivery makes no second job; 7 days unless set. */
  uniqueFor?: Duration;
  /** Lets the deliveries about one subject make one job, with the content of the newest delivery. */
  debounce?: SourceDebounce;
  /** The largest body in bytes; 1 MB unless set. The queue's `maxPayloadBytes` must allow for it as JSON text. */
  maxBytes?: number;
  /** The accepted content types, such as "text/plain", "text/*" or "*\/*"; JSON and forms unless set. */
  contentTypes?: readonly string[];
  /** Further headers to keep in the job. */
  headers?: readonly string[];
}

/** The debounce of a source's deliveries. */
export interface SourceDebounce {
  /** The subject of a delivery. One without a subject makes a job of its own. */
  key: DeliveryValue<string | number>;
  /** The time after the newest delivery for which the job waits. */
  wait: Duration;
  /** The longest time for which it waits after the first one; no limit unless set. */
  longest?: Duration;
}

/** A validated source with its name and its defaults. */
export interface ResolvedSource extends Pick<Source, "id" | "payload" | "queue"> {
  name: string;
  verify: Verifier;
  group?: ResolvedValue<string | number>;
  cost?: ResolvedValue<number>;
  uniqueFor: number;
  debounce?: { key: ResolvedValue<string | number>; wait: number; longest?: number };
  maxBytes: number;
  contentTypes: readonly string[];
  headers: readonly string[];
}

const MB = 1024 * 1024;

// Without a colon, which ends the name in the id of a job.
const NAME = /^[A-Za-z0-9._-]{1,64}$/;
const DEFAULT_TYPES = ["application/json", "application/*+json", "application/x-www-form-urlencoded"];
const ALWAYS_KEPT = ["content-type", "user-agent"];
const NEVER_KEPT = ["authorization", "cookie", "proxy-authorization"];

/** Validates sources and returns them by name. In a map, so that a name from a request finds no inherited property. */
export function validateSources(sources: Record<string, Source>): Map<string, ResolvedSource> {
  const entries = Object.entries(validateObject(sources, "sources"));
  return new Map(entries.map(([name, source]) => [name, validateSource(name, source)]));
}

/** Validates one source. An error names it. */
function validateSource(name: string, source: Source): ResolvedSource {
  if (!NAME.test(name))
    throw invalidArgument("the name of a source must be 1 to 64 of the characters A-Z a-z 0-9 . _ -");
  try {
    return resolveSource(name, validateObject(source, "a source"));
  } catch (error) {
    throw labelError(`source ${name}`, error);
  }
}

/** Validates the options of a source and adds the defaults. Headers with secrets are never kept. */
function resolveSource(name: string, source: Source): ResolvedSource {
  const { verify, queue, id, payload, group, cost, debounce, uniqueFor = "7d", maxBytes = MB, headers = [] } = source;
  validateFunction(validateObject(verify, "verify").verify, "verify.verify");
  const hidden = [...NEVER_KEPT, ...(verify.secretHeaders ?? [])];
  const kept = [...ALWAYS_KEPT, ...verify.headers, ...headers].map((header) =>
    validateHeaderName(header, { label: "headers", option: "each" }).toLowerCase(),
  );
  return {
    name,
    verify,
    queue: validateName(queue, "queue"),
    uniqueFor: toMilliseconds(uniqueFor, "uniqueFor"),
    maxBytes: validateInteger(maxBytes, "maxBytes", { min: 1, max: 64 * MB }),
    contentTypes: (source.contentTypes ?? verify.contentTypes ?? DEFAULT_TYPES).map((type) => type.toLowerCase()),
    headers: [...new Set(kept)].filter((header) => !hidden.includes(header)),
    ...(id === undefined ? {} : { id: validateFunction(id, "id") }),
    ...(payload === undefined ? {} : { payload: validateFunction(payload, "payload") }),
    ...(group === undefined ? {} : { group: resolveValue(group, "group") }),
    ...(cost === undefined ? {} : { cost: resolveValue(cost, "cost") }),
    ...(debounce === undefined ? {} : { debounce: resolveDebounce(debounce) }),
  };
}

function resolveDebounce(debounce: SourceDebounce): ResolvedSource["debounce"] & object {
  const { key, wait, longest } = validateObject(debounce, "debounce");
  return {
    key: resolveValue(key, "debounce.key"),
    wait: toMilliseconds(wait, "debounce.wait"),
    ...(longest === undefined ? {} : { longest: toMilliseconds(longest, "debounce.longest") }),
  };
}

/** Reports whether a source accepts a content type; "*\/*" accepts a request without one too. */
export function isAcceptedType({ contentTypes }: ResolvedSource, header: string | null): boolean {
  const type = (header ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return contentTypes.some((pattern) => {
    if (pattern === "*/*") return true;
    const [start = "", end] = pattern.split("*");
    return end === undefined ? type === start : type.startsWith(start) && type.endsWith(end);
  });
}
