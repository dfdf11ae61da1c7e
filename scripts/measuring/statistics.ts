// Quantiles of measured values.

/** Returns the value that a share of all values, from 0 to 1, does not exceed (nearest rank); NaN without values. */
export function quantile(values: readonly number[], share: number): number {
  const rank = Math.max(1, Math.ceil(values.length * share));
  return values.toSorted((a, b) => a - b)[rank - 1] ?? Number.NaN;
}

/** Returns the median; the lower of the two values in the middle. */
export function median(values: readonly number[] = []): number {
  return quantile(values, 0.5);
}

/** Rounds to a number of decimals. */
export function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
