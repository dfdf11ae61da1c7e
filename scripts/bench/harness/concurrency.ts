// A fixed number of calls in flight.

/** Splits a list into batches of a size; the last one may be smaller. */
export function toBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));
}

/** Calls a function for each item, with at most `concurrency` calls in flight. */
export async function forEachInFlight<T>(
  items: readonly T[],
  concurrency: number,
  call: (item: T) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const loop = async () => {
    while (next < items.length) await call(items[next++] as T);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, loop));
}
