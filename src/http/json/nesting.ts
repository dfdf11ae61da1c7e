// The depth of JSON. V8 parses any depth, but parsers of other languages fail at some hundreds of levels. A consumer in such a
// language would lose the whole response, with the jobs beside the deeply nested one.
import { endOfString } from "../../base/json-text.ts";

/** The most levels of arrays and objects in a body, a payload or a result over HTTP. */
export const MAX_LEVELS = 256;

const QUOTE = 34;

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
