// Lists that the API returns page by page.
import { UsageError } from "./cli-errors.ts";
import type { Given } from "./command.ts";

const PAGE = 1_000;

/** The options of a list. */
export const LIMIT = {
  limit: { value: "N", text: "prints at most N; 100 unless set" },
  all: { text: "prints all" },
};

/** A page of a list, and the cursor of the next one. */
interface Page<T> {
  items: readonly T[];
  cursor: string | undefined;
}

/** Returns the largest number of objects to print, by --limit and --all. */
export function limitOf({ limit = "100", all }: Given["options"]): number {
  if (all) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(String(limit))) throw new UsageError("--limit must be a whole number, at least 1");
  return Number(limit);
}

/** Reads at most `limit` objects, page by page. There is always a first page, which may be empty. */
export async function* readPages<T>(
  limit: number,
  read: (cursor: string | undefined, limit: number) => Promise<Page<T>>,
): AsyncGenerator<readonly T[]> {
  let [left, cursor] = [limit, undefined as string | undefined];
  do {
    const page = await read(cursor, Math.min(left, PAGE));
    const items = page.items.slice(0, left);
    if (items.length > 0 || cursor === undefined) yield items;
    left -= items.length;
    cursor = page.cursor;
  } while (cursor !== undefined && left > 0);
}
