// Latencies of jobs: histograms that the queue keeps with its totals, and their quantiles.

/** The latencies of all jobs since the queue was created. Times are in ms. */
export interface Latency {
  count: number;
  /** The sum of all latencies, estimated from the buckets. */
  sum: number;
  /** The number of latencies below 1, 2, 4, 8, … ms that are not in an earlier bucket. */
  buckets: readonly number[];
  /** Quantiles, estimated within their buckets; undefined without a latency. */
  p50: number | undefined;
  p95: number | undefined;
  p99: number | undefined;
}

/**
 * The latencies of a queue: from ready to leased, and from leased to settled. A job that was released, or whose lease expired,
 * adds no wait when it is leased again.
 */
export interface Latencies {
  waits: Latency;
  runTimes: Latency;
}

const HISTOGRAM = /^(\d+( \d+)*)?$/;
// The codes of the letters of bucket 0 (src/lua/lib/kernel/latency.lua).
const FIRST_LETTERS = { waits: 64, runTimes: 96 };
const MAX_BUCKETS = 31;

/**
 * Parses the latencies of a queue: the histograms of waits and of run times, and the letters of those that they do not contain
 * yet, separated by bars. Returns undefined if the text is damaged.
 */
export function parseLatencies(text: string): Latencies | undefined {
  const [, waitText, runText, letters = ""] = /^([^|]*)\|([^|]*)\|(.*)$/.exec(text) ?? [];
  if (waitText === undefined || runText === undefined) return undefined;
  if (!HISTOGRAM.test(waitText) || !HISTOGRAM.test(runText)) return undefined;
  const [waits, runTimes] = [waitText, runText].map((each) => (each === "" ? [] : each.split(" ").map(Number)));
  for (const letter of letters) {
    const code = letter.charCodeAt(0);
    const isWait = code < FIRST_LETTERS.runTimes;
    const [buckets, first] = isWait ? [waits, FIRST_LETTERS.waits] : [runTimes, FIRST_LETTERS.runTimes];
    const bucket = code - first;
    if (!buckets || bucket < 0 || bucket >= MAX_BUCKETS) return undefined;
    while (buckets.length <= bucket) buckets.push(0);
    buckets[bucket] = (buckets[bucket] ?? 0) + 1;
  }
  return { waits: toLatency(waits ?? []), runTimes: toLatency(runTimes ?? []) };
}

/** Returns a latency with its sum and its quantiles. */
export function toLatency(buckets: readonly number[]): Latency {
  const count = buckets.reduce((total, each) => total + each, 0);
  const sum = buckets.reduce(
    (total, each, bucket) => total + each * (bucketStart(bucket) + bucketEnd(bucket)) * 0.5,
    0,
  );
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => estimateQuantile(buckets, share * count));
  return { count, sum: Math.round(sum), buckets, p50, p95, p99 };
}

const bucketStart = (bucket: number) => (bucket === 0 ? 0 : 2 ** (bucket - 1));
const bucketEnd = (bucket: number) => 2 ** bucket;

/** Estimates the latency below which `rank` latencies are, as if those of a bucket were evenly distributed in it. */
function estimateQuantile(buckets: readonly number[], rank: number): number | undefined {
  let below = 0;
  for (const [bucket, count] of buckets.entries()) {
    if (count > 0 && below + count >= rank) {
      const [low, high] = [bucketStart(bucket), bucketEnd(bucket)];
      return Math.round(low + ((high - low) * (rank - below)) / count);
    }
    below += count;
  }
  return undefined;
}
