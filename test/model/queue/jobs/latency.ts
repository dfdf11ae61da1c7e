// The histograms of latencies. The model has each as numbers of buckets; Redis has the newest latencies as letters at the end
// of the head.

const FIRST_LETTERS = { waits: 64, runTimes: 96 };
const LAST_BUCKET = 30;

/** Adds latencies in ms to a histogram. */
export function addLatencies(histogram: number[], latencies: readonly number[]): void {
  for (const ms of latencies)
    addToBucket(histogram, ms < 1 ? 0 : Math.min(LAST_BUCKET, Math.floor(Math.log2(ms)) + 1), 1);
}

function addToBucket(histogram: number[], bucket: number, number: number): void {
  while (histogram.length <= bucket) histogram.push(0);
  histogram[bucket] = (histogram[bucket] ?? 0) + number;
}

/** Returns the histograms that are not empty, as fields of meta. */
export function toFields(histograms: { waits: number[]; runTimes: number[] }): Record<string, string> {
  const { waits, runTimes } = histograms;
  const fields = Object.entries({ waits, runTimes }).filter(([, numbers]) => numbers.length > 0);
  return Object.fromEntries(fields.map(([name, numbers]) => [name, numbers.join(" ")]));
}

/** Returns the fields of meta with the letters of the head in the histograms. */
export function withoutLetters(meta: Record<string, string>): Record<string, string> {
  const { head, waits = "", runTimes = "", ...others } = meta;
  if (head === undefined) return meta;
  const end = head.indexOf("|") + 1;
  const [waitNumbers = [], runNumbers = []] = [waits, runTimes].map((text) => (text.match(/\d+/g) ?? []).map(Number));
  for (const letter of head.slice(end)) {
    const code = letter.charCodeAt(0);
    if (code < FIRST_LETTERS.runTimes) addToBucket(waitNumbers, code - FIRST_LETTERS.waits, 1);
    else addToBucket(runNumbers, code - FIRST_LETTERS.runTimes, 1);
  }
  return { ...others, head: head.slice(0, end), ...toFields({ waits: waitNumbers, runTimes: runNumbers }) };
}
