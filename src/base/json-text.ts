// Parts of valid JSON text by their positions, so that a change of one part keeps every other byte: numbers of any size, the
// order of keys, repeated keys and white space.

/** A property of an object, or an element of an array. */
export interface JsonPart {
  /** The key of the property, or the index of the element. */
  name: string;
  /** The position of the key of a property, or of an element. */
  start: number;
  /** The position of the value. */
  from: number;
  /** The first position after the value. */
  to: number;
}

const QUOTE = 34;
const BACKSLASH = 92;
const OPENING = /[[{]/;

/** Returns the parts of the object or the array that begins at a position; an empty list for any other value. */
export function partsOf(json: string, start: number): JsonPart[] {
  const parts: JsonPart[] = [];
  const isObject = json[start] === "{";
  if (!isObject && json[start] !== "[") return parts;
  for (let at = skipSpace(json, start + 1); json[at] !== "}" && json[at] !== "]"; ) {
    const keyEnd = isObject ? endOfString(json, at) + 1 : at;
    const from = isObject ? skipSpace(json, skipSpace(json, keyEnd) + 1) : at;
    const to = endOfValue(json, from);
    const name = isObject ? (JSON.parse(json.slice(at, keyEnd)) as string) : String(parts.length);
    parts.push({ name, start: at, from, to });
    at = skipSpace(json, to);
    if (json[at] === ",") at = skipSpace(json, at + 1);
  }
  return parts;
}

/** Returns the first position from a given one that is not white space. */
export function skipSpace(json: string, from: number): number {
  let at = from;
  while (/[ \t\n\r]/.test(json[at] ?? "")) at += 1;
  return at;
}

/** Returns the index of the quote that ends the string which starts at an index. */
export function endOfString(json: string, start: number): number {
  const next = json.indexOf('"', start + 1);
  if (next > 0 && json.charCodeAt(next - 1) !== BACKSLASH) return next;
  // Text with an escaped quote often has many, such as HTML. A search for each costs more than a step per character.
  for (let at = start + 1; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) return at;
    // The next character is escaped.
    if (code === BACKSLASH) at += 1;
  }
  return json.length;
}

/** Returns the first position after the value that begins at a position. Values may be nested to any depth. */
function endOfValue(json: string, from: number): number {
  if (json.charCodeAt(from) === QUOTE) return endOfString(json, from) + 1;
  if (!OPENING.test(json[from] ?? "")) {
    let at = from;
    while (at < json.length && !/[,\]} \t\n\r]/.test(json[at] ?? "")) at += 1;
    return at;
  }
  let level = 0;
  for (let at = from; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(json, at);
        break;
      // [ or {
      case 91:
      case 123:
        level += 1;
        break;
      // ] or }
      case 93:
      case 125:
        level -= 1;
        if (level === 0) return at + 1;
    }
  }
  return json.length;
}
