// Sequences of a fixed length that can shrink: first by whole stretches, from the end, then by simpler items. fast-check's
// own array of a fixed length never gets shorter.
import fc from "fast-check";

/** Returns an arbitrary of sequences of `length` items. They shrink to fewer items, then to simpler ones. */
export function sequencesOf<T>(item: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> {
  return new Sequence(item, length);
}

class Sequence<T> extends fc.Arbitrary<T[]> {
  readonly #item: fc.Arbitrary<T>;
  readonly #length: number;

  constructor(item: fc.Arbitrary<T>, length: number) {
    super();
    this.#item = item;
    this.#length = length;
  }

  override generate(random: fc.Random, bias: number | undefined): fc.Value<T[]> {
    return joinValues(Array.from({ length: this.#length }, () => this.#item.generate(random, bias)));
  }

  override canShrinkWithoutContext(_: unknown): _ is T[] {
    return false;
  }

  override shrink(_: T[], context: unknown): fc.Stream<fc.Value<T[]>> {
    return new fc.Stream(this.#shorter(context as fc.Value<T>[]));
  }

  *#shorter(items: fc.Value<T>[]): IterableIterator<fc.Value<T[]>> {
    for (let size = Math.ceil(items.length / 2); size > 0; size = size > 1 ? Math.ceil(size / 2) : 0) {
      for (let end = items.length; end > 0; end -= size)
        yield joinValues(items.toSpliced(Math.max(0, end - size), Math.min(size, end)));
    }
    for (const [i, { value_, context }] of items.entries()) {
      for (const simpler of this.#item.shrink(value_, context)) yield joinValues(items.with(i, simpler));
    }
  }
}

/** Returns the values of some items as one value, whose context for shrinking is these items. */
function joinValues<T>(items: fc.Value<T>[]): fc.Value<T[]> {
  return new fc.Value(
    items.map(({ value_ }) => value_),
    items,
  );
}
