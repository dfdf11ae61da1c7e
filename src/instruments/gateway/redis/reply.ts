// Redis replies as JSON text: `{"result":…}` or `{"error":…}`, strings as UTF-8 or as base64.
import { ErrorReply } from "@redis/client";

/** A raw RESP2 reply: strings stay bytes, and integers stay digits, so that nothing is rounded or decoded on the way. */
export type Reply = Buffer | IntegerDigits | null | ErrorReply | Reply[];
type IntegerDigits = string;

/** Writes one reply as `{"result":…}`, or as `{"error":…}` when it is one. */
export function envelope(reply: Reply, base64: boolean): string {
  if (reply instanceof ErrorReply) return errorEnvelope(reply.message);
  // "OK" is the one string that Upstash never encodes, and only where it is the whole reply.
  if (Buffer.isBuffer(reply) && reply.length === 2 && reply.toString("latin1") === "OK") return '{"result":"OK"}';
  return `{"result":${toJson(reply, base64)}}`;
}

/** Writes an error the way Upstash does. */
export function errorEnvelope(message: string): string {
  return JSON.stringify({ error: message });
}

function toJson(reply: Reply, base64: boolean): string {
  if (reply === null) return "null";
  if (typeof reply === "string") return reply;
  if (Buffer.isBuffer(reply)) return base64 ? `"${reply.toString("base64")}"` : JSON.stringify(reply.toString());
  if (Array.isArray(reply)) return `[${reply.map((item) => toJson(item, base64)).join(",")}]`;
  return toJson(Buffer.from(reply.message), base64);
}
