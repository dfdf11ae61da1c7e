// Concurrency with a fixed number of requests in flight.

/** Splits a list into batches. */
export function batches<T>(items: readonly T[], size: number): T[][] {
  const cut: T[][] = [];
  for (let from = 0; from < items.length; from += size) cut.push(items.slice(from, from + size));
  return cut;
}

/** Calls `each` for every item, with `concurrency` calls in flight. */
export async function inFlight<T>(
  items: readonly T[],
  concurrency: number,
  each: (item: T) => Promise<unknown>,
): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < items.length) await each(items[next++] as T);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, one));
}
