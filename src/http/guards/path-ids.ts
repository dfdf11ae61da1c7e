// Ids of jobs in paths. Some gateways decode a path before the app sees it, merge slashes and resolve dots. An id must not
// become the path of another job that way.

// The last segments of the routes of one job.
const ROUTES = new Set("complete retry fail release extend progress explain result".split(" "));

/** The rule for ids over HTTP, for messages. */
export const ID_RULE =
  "an id must not contain ?, # or %xx, end with a space, or have a part between slashes that is empty, ., .. or a route such " +
  "as complete";

/** Reports whether a path with this id leads to the same job, however gateways decode the path and resolve its dots. */
export function isPathSafe(id: string): boolean {
  return !/[?#]|%[0-9a-f]{2}| $/i.test(id) && id.split(/[/\\]/).every(isPathSafeSegment);
}

/** Reports whether a part of an id between slashes is neither removed from a path nor taken for the name of a route. */
function isPathSafeSegment(segment: string, index: number): boolean {
  return segment !== "" && segment !== "." && segment !== ".." && (index === 0 || !ROUTES.has(segment));
}
