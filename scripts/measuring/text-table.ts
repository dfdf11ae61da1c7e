// Tables as lines of text.

/** Returns a line for each row. Columns are as wide as their widest cell; all but the first are aligned to the right. */
export function formatTable(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd : cell.padStart).call(cell, widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
