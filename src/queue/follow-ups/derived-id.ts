// Ids of follow-ups that state none. A program loads this file only with follow-ups.

// The characters of generated ids.
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-";

/**
 * Returns an id in the form of a generated one, which follows from whole numbers: one below 2^54, and one below 4,096. `digit` is
 * that of its bucket.
 */
export function derivedId(digit: string, [large, small]: [large: number, small: number]): string {
  return `_${digit}${toText(large, 9)}${toText(small, 2)}`;
}

/** Returns a number as text of a fixed length, 6 bits a character. */
function toText(number: number, length: number): string {
  let text = "";
  for (let rest = number; text.length < length; rest = Math.floor(rest / 64)) text = ALPHABET[rest % 64] + text;
  return text;
}
