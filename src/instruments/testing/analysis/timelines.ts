// The known orders of requests: that of each recorder, and that of Redis's clock.
import type { HistoryRequest } from "./history-request.ts";
import { ListMap } from "./list-map.ts";

/** The beginning or the end of a request on a timeline. */
export interface TimelineStep {
  isEnd: boolean;
  request: HistoryRequest;
}

/**
 * Returns the timelines of some requests: one of each recorder, and one of Redis's time. On a timeline, the end of a
 * request comes before the beginning of each request that it surely precedes. A request may be on several timelines.
 */
export function timelinesOf(requests: readonly HistoryRequest[]): TimelineStep[][] {
  const spans = requests.flatMap((request) => [...recorderSpan(request), ...redisSpan(request)]);
  const steps = spans.flatMap(({ timeline, start, end, request }) => [
    { timeline, at: start, isEnd: false, request },
    { timeline, at: end, isEnd: true, request },
  ]);
  // At equal times all beginnings come first, because none of the requests is known to precede another.
  steps.sort((a, b) => a.at - b.at || Number(a.isEnd) - Number(b.isEnd));
  const timelines = new ListMap<string, TimelineStep>();
  for (const { timeline, isEnd, request } of steps) timelines.add(timeline, { isEnd, request });
  return [...timelines.values()];
}

interface Span {
  timeline: string;
  start: number;
  end: number;
  request: HistoryRequest;
}

/** Returns the span of a request that one recorder sent alone, by that recorder's count. */
function recorderSpan(request: HistoryRequest): Span[] {
  const { effective } = request;
  const [first] = effective;
  if (!first || effective.some(({ by }) => by !== first.by)) return [];
  const start = Math.min(...effective.map(({ from }) => from));
  const end = Math.min(...effective.map(({ to }) => to ?? Number.POSITIVE_INFINITY));
  return [{ timeline: `by ${first.by}`, start, end, request }];
}

/** Returns the span of a request by Redis's clock; none if the time of the request is unknown. */
function redisSpan(request: HistoryRequest): Span[] {
  const { earliest, latest } = request;
  return Number.isFinite(earliest) ? [{ timeline: "time", start: earliest, end: latest, request }] : [];
}
