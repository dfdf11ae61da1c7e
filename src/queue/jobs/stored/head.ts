// The head of a leased job in the reply to a turn: its id; for a later attempt or a job with a group or a cost, the attempt and
// a tab before it; and then perhaps a tab, the cost and the group.

/** What the head of a leased job states. */
export interface LeasedHead {
  id: string;
  attempt: number;
  /** True if the job was leased before, so that the reply has its history. */
  hasHistory: boolean;
  group?: string;
  /** The number of tokens that it spends of a rate. */
  cost: number;
}

/** Parses the head of a leased job. */
export function parseHead(head: string): LeasedHead {
  const [first = "", id, member = ""] = head.split("\t");
  if (id === undefined) return { id: first, attempt: 1, hasHistory: false, cost: 1 };
  const [, cost = "1", group = ""] = /^(\d+) (.*)$/.exec(member) ?? [];
  return {
    id,
    attempt: first === "" ? 1 : Number(first),
    hasHistory: first !== "",
    ...(group !== "" && { group }),
    cost: Number(cost),
  };
}
