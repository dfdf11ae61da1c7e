// The depth of JSON. V8 reads any depth, but other languages fail at some hundreds, and then the whole reply is lost to a
// consumer, with the jobs beside the one that is nested so.

/** The most levels of a body, of a payload and of a result over HTTP. */
export const MOST_LEVELS = 256;

const QUOTE = 34;
const BACKSLASH = 92;

/** Reports whether valid JSON text has more levels of arrays and objects than `MOST_LEVELS`. */
export function isNestedTooDeeply(json: string): boolean {
  // Each level takes two characters.
  if (json.length <= 2 * MOST_LEVELS) return false;
  let level = 0;
  for (let at = 0; at < json.length; at++) {
    switch (json.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(json, at);
        break;
      case 91:
      case 123:
        level += 1;
        if (level > MOST_LEVELS) return true;
        break;
      case 93:
      case 125:
        level -= 1;
    }
  }
  return false;
}

/** Returns the index of the quote that ends the string which begins at an index. */
function endOfString(json: string, begin: number): number {
  for (let end = json.indexOf('"', begin + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
