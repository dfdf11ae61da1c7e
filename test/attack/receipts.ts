// Receipts as an attacker sees and makes them.
import { sha256 } from "../../src/core/hex.ts";

/** The parts of a receipt. */
export interface Receipt {
  short: string;
  fence: number;
  tag: string;
}

/** Reads a receipt. */
export function partsOf(receipt: string): Receipt {
  const [short = "", fence = "", tag = ""] = receipt.split(".");
  return { short, fence: Number.parseInt(fence, 36), tag };
}

/** Writes a receipt. */
export function textOfReceipt({ short, fence, tag }: Receipt): string {
  return [short, fence.toString(36), tag].join(".");
}

/** All that the holder of a token can make tags with: it knows its token, and so its hash. */
export async function keysKnownTo(token: string): Promise<string[]> {
  const hash = await sha256(token);
  return ["", hash.slice(0, 12), hash, token, await sha256(hash), "undefined"];
}

/** The claims of a forged receipt. */
interface Forged {
  prefix: string;
  queue: string;
  fence: number;
}

/** Returns receipts that the holder of a token makes with a key, as the app makes them with its secret, and without one. */
export async function forge(token: string, key: string, { prefix, queue, fence }: Forged): Promise<string[]> {
  const hash = await sha256(token);
  const texts = [
    ["leasehold receipts", prefix, key, hash, queue],
    ["leasehold receipts", prefix, `${hash} ${queue}`],
    [key],
  ].map((lines) => lines.join("\n"));
  const tags = await Promise.all(texts.map((text) => tagOf(text, fence)));
  return tags.map((tag) => textOfReceipt({ short: hash.slice(0, 12), fence, tag }));
}

async function tagOf(text: string, fence: number): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const key = await crypto.subtle.importKey("raw", digest, "AES-CTR", false, ["encrypt"]);
  const counter = new Uint8Array(16);
  new DataView(counter.buffer).setBigUint64(8, BigInt(fence));
  const tag = await crypto.subtle.encrypt({ name: "AES-CTR", counter, length: 64 }, key, new Uint8Array(16));
  return Buffer.from(tag).toString("base64url");
}
