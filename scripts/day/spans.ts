// Spans of time in ms since the epoch: outages, pauses, stalls. Old ones are forgotten, so that memory stays flat.

/** A span of time; one that has not ended yet ends at infinity. */
export interface Span {
  from: number;
  to: number;
}

// Longer than any job waits.
const KEPT = 300_000;

/** A list of spans, in the order in which they began. */
export class Spans {
  readonly #spans: Span[] = [];

  /** Adds a span, or extends the last one where that ends at the beginning of this one. */
  add(from: number, to = Number.POSITIVE_INFINITY): Span {
    while ((this.#spans[0]?.to ?? Number.POSITIVE_INFINITY) < Date.now() - KEPT) this.#spans.shift();
    const last = this.#spans.at(-1);
    if (last && last.to === from) {
      last.to = to;
      return last;
    }
    const span = { from, to };
    this.#spans.push(span);
    return span;
  }

  /** Returns the spans that overlap a time. */
  within(from: number, to: number): Span[] {
    return this.#spans.filter((span) => span.from < to && span.to > from);
  }
}

/** Returns the part of a time in ms that spans cover. */
export function coveredBy(spans: readonly Span[], { from, to }: Span): number {
  let covered = 0;
  let end = from;
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    const begin = Math.max(end, span.from);
    const until = Math.min(to, span.to);
    if (until <= begin) continue;
    covered += until - begin;
    end = until;
  }
  return covered;
}
