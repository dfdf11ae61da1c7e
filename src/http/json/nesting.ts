// The depth of JSON. V8 parses any depth, but parsers of other languages fail at some hundreds of levels. A consumer in such a
// language would lose the whole response, with the jobs beside the deeply nested one.

/** The most levels of arrays and objects in a body, a payload or a result over HTTP. */
export const MAX_LEVELS = 256;

const QUOTE = 34;
const BACKSLASH = 92;

/** Reports whether valid JSON text has more than MAX_LEVELS levels of arrays and objects. */
export function isNestedTooDeeply(json: string): boolean {
  // Each level takes two characters.
  if (json.length <= 2 * MAX_LEVELS) return false;
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(json, at);
        break;
      // [ or {
      case 91:
      case 123:
        level += 1;
        if (level > MAX_LEVELS) return true;
        break;
      // ] or }
      case 93:
      case 125:
        level -= 1;
    }
  }
  return false;
}

/** Returns the index of the quote that ends the string which starts at an index. */
function endOfString(json: string, start: number): number {
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
