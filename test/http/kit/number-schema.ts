// A Standard Schema that accepts numbers.

/** Returns a Standard Schema that accepts a number, and outputs the number plus `added`. */
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
