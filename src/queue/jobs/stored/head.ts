// The head of a leased job in the reply to a turn: its id; for a later attempt, the attempt and a tab before it; for a job with a
// group or a cost, two tabs and the group after it, and a tab and the cost if that is not 1.

/** The content of the head of a leased job. */
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
  const [main = "", member = ""] = head.split("\t\t");
  const [group = "", cost = "1"] = member.split("\t");
  const tab = main.indexOf("\t");
  return {
    id: main.slice(tab + 1),
    attempt: tab < 0 ? 1 : Number(main.slice(0, tab)),
    hasHistory: tab >= 0,
    ...(group !== "" && { group }),
    cost: Number(cost),
  };
}
