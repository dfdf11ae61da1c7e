// The expectations of the operations on groups and limits.
import { withoutUndefined } from "../../../src/base/without-undefined.ts";
import type { GroupInfo, Queue } from "../../../src/index.ts";
import type { CallOperation } from "../operations/planned-operation.ts";
import { cancelGroup, setGroup, setLimits } from "../queue/groups/limits.ts";
import { readGroup, readGroups } from "../queue/groups/reads.ts";
import { type PlayContext, type RepeatableCall, replyNumbers, replyText, type SingleCall } from "./context.ts";

type GroupOperation = Extract<CallOperation, { do: "setGroup" | "setLimits" | "cancelGroup" | "group" | "groups" }>;

/** Returns the expectation of an operation on groups or limits. */
export function expectGroups(operation: GroupOperation, { model }: PlayContext): RepeatableCall | SingleCall {
  switch (operation.do) {
    case "setGroup": {
      const { group, change } = operation;
      return {
        call: (queue) => queue.setGroup(group, change),
        carryOut: (request) => setGroup(model, request, { group, change }),
        toResult: ([result]) => readSetReply(replyText(result)),
      };
    }
    case "setLimits": {
      const { limits, ifVersion } = operation;
      const { order, group, queue: whole } = limits;
      const { cap, rate } = group;
      const ordered = { "-": undefined, o: true, s: "stop" as const }[order];
      const groups = withoutUndefined({ ordered, concurrency: order === "-" ? cap : undefined, rate });
      const options = withoutUndefined({ groups, concurrency: whole.cap, rate: whole.rate });
      const stored = order === "-" ? limits : { ...limits, group: { rate } };
      return {
        call: (queue) => queue.setLimits(options as never, withoutUndefined({ ifVersion })),
        carryOut: (request) => setLimits(model, request, { limits: stored, ifVersion }),
        toResult: ([result]) => readSetReply(replyText(result)),
      };
    }
    case "cancelGroup":
      return {
        call: (queue) => queue.cancelGroup(operation.group),
        carryOut: (request) => cancelGroup(model, request, { group: operation.group }),
        toResult: (results) => results.reduce((sum, result) => sum + (replyNumbers(result)[0] ?? 0), 0),
      };
    case "group":
      return { call: (queue) => queue.group(operation.group), result: () => readGroup(model, operation.group) };
    case "groups":
      return {
        call: async (queue) => sortByName(await readPages(queue, operation.blocked)),
        result: () => sortByName(readGroups(model, { blocked: operation.blocked === true })),
      };
  }
}

/** Lists groups, all pages of them. */
async function readPages(queue: Queue<unknown>, blocked: boolean | undefined): Promise<GroupInfo[]> {
  const groups: GroupInfo[] = [];
  let cursor: string | undefined;
  do {
    const page = await queue.groups(withoutUndefined({ blocked, cursor, limit: 2 }));
    groups.push(...page.groups);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return groups;
}

function sortByName<T extends { name: string }>(groups: T[]): T[] {
  return groups.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function readSetReply(text: string): object {
  const [outcome, version] = text.split(" ");
  const isSet = outcome === "set";
  return { ok: isSet, ...(isSet ? {} : { reason: "other_version" }), version: Number(version) };
}
