// Signing as Standard Webhooks do.
import { joined, toBase64 } from "./signatures/encoding.ts";
import { mac } from "./signatures/mac.ts";
import { standardKeys } from "./verifiers/standard.ts";

/** What is sent. */
export interface SignOptions {
  /** The delivery's id, the same each time that it is sent. */
  id: string;
  /** When it is sent, in ms since the epoch; the header has it in seconds. */
  timestamp: number;
  body: string | Uint8Array;
}

/**
 * The headers that sign a request as Standard Webhooks do.
 *
 * @example
 * const headers = await sign(secret, { id: "msg_1", timestamp: Date.now(), body });
 */
export async function sign(secret: string, { id, timestamp, body }: SignOptions): Promise<Record<string, string>> {
  const [key] = standardKeys("sign", secret) as [Uint8Array<ArrayBuffer>];
  const seconds = String(Math.floor(timestamp / 1_000));
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signature = await mac("SHA-256", key, joined(`${id}.${seconds}.`, bytes));
  return { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": `v1,${toBase64(signature)}` };
}
