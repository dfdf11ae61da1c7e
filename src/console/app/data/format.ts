// Numbers, durations and times as people read them.

const UNITS: [unit: string, ms: number][] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
];

/** Formats a duration in ms by its largest unit, with one digit after the point below ten. */
export function formatDuration(ms: number): string {
  const size = Math.abs(ms);
  for (const [unit, length] of UNITS) {
    if (size < length) continue;
    const amount = size / length;
    return `${amount < 10 ? Number(amount.toFixed(1)) : Math.round(amount)} ${unit}`;
  }
  return `${Math.round(size)} ms`;
}

/** Formats a time relative to another one. */
export function formatRelative(time: number, now: number): string {
  const ms = time - now;
  if (Math.abs(ms) < 1_000) return "now";
  return ms < 0 ? `${formatDuration(ms)} ago` : `in ${formatDuration(ms)}`;
}

/** Formats a time exactly. */
export function formatExact(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? String(time) : date.toISOString().replace("T", " ").replace("Z", " UTC");
}

const whole = new Intl.NumberFormat("en-US");
const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

/** Formats a number with all its digits. */
export function formatNumber(value: number): string {
  return whole.format(value);
}

/** Formats a number in at most four digits, such as 1.2M. */
export function formatShort(value: number): string {
  return short.format(value);
}

const BYTES: [unit: string, size: number][] = [
  ["GB", 1e9],
  ["MB", 1e6],
  ["kB", 1e3],
];

/** Formats a number of bytes by its largest unit, with one digit after the point below ten. */
export function formatBytes(bytes: number): string {
  for (const [unit, size] of BYTES) {
    if (bytes < size) continue;
    const amount = bytes / size;
    return `${amount < 10 ? Number(amount.toFixed(1)) : Math.round(amount)} ${unit}`;
  }
  return `${Math.round(bytes)} B`;
}

const price = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });

/** Formats a price in three digits. */
export function formatPrice(value: number): string {
  return price.format(value);
}
