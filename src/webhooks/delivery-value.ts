// Values that a source takes from a delivery: by a function, or by a path in the JSON of the body.
import { invalidArgument } from "../base/arguments.ts";
import type { Delivery } from "./delivery.ts";

/**
 * A function that returns a value of a delivery; or the path of the value in the JSON of the body, as names that are separated by
 * dots or as a list of names. A value may be missing.
 */
export type DeliveryValue<V> = string | readonly string[] | ResolvedValue<V>;

/** A function that returns a value of a delivery. */
export type ResolvedValue<V> = (delivery: Delivery) => V | null | undefined | Promise<V | null | undefined>;

/** Validates an option of a source, and returns a function that returns the value of a delivery. */
export function resolveValue<V>(value: DeliveryValue<V>, label: string): ResolvedValue<V> {
  if (typeof value === "function") return value;
  const names: unknown = typeof value === "string" ? value.split(".") : value;
  const isPath =
    Array.isArray(names) && names.length > 0 && names.every((name) => typeof name === "string" && name !== "");
  if (!isPath) throw invalidArgument(`${label} must be a function, or a path in the body such as "customer.id"`);
  return (delivery) => findValue(delivery, names) as V | undefined;
}

/** Returns the value at a path in the JSON of a delivery's body; undefined if there is none. */
function findValue({ body }: Delivery, names: readonly string[]): unknown {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  for (const name of names) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
