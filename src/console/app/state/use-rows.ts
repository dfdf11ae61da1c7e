// A table whose rows are reached and opened by keys.
import { useRef, useState } from "preact/hooks";
import { useKeys } from "./keyboard.ts";

/**
 * Selects a row of a table with the keys j and k, which also focus its link, and opens it with Enter. Returns the reference of
 * the table's body, and the number of the selected row.
 */
export function useRows<Row>(
  rows: readonly Row[],
  { open, keys = {} }: { open(row: Row): void; keys?: Record<string, (row: Row) => void> },
) {
  const [selected, setSelected] = useState(0);
  const table = useRef<HTMLTableSectionElement>(null);
  const move = (by: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, selected + by));
    setSelected(next);
    table.current?.rows[next]?.querySelector("a")?.focus();
  };
  const row = rows[selected];
  const withRow = Object.entries({ ...keys, Enter: open }).map(([key, run]) => [key, () => row && run(row)] as const);
  useKeys({ j: () => move(1), k: () => move(-1), ...Object.fromEntries(withRow) });
  return { table, selected };
}
