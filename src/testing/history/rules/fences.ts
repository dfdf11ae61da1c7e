// Each fence is given once, and a later lease gives higher ones.
import { passages, type Request, type Requests } from "../requests.ts";
import { Violation } from "../violation.ts";

export function fencesRise(history: Requests): Violation[] {
  const found: Violation[] = [];
  history.given.forEach((grant, i) => {
    const before = history.given[i - 1];
    if (before?.fence !== grant.fence) return;
    const both = { ids: [before.id, grant.id], requests: [before.request, grant.request] };
    found.push(new Violation("fences rise", `fence ${grant.fence} was given twice`, both));
  });
  const leases = history.of("lease", "turn").filter((request) => fencesOf(request).length > 0);
  for (const request of leases) {
    const fences = fencesOf(request);
    const falls = fences.findIndex((fence, i) => fence < (fences[i - 1] ?? 0));
    if (falls > 0) found.push(fall(fences[falls - 1], fences[falls], [request]));
  }
  return [...found, ...passages(leases).flatMap(fallsAlong)];
}

const fencesOf = ({ told }: Request) => (told.leased ?? []).map(({ fence }) => fence);

/** It is enough to compare each lease with the highest fence of those that were over before. */
function fallsAlong(lane: ReturnType<typeof passages>[number]): Violation[] {
  const found: Violation[] = [];
  let highest: { fence: number; request: Request } | undefined;
  for (const { isOver, request } of lane) {
    const fences = fencesOf(request);
    const [lowest, top] = [Math.min(...fences), Math.max(...fences)];
    if (isOver && top > (highest?.fence ?? 0)) highest = { fence: top, request };
    // The same fence twice has been told already.
    if (!isOver && highest && lowest < highest.fence)
      found.push(fall(highest.fence, lowest, [highest.request, request]));
  }
  return found;
}

function fall(high: number | undefined, low: number | undefined, requests: Request[]): Violation {
  const grants = requests.flatMap(({ told }) => told.leased ?? []);
  const ids = grants.filter(({ fence }) => fence === high || fence === low).map(({ id }) => id);
  return new Violation("fences rise", `fence ${high} was given before fence ${low}`, { ids, requests });
}
