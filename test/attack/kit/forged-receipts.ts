// Receipts as an attacker reads and forges them.
import { sha256Hex } from "../../../src/base/hex.ts";

/** The parts of a receipt. */
export interface ReceiptParts {
  /** The first 12 digits of the hash of the holder's token. */
  short: string;
  fence: number;
  tag: string;
}

/** Returns the parts of a receipt. */
export function parseReceipt(receipt: string): ReceiptParts {
  const [short = "", fence = "", tag = ""] = receipt.split(".");
  return { short, fence: Number.parseInt(fence, 36), tag };
}

/** Returns the receipt of its parts. */
export function formatReceipt({ short, fence, tag }: ReceiptParts): string {
  return [short, fence.toString(36), tag].join(".");
}

/** Returns the keys with which the holder of a token could sign: it knows its token, and so the token's hash. */
export async function signingKeysKnownTo(token: string): Promise<string[]> {
  const hash = await sha256Hex(token);
  return ["", hash.slice(0, 12), hash, token, await sha256Hex(hash), "undefined"];
}

/** A key, and what a forged receipt claims. */
interface Forgery {
  key: string;
  prefix: string;
  queue: string;
  fence: number;
}

/** Returns receipts that the holder of a token signs with a key, in the app's format and in two others. */
export async function forgeReceipts(token: string, { key, prefix, queue, fence }: Forgery): Promise<string[]> {
  const hash = await sha256Hex(token);
  const digits = fence.toString(36);
  const texts = [
    [key, "leasehold receipt", prefix, hash, queue, digits],
    ["leasehold receipt", prefix, hash, queue, digits],
    [key, digits],
  ].map((lines) => lines.join("\n"));
  const tags = await Promise.all(texts.map(sha256Hex));
  return tags.map((tag) => formatReceipt({ short: hash.slice(0, 12), fence, tag: tag.slice(0, 32) }));
}
