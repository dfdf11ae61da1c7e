// Names of schemas.
import * as v from "valibot";

/** Names a schema in the OpenAPI document, and so the type that generated clients have for it. */
export function withRef<S extends v.GenericSchema>(ref: string, schema: S) {
  return v.pipe(schema, v.metadata({ ref }));
}
