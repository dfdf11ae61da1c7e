// The attributes of OpenTelemetry's conventions for messaging, version 1.44.
import type { Attributes } from "@opentelemetry/api";
import { LeaseholdError } from "../base/errors.ts";

/** The operations that spans and metrics describe. */
export type Operation = "create" | "send" | "receive" | "process" | "settle";

/** Returns the attributes that the spans and metrics of an operation share. */
export function attributesOf(operation: Operation, queue: string): Attributes {
  return {
    "messaging.system": "leasehold",
    "messaging.operation.name": operation,
    "messaging.operation.type": operation,
    "messaging.destination.name": queue,
  };
}

// Spans have the group of a job, but no metric: each group would be a series of its own.
const GROUP_ATTRIBUTE = "messaging.leasehold.message.group";

/** Returns the attributes that name jobs: the id and the group of a single one, or the number of several. */
export function messageAttributes(
  count: number,
  { id, group }: { id?: string | undefined; group?: string | undefined } = {},
): Attributes {
  if (count > 1) return { "messaging.batch.message_count": count };
  return {
    ...(id !== undefined && { "messaging.message.id": id }),
    ...(group !== undefined && { [GROUP_ATTRIBUTE]: group }),
  };
}

/** Returns the value of `error.type`. It never contains the message of an error, which may contain data of a job. */
export function errorTypeOf(error: unknown): string {
  try {
    if (error instanceof LeaseholdError) return error.code;
    return error instanceof Error && /^[\w.]{1,60}$/.test(error.name) ? error.name : "_OTHER";
  } catch {
    // A thrown value may throw when it is read.
    return "_OTHER";
  }
}
