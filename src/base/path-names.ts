// Ids of jobs and names of groups in paths of the HTTP API. Some gateways decode a path before the app sees it, merge slashes and resolve dots.
// An id or a name must not become the path of another job or group that way.

// The last segments of the routes of one job, and of one group.
const ID_ROUTES = new Set("complete retry fail release extend progress explain result".split(" "));
const GROUP_ROUTES = new Set(["jobs"]);

/** The rule for ids over HTTP, for messages. */
export const ID_RULE =
  "an id must not contain ?, # or %xx, end with a space, or have a part between slashes that is empty, ., .. or a route such " +
  "as complete";

/** The rule for names of groups, for messages. */
export const GROUP_RULE =
  "a group must not contain ?, # or %xx, end with a space, or have a part between slashes that is empty, ., .. or jobs";

/** Reports whether a path with this id leads to the same job, however gateways decode the path and resolve its dots. */
export function isPathSafeId(id: string): boolean {
  return isPathSafe(id, ID_ROUTES);
}

/** Reports whether a path with this name leads to the same group, however gateways decode the path and resolve its dots. */
export function isPathSafeGroup(name: string): boolean {
  return isPathSafe(name, GROUP_ROUTES);
}

/** Reports whether each part of a text between slashes is neither removed from a path nor taken for the name of a route. */
function isPathSafe(text: string, routes: ReadonlySet<string>): boolean {
  if (/[?#]|%[0-9a-f]{2}| $/i.test(text)) return false;
  return text.split(/[/\\]/).every((segment, i) => !/^\.{0,2}$/.test(segment) && (i === 0 || !routes.has(segment)));
}
