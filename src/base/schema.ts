// Validation of payloads by any library that implements Standard Schema (zod, valibot, arktype and others).
import { LeaseholdError, printableKey } from "./errors.ts";

/** A schema as https://standardschema.dev defines it. Copied, as the specification recommends, instead of a dependency. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[] };

/**
 * Validates a payload, and resolves with the schema's output. The error for an invalid payload states the path of the first
 * issue, never a value.
 */
export async function validatePayload<T>(schema: StandardSchema<unknown, T>, value: unknown): Promise<T> {
  const result = await schema["~standard"].validate(value);
  if (!result.issues) return result.value;
  const path = result.issues[0]?.path?.map((part) =>
    String(typeof part === "object" && part !== null && "key" in part ? part.key : part),
  );
  const position = path?.length ? ` at ${path.map(printableKey).join(".").slice(0, 100)}` : "";
  throw new LeaseholdError("invalid_payload", `the payload does not match its schema${position}`);
}
