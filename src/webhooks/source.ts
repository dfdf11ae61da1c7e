// Sources: who sends, how that is verified, and which job comes of it.

import { invalidArgument, validateFunction, validateInteger, validateName, validateObject } from "../base/arguments.ts";
import { type Duration, toMilliseconds } from "../base/duration.ts";
import { labelError } from "../base/errors.ts";
import type { Delivery } from "./delivery.ts";
import { checkHeader } from "./signatures/header-signature.ts";
import type { Verifier } from "./signatures/verifier.ts";

/**
 * Where webhooks come from.
 *
 * @example
 * const sources = { github: { verify: github(env.GITHUB_SECRET), queue: "pushes" } };
 */
export interface Source {
  verify: Verifier;
  /** Where its jobs go. */
  queue: string;
  /** The delivery's id, instead of the sender's; undefined makes a job of each delivery, also of one that comes again. */
  id?(delivery: Delivery): string | number | undefined | Promise<string | number | undefined>;
  /** What the job holds, instead of the {@link Delivery}; undefined takes the delivery and makes no job of it. */
  payload?(delivery: Delivery): unknown;
  /** For how long a delivery that comes again makes no second job; 7 days unless set. */
  uniqueFor?: Duration;
  /** The largest body; 1 MB unless set. The queue's `maxPayloadBytes` has to hold it as JSON text. */
  maxBytes?: number;
  /** What bodies may be, such as "text/plain", "text/*" or "*\/*"; JSON and forms unless set. */
  contentTypes?: readonly string[];
  /** Further headers for the job to hold. */
  headers?: readonly string[];
}

/** A source with its name, checked, with its defaults. */
export interface ReadySource extends Pick<Source, "id" | "payload" | "queue"> {
  name: string;
  verify: Verifier;
  uniqueFor: number;
  maxBytes: number;
  contentTypes: readonly string[];
  headers: readonly string[];
}

const MB = 1024 * 1024;

// No colon: it ends the name in a job's id.
const NAME = /^[A-Za-z0-9._-]{1,64}$/;
const TYPES = ["application/json", "application/*+json", "application/x-www-form-urlencoded"];
const ALWAYS_KEPT = ["content-type", "user-agent"];
const NEVER_KEPT = ["authorization", "cookie", "proxy-authorization"];

/** Sources by name. A map, because a name that comes from outside must find nothing but what was put in. */
export function readySources(sources: Record<string, Source>): Map<string, ReadySource> {
  return new Map(
    Object.entries(validateObject(sources, "sources")).map(([name, source]) => [name, ready(name, source)]),
  );
}

function ready(name: string, source: Source): ReadySource {
  if (!NAME.test(name))
    throw invalidArgument("the name of a source must be 1 to 64 of the characters A-Z a-z 0-9 . _ -");
  try {
    return checked(name, validateObject(source, "a source"));
  } catch (error) {
    throw labelError(`source ${name}`, error);
  }
}

function checked(name: string, source: Source): ReadySource {
  const { verify, queue, id, payload, uniqueFor = "7d", maxBytes = MB, headers = [] } = source;
  validateFunction(validateObject(verify, "verify").verify, "verify.verify");
  const hidden = [...NEVER_KEPT, ...(verify.secretHeaders ?? [])];
  const kept = [...ALWAYS_KEPT, ...verify.headers, ...headers].map((header) => checkHeader("headers", "each", header));
  return {
    name,
    verify,
    queue: validateName(queue, "queue"),
    uniqueFor: toMilliseconds(uniqueFor, "uniqueFor"),
    maxBytes: validateInteger(maxBytes, "maxBytes", { min: 1, max: 64 * MB }),
    contentTypes: (source.contentTypes ?? verify.contentTypes ?? TYPES).map((type) => type.toLowerCase()),
    headers: [...new Set(kept.map((header) => header.toLowerCase()))].filter((header) => !hidden.includes(header)),
    ...(id === undefined ? {} : { id: validateFunction(id, "id") }),
    ...(payload === undefined ? {} : { payload: validateFunction(payload, "payload") }),
  };
}

/** Whether a source takes bodies of a type; "*\/*" also takes those that say nothing of it. */
export function takesType({ contentTypes }: ReadySource, header: string | null): boolean {
  const type = (header ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  return contentTypes.some((pattern) => {
    if (pattern === "*/*") return true;
    const [start = "", end] = pattern.split("*");
    return end === undefined ? type === start : type.startsWith(start) && type.endsWith(end);
  });
}
