// Ids in paths. Some gateways decode a path before the app sees it, merge slashes and resolve dots, so that an id could
// become the address of another job.

// The last segments of routes of one job.
const ROUTES = new Set("complete retry fail release extend progress explain result".split(" "));

/** The rule for ids over HTTP, for messages. */
export const AMBIGUOUS =
  "an id in a path may hold no ?, # or % with two hexadecimal digits, end with no space, and have between slashes nothing " +
  "empty, no ., no .. and no name of a route";

/** Reports whether an id stays that of the same job, however the path that holds it is decoded and resolved. */
export function isUnambiguous(id: string): boolean {
  return !/[?#]|%[0-9a-f]{2}| $/i.test(id) && id.split(/[/\\]/).every(isPlainSegment);
}

function isPlainSegment(segment: string, at: number): boolean {
  return segment !== "" && segment !== "." && segment !== ".." && (at === 0 || !ROUTES.has(segment));
}
