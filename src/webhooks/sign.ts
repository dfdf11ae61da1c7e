// Signs requests as Standard Webhooks do.
import { joinBytes, toBase64 } from "./signatures/encoding.ts";
import { computeMac } from "./signatures/mac.ts";
import { decodeStandardSecrets } from "./verifiers/standard.ts";

/** A request to sign. */
export interface SignOptions {
  /** The id of the delivery, the same for each attempt to deliver it. */
  id: string;
  /** The time of the attempt, in ms since the epoch; the header has it in seconds. */
  timestamp: number;
  body: string | Uint8Array;
}

/**
 * Returns the headers that sign a request as Standard Webhooks do.
 *
 * @example
 * const headers = await sign(secret, { id: "msg_1", timestamp: Date.now(), body });
 */
export async function sign(secret: string, { id, timestamp, body }: SignOptions): Promise<Record<string, string>> {
  const [key] = decodeStandardSecrets(secret, "sign") as [Uint8Array<ArrayBuffer>];
  const seconds = String(Math.floor(timestamp / 1_000));
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  const signature = await computeMac(joinBytes(`${id}.${seconds}.`, bytes), { algorithm: "SHA-256", secret: key });
  return { "webhook-id": id, "webhook-timestamp": seconds, "webhook-signature": `v1,${toBase64(signature)}` };
}
