// `leasehold audit`: the audit log.
import { parseArgs } from "node:util";
import { callApi } from "./api-client.ts";
import { parseOrUsageError } from "./parse-arguments.ts";

interface AuditPage {
  entries: { id: string }[];
  cursor?: string;
}

/** Prints the entries after an id, oldest first, as lines of JSON. */
export async function auditCommand(args: string[]): Promise<void> {
  const { values } = parseOrUsageError(() => parseArgs({ args, options: { after: { type: "string" } } }));
  for (let after = values.after; ; ) {
    const query = after === undefined ? "" : `&after=${encodeURIComponent(after)}`;
    const page = { method: "GET", path: `/v1/audit?limit=1000${query}`, status: 200 } as const;
    const { entries, cursor } = await callApi<AuditPage>(page);
    for (const entry of entries) console.log(JSON.stringify(entry));
    if (cursor === undefined) return;
    after = cursor;
  }
}
