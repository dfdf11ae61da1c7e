// Validation of payloads by any library that speaks Standard Schema (zod, valibot, arktype and others).
import { LeaseholdError, printableKey } from "./errors.ts";

/** A schema as https://standardschema.dev defines it, reduced to the part in use. */
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
 * Returns the schema's output for a value, or throws an error that names the path of the first issue, not the value.
 */
export async function validate<T>(schema: StandardSchema<unknown, T>, value: unknown): Promise<T> {
  const result = await schema["~standard"].validate(value);
  if (!result.issues) return result.value;
  const path = result.issues[0]?.path?.map((part) =>
    String(typeof part === "object" && part !== null && "key" in part ? part.key : part),
  );
  const place = path?.length ? ` at ${path.map(printableKey).join(".").slice(0, 100)}` : "";
  throw new LeaseholdError("invalid_payload", `the payload does not match its schema${place}`);
}
