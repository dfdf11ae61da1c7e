// Latencies of jobs: histograms that the queue keeps with its totals, and their quantiles.

/** The latencies of all jobs since the queue was created. Times are in ms. */
export interface Latency {
  count: number;
  /** The sum of all latencies. */
  sum: number;
  /** The number of latencies below 1, 2, 4, 8, … ms that are not in an earlier bucket. */
  buckets: readonly number[];
  /** Quantiles, estimated within their buckets; undefined without a latency. */
  p50: number | undefined;
  p95: number | undefined;
  p99: number | undefined;
}

const HISTOGRAM = /^-(\d+((,\d{1,2}=\d+)+))?$/;

/** Parses a histogram of a queue's head, which follows a "-". Returns undefined if the text is none. */
export function parseLatency(text: string): Latency | undefined {
  const match = HISTOGRAM.exec(text);
  if (!match) return undefined;
  const [sum, ...entries] = text.slice(1).split(",");
  const buckets: number[] = [];
  for (const entry of entries) {
    const [bucket = 0, count = 0] = entry.split("=").map(Number);
    while (buckets.length <= bucket) buckets.push(0);
    buckets[bucket] = count;
  }
  return toLatency(Number(sum), buckets);
}

/** Returns a latency with its quantiles. */
export function toLatency(sum: number, buckets: readonly number[]): Latency {
  const count = buckets.reduce((total, each) => total + each, 0);
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => estimateQuantile(buckets, share * count));
  return { count, sum, buckets, p50, p95, p99 };
}

/** Estimates the latency below which `rank` latencies are, as if those of a bucket were evenly distributed in it. */
function estimateQuantile(buckets: readonly number[], rank: number): number | undefined {
  let below = 0;
  for (const [bucket, count] of buckets.entries()) {
    if (count > 0 && below + count >= rank) {
      const [low, high] = [bucket === 0 ? 0 : 2 ** (bucket - 1), 2 ** bucket];
      return Math.round(low + ((high - low) * (rank - below)) / count);
    }
    below += count;
  }
  return undefined;
}
