// Redis replies as JSON: `{"result":…}` or `{"error":…}`, with strings as UTF-8 or as base64.
import { ErrorReply } from "@redis/client";

/** A raw RESP2 reply. Strings stay bytes and integers stay digits, so nothing is decoded or rounded on the way. */
export type RedisReply = Buffer | IntegerDigits | null | ErrorReply | RedisReply[];
type IntegerDigits = string;

/** Formats a reply as `{"result":…}`, an error reply as `{"error":…}`. */
export function formatReply(reply: RedisReply, isBase64: boolean): string {
  if (reply instanceof ErrorReply) return formatError(reply.message);
  // Upstash encodes every string except an "OK" that is the whole reply.
  if (Buffer.isBuffer(reply) && reply.length === 2 && reply.toString("latin1") === "OK") return '{"result":"OK"}';
  return `{"result":${toJson(reply, isBase64)}}`;
}

/** Formats an error as Upstash does. */
export function formatError(message: string): string {
  return JSON.stringify({ error: message });
}

/**
 * Returns the JSON of a reply, in which strings may be base64. A number is a string of digits here, so that it keeps
 * them.
 */
function toJson(reply: RedisReply, isBase64: boolean): string {
  if (reply === null) return "null";
  if (typeof reply === "string") return reply;
  if (Buffer.isBuffer(reply)) return isBase64 ? `"${reply.toString("base64")}"` : JSON.stringify(reply.toString());
  if (Array.isArray(reply)) return `[${reply.map((item) => toJson(item, isBase64)).join(",")}]`;
  return toJson(Buffer.from(reply.message), isBase64);
}
