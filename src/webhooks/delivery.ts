// A webhook as its job holds it: the body as it came, and the headers that matter.

import { validateId } from "../base/arguments.ts";
import { bytes } from "../base/codec.ts";
import { toHex } from "../base/hex.ts";
import { utf8 } from "./signatures/encoding.ts";
import { sha256 } from "./signatures/mac.ts";

/** What a job holds, unless its source has a rule for its payload. */
export interface Delivery {
  /** The name of the source. */
  source: string;
  /** The sender's name for it, where it has one. */
  id?: string;
  /** Names in lower case. */
  headers: Record<string, string>;
  /** The body as it came, to the byte; {@link bodyOf} gives the bytes. */
  body: string;
  /** Set where the body is not UTF-8, and stands in base64 here. */
  encoding?: "base64";
  /** In ms since the epoch. */
  receivedAt: number;
}

/** The bytes of a delivery, as they came. */
export function bodyOf({ body, encoding }: Pick<Delivery, "body" | "encoding">): Uint8Array {
  return encoding === "base64" ? bytes.decode(body) : utf8(body);
}

/** A body as text where it is text. A byte order mark is part of it. */
export function textOf(body: Uint8Array): Pick<Delivery, "body" | "encoding"> {
  try {
    return { body: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body) };
  } catch {
    return { body: bytes.encode(body), encoding: "base64" };
  }
}

/**
 * The job's id: the delivery's, after the name of the source, so that two sources do not meet in one queue. An id that no
 * job can have is replaced by its hash; as JSON, where what UTF-8 cannot carry stays apart.
 */
export async function jobIdOf(source: string, id: string): Promise<string> {
  try {
    return validateId(`${source}:${id}`);
  } catch {
    return `${source}:${toHex(await sha256(utf8(JSON.stringify(id))))}`;
  }
}
