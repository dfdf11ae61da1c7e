// The field of a group as readable text, "held number back tat head", and as Redis stores it (src/lua/lib/state/groups.lua).

const SIZES = [3, 4, 4, 8];

/** Encodes a readable field as Redis stores it. */
export function encodeGroup(text: string): string {
  const [, numbers = "0 0 0 0", head = ""] = /^(\d+ \d+ \d+ \d+) (.*)$/s.exec(text) ?? [];
  const values = numbers.split(" ").map(Number);
  const kind = values[3] ? 2 : values[1] ? 1 : 0;
  const bytes = values.slice(0, [1, 3, 4][kind]).flatMap((value, i) => toDigits(value, SIZES[i] ?? 0));
  return String.fromCharCode(kind, ...bytes) + head;
}

/** Decodes a stored field as readable text. */
export function decodeGroup(field: string): string {
  const kind = field.charCodeAt(0);
  let at = 1;
  const values = SIZES.map((size, i) => {
    if (i >= (([1, 3, 4] as const)[kind] ?? 0)) return 0;
    at += size;
    return [...field.slice(at - size, at)].reduceRight((sum, digit) => sum * 128 + digit.charCodeAt(0), 0);
  });
  return `${values.join(" ")} ${field.slice(at)}`;
}

/** Returns the digits of a number to base 128, the lowest first. */
function toDigits(value: number, size: number): number[] {
  return Array.from({ length: size }, (_, i) => Math.floor(value / 128 ** i) % 128);
}
