// Views as addresses: `#/queues/emails/jobs?state=failed&filter=…`. The hash needs no rule of the server, and an address can be
// sent to a colleague, since it never holds a token.
import { useLayoutEffect, useState } from "preact/hooks";

/** The place of a view. */
export interface Place {
  /** The segments of the path, decoded. */
  segments: string[];
  params: URLSearchParams;
}

/** Returns the address of a view. */
export function href(segments: readonly string[], params: Record<string, string | undefined> = {}): string {
  const set = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]));
  const query = set.length > 0 ? `?${new URLSearchParams(set)}` : "";
  return `#/${segments.map(encodeURIComponent).join("/")}${query}`;
}

/** Goes to a view. */
export function go(address: string, { replace = false } = {}): void {
  if (replace) location.replace(address);
  else location.hash = address;
}

/** Returns the place of the current view. */
export function usePlace(): Place {
  const [place, setPlace] = useState(currentPlace);
  // An effect would subscribe after the next frame, and miss a change until then.
  useLayoutEffect(() => {
    const update = () => setPlace(currentPlace());
    addEventListener("hashchange", update);
    return () => removeEventListener("hashchange", update);
  }, []);
  return place;
}

function currentPlace(): Place {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const segments = path.split("/").filter(Boolean).map(decode);
  return { segments, params: new URLSearchParams(query) };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
