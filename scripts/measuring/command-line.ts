// The options and the output that the long-running commands share.

/** Parses a whole number of the command line. Throws if the text is not one, or if it is below the minimum. */
export function parseWholeNumber(option: string, text: string, { min = 0 } = {}): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < min || text.trim() === "") {
    throw new Error(`--${option} must be a whole number from ${min}`);
  }
  return number;
}

/** Formats counts by name, sorted by name. */
export function formatCounts(counts: ReadonlyMap<string | number, number>): string {
  const sorted = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return sorted.map(([name, count]) => `${name} ${count}`).join(", ");
}
