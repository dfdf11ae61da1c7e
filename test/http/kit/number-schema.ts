// A Standard Schema that accepts numbers.

/** Returns a schema that accepts a number, and adds to it. */
export function numberSchema(added = 0) {
  return {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: (value: unknown) =>
        typeof value === "number" ? { value: value + added } : { issues: [{ message: "must be a number" }] },
    },
  } as const;
}
