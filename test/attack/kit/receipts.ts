// Receipts as an attacker sees and makes them.
import { sha256Hex } from "../../../src/base/hex.ts";

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
  const hash = await sha256Hex(token);
  return ["", hash.slice(0, 12), hash, token, await sha256Hex(hash), "undefined"];
}

/** The claims of a forged receipt. */
interface Forged {
  prefix: string;
  queue: string;
  fence: number;
}

/** Returns receipts that the holder of a token signs with a key, as the app signs them with its secret, and otherwise. */
export async function forge(token: string, key: string, { prefix, queue, fence }: Forged): Promise<string[]> {
  const hash = await sha256Hex(token);
  const digits = fence.toString(36);
  const texts = [
    [key, "leasehold receipt", prefix, hash, queue, digits],
    ["leasehold receipt", prefix, hash, queue, digits],
    [key, digits],
  ].map((lines) => lines.join("\n"));
  const tags = await Promise.all(texts.map(sha256Hex));
  return tags.map((tag) => textOfReceipt({ short: hash.slice(0, 12), fence, tag: tag.slice(0, 32) }));
}
