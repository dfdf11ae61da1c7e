// `leasehold audit`: the audit log, page by page.
import { parseArgs } from "node:util";
import { ask } from "./api-client.ts";
import { parsed } from "./parse-arguments.ts";

interface Page {
  entries: { id: string }[];
  cursor?: string;
}

/** Prints the entries after one, oldest first, a line of JSON each. */
export async function audit(args: string[]): Promise<void> {
  const { values } = parsed(() => parseArgs({ args, options: { after: { type: "string" } } }));
  for (let after = values.after; ; ) {
    const query = after === undefined ? "" : `&after=${encodeURIComponent(after)}`;
    const { entries, cursor } = await ask<Page>(["GET", `/v1/audit?limit=1000${query}`], 200);
    for (const entry of entries) console.log(JSON.stringify(entry));
    if (cursor === undefined) return;
    after = cursor;
  }
}
