// The findings of `leasehold doctor`.

/** A finding: an observation, and what to do if it is not as it should be. */
export interface Finding {
  check: string;
  /** A note needs no action now; a problem stops jobs, or will. */
  status: "ok" | "note" | "problem";
  text: string;
  advice?: string;
}

/** Returns a finding. */
export function finding(check: string, status: Finding["status"], text: string, advice?: string): Finding {
  return { check, status, text, ...(advice !== undefined && { advice }) };
}
