// A delivery of a webhook: the content of its job, with the unchanged body.

import { isPathSafeId, validateGroup, validateId } from "../base/arguments.ts";
import { bytes } from "../base/codec.ts";
import { toHex } from "../base/hex.ts";
import { toUtf8 } from "./signatures/encoding.ts";
import { sha256 } from "./signatures/mac.ts";

/** The content of a job, unless its source has a function `payload`. */
export interface Delivery {
  /** The name of the source. */
  source: string;
  /** The sender's id of the delivery, if it has one. */
  id?: string;
  /** The kept headers, with names in lower case. */
  headers: Record<string, string>;
  /** The body, unchanged; {@link bodyOf} returns its bytes. */
  body: string;
  /** Set if the body is not UTF-8: `body` is its base64. */
  encoding?: "base64";
  /** In ms since the epoch. */
  receivedAt: number;
}

/** Returns the bytes of a delivery's body, as they arrived. */
export function bodyOf({ body, encoding }: Pick<Delivery, "body" | "encoding">): Uint8Array {
  return encoding === "base64" ? bytes.decode(body) : toUtf8(body);
}

/** Returns a body as text if it is UTF-8, and as base64 otherwise. A byte order mark is part of the text. */
export function encodeBody(body: Uint8Array): Pick<Delivery, "body" | "encoding"> {
  try {
    return { body: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body) };
  } catch {
    return { body: bytes.encode(body), encoding: "base64" };
  }
}

/**
 * Returns the id of a delivery's job: the delivery's id after the name of the source, so that two sources of one queue
 * have different ids. An id that no job can have, or that no path of the HTTP API can name, is replaced by its hash.
 */
export async function jobIdOf(source: string, id: string): Promise<string> {
  const jobId = `${source}:${id}`;
  const hashedId = async () => `${source}:${await hashOf(id)}`;
  try {
    validateId(jobId);
  } catch {
    return hashedId();
  }
  return isPathSafeId(jobId) ? jobId : hashedId();
}

/** Returns the group of a delivery's job. A name that no group can have is replaced by its hash. */
export async function groupOf(name: string): Promise<string> {
  try {
    return validateGroup(name);
  } catch {
    return hashOf(name);
  }
}

/** Returns the hash of a text, as JSON, in which lone surrogates stay different. */
async function hashOf(text: string): Promise<string> {
  return toHex(await sha256(toUtf8(JSON.stringify(text))));
}
