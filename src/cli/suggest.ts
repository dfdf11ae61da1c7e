// "Did you mean": the name nearest to a mistyped one.

/** Returns the name with the fewest changes of letters from a text; undefined if none is near. */
export function closest(text: string, names: readonly string[]): string | undefined {
  const distances = names.map((name) => [distanceOf(text, name), name] as const).sort(([a], [b]) => a - b);
  const [distance = Number.POSITIVE_INFINITY, name] = distances[0] ?? [];
  return distance <= Math.max(1, Math.floor(text.length / 3)) ? name : undefined;
}

/** Returns the number of letters to insert, to remove, to replace or to swap with their neighbors. */
function distanceOf(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (before[j - 2] ?? 0) + 1);
      row.push(best);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
