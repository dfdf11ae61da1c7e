// Text for a terminal.

/** Returns a text without characters that could control the terminal; line breaks and tabs become spaces. */
export function withoutControls(text: string): string {
  return text.replaceAll(/[\n\r\t]+/g, " ").replaceAll(/\p{Cc}|\p{Cf}/gu, "");
}

/** Returns a text of at most `width` characters, with an ellipsis if it was longer. */
export function shorten(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width ? text : `${letters.slice(0, Math.max(0, width - 1)).join("")}…`;
}

/** Returns the number of columns that a text takes. */
export function widthOf(text: string): number {
  return [...text].length;
}

/** Formats a whole number with separators of thousands. */
export function formatNumber(value: number): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

const UNITS: [unit: string, ms: number][] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1_000],
];

/** Formats a duration in its largest unit, such as "3m" or "250ms". */
export function formatDuration(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => Math.abs(ms) >= length) ?? ["ms", 1];
  const number = ms / size;
  return `${unit === "ms" || number >= 10 ? Math.round(number) : Number(number.toFixed(1))}${unit}`;
}

/** Formats a time and its distance from now. */
export function formatTime(time: number, now: number): string {
  const distance = time - now;
  const relative = distance >= 0 ? `in ${formatDuration(distance)}` : `${formatDuration(-distance)} ago`;
  return `${new Date(time).toISOString()} (${relative})`;
}
