// The order in which a clean visits the queues of a prefix: declared queues, then the others in turns, one queue of each
// maker at a time. A queue without a maker has turns of its own. So a thousand queues of one maker delay any other queue by
// one queue at most.
//
// A cursor tells the next clean where this one stopped: the first queue that it has not visited, and the first such queue
// among the declared ones and of each maker. If such a queue is gone by then, the next one in alphabetical order takes its
// position.
import { badReplyError, type Reply } from "../engine/call.ts";

/** A queue of the registry. */
export interface RegisteredQueue {
  name: string;
  /** The maker of the queue over HTTP; "-" for none. */
  maker: string;
  /** The time stamp of its last registration; set for a deep clean if that is long ago. */
  stamp: string | undefined;
}

// Queues that share a turn: "@" for the declared ones, "@" and a maker, or the name of a single queue.
type Group = string;
const DECLARED: Group = "@";

// The maximum number of names in a cursor.
const MAX_CURSOR_NAMES = 1_000;

/** Parses the list of queues for a clean: the cursor of the last clean, and the queues in alphabetical order. */
export function parseCleanList(reply: Reply): { cursor: string; queues: RegisteredQueue[] } {
  const [cursor = "", ...lines] = reply.values;
  const queues = lines.sort().map((line): RegisteredQueue => {
    const [, name, maker, stamp] = /^([\w.:-]+) ([\w.:-]+)(?: (\d+))?$/.exec(line) ?? [];
    if (name === undefined || maker === undefined) throw badReplyError(reply);
    return { name, maker, stamp };
  });
  return { cursor, queues };
}

/** The order of a clean. */
export class CleanOrder {
  readonly #groups = new Map<Group, string[]>();
  readonly #groupOf = new Map<string, Group>();

  /** Takes queues in alphabetical order. */
  constructor(queues: readonly RegisteredQueue[], isDeclared: (name: string) => boolean) {
    for (const { name, maker } of queues) {
      const group = isDeclared(name) ? DECLARED : maker === "-" ? name : `@${maker}`;
      this.#groupOf.set(name, group);
      const names = this.#groups.get(group) ?? [];
      names.push(name);
      this.#groups.set(group, names);
    }
  }

  /**
   * Returns the names in the order of a clean that continues at a cursor. At most `maxFirst` declared queues come first.
   * Further declared queues take turns with the others, which a clean would otherwise never reach.
   */
  namesFrom(cursor: string, maxFirst: number): string[] {
    // The queue with which each group continues. For a queue that is gone, its name stands for its group.
    const starts = new Map(cursor.split(" ").map((name) => [this.#groupOf.get(name) ?? name, name]));
    const namesOf = (group: Group) => rotateTo(starts.get(group), this.#groups.get(group) ?? []);
    const isOther = (group: Group) => group !== DECLARED;
    const others = rotateTo([...starts.keys()].find(isOther), [...this.#groups.keys()].filter(isOther).sort());
    const declared = namesOf(DECLARED);
    return [...declared.slice(0, maxFirst), ...interleave([declared.slice(maxFirst), interleave(others.map(namesOf))])];
  }

  /** Returns the cursor of a clean that has not visited some queues; "" if it visited all. */
  cursorFor(left: readonly string[]): string {
    const starts = new Map<Group, string>();
    let hasOther = false;
    for (const name of left) {
      const group = this.#groupOf.get(name);
      if (group === undefined || starts.has(group)) continue;
      // A queue without a maker matters only as the very first of the others.
      if (group !== name || !hasOther) starts.set(group, name);
      hasOther ||= group !== DECLARED;
    }
    return [...starts.values()].slice(0, MAX_CURSOR_NAMES).join(" ");
  }
}

/** Rotates a sorted list so that it starts with a text, or with the next one if the list does not contain that text. */
function rotateTo(start = "", list: string[]): string[] {
  const first = list.findIndex((text) => text >= start);
  return first <= 0 ? list : [...list.slice(first), ...list.slice(0, first)];
}

/** Merges lists: the first entry of each, then the second of each, and so on. */
function interleave(lists: readonly (readonly string[])[]): string[] {
  const merged: string[] = [];
  for (let i = 0, left = lists; left.length > 0; i++) {
    left = left.filter(({ length }) => length > i);
    for (const list of left) merged.push(list[i] as string);
  }
  return merged;
}
