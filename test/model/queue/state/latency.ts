// The histograms of latencies that the head of a queue contains.

/** The sum of some latencies in ms, and the number of those in each bucket, in the order in which the buckets came. */
export interface LatencyHistogram {
  sum: number;
  buckets: Map<number, number>;
}

/** Creates an empty histogram. */
export const createHistogram = (): LatencyHistogram => ({ sum: 0, buckets: new Map() });

/** Adds the latencies of one request. */
export function addLatencies(histogram: LatencyHistogram, latencies: readonly number[]): void {
  for (const latency of latencies.map((ms) => Math.max(0, ms)).sort((a, b) => a - b)) {
    const bucket = latency === 0 ? 0 : Math.floor(Math.log2(latency)) + 1;
    histogram.sum += latency;
    histogram.buckets.set(bucket, (histogram.buckets.get(bucket) ?? 0) + 1);
  }
}

/** Formats a histogram as the head contains it. */
export function formatHistogram({ sum, buckets }: LatencyHistogram): string {
  if (buckets.size === 0) return "";
  return [sum, ...Array.from(buckets, ([bucket, count]) => `${bucket}=${count}`)].join();
}
