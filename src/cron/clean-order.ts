// The order in which a clean goes over the queues of a prefix: declared queues, then the others, of which each maker's have
// their turn. A queue without a maker has a turn of its own, so one maker's thousand queues delay no other queue by more
// than one.
//
// A note tells the next clean where this one has stopped: the first queue that it has not reached, and the first one of the
// declared queues and of each maker. Where such a queue is gone, its maker's begin anew.
import { badReplyError, type Reply } from "../engine/call.ts";

/** A queue of the registry. */
export interface Entry {
  name: string;
  /** The maker of the queue over HTTP; "-" for none. */
  maker: string;
  /** The stamp of its last registration, for a deep clean and where that is long ago. */
  stamp: string | undefined;
}

// Queues that have their turn together: "@" for the declared ones, "@" and a maker, or the name of a queue alone.
type Group = string;
const DECLARED: Group = "@";

// The most names of a note.
const MOST_NOTED = 1_000;

/** Reads the reply of `round`: the note of the last clean, and the queues in alphabetical order. */
export function readRound(reply: Reply): { note: string; entries: Entry[] } {
  const [note = "", ...lines] = reply.values;
  const entries = lines.sort().map((line): Entry => {
    const [, name, maker, stamp] = /^([\w.:-]+) ([\w.:-]+)(?: (\d+))?$/.exec(line) ?? [];
    if (name === undefined || maker === undefined) throw badReplyError(reply);
    return { name, maker, stamp };
  });
  return { note, entries };
}

/** The turns of a clean. */
export class Turns {
  readonly #groups = new Map<Group, string[]>();
  readonly #groupOf = new Map<string, Group>();

  /** Takes queues in alphabetical order. */
  constructor(entries: readonly Entry[], isDeclared: (name: string) => boolean) {
    for (const { name, maker } of entries) {
      const group = isDeclared(name) ? DECLARED : maker === "-" ? name : `@${maker}`;
      this.#groupOf.set(name, group);
      const names = this.#groups.get(group) ?? [];
      names.push(name);
      this.#groups.set(group, names);
    }
  }

  /**
   * Returns the names in the order of a clean that goes on from a note. At most `first` declared queues come first; where there
   * are more of them, those take turns with the others, which would be never reached.
   */
  inOrder(note: string, first: number): string[] {
    const stops = new Map(note.split(" ").map((name) => [this.#groupOf.get(name) ?? name, name]));
    const namesOf = (group: Group) => from(stops.get(group), this.#groups.get(group) ?? []);
    const isOther = (group: Group) => group !== DECLARED;
    const others = from([...stops.keys()].find(isOther), [...this.#groups.keys()].filter(isOther).sort());
    const declared = namesOf(DECLARED);
    return [...declared.slice(0, first), ...inTurn([declared.slice(first), inTurn(others.map(namesOf))])];
  }

  /** Returns the note of a clean that has not reached some queues. */
  noteOf(left: readonly string[]): string {
    const noted = new Map<Group, string>();
    let isBegun = false;
    for (const name of left) {
      const group = this.#groupOf.get(name);
      if (group === undefined || noted.has(group)) continue;
      // Of the queues without a maker, the first tells enough.
      if (group !== name || !isBegun) noted.set(group, name);
      isBegun ||= group !== DECLARED;
    }
    return [...noted.values()].slice(0, MOST_NOTED).join(" ");
  }
}

/** Rotates a sorted list, so that it begins with a text, or the next one. */
function from(text = "", list: string[]): string[] {
  const first = list.findIndex((each) => each >= text);
  return first <= 0 ? list : [...list.slice(first), ...list.slice(0, first)];
}

/** Merges lists: the first of each, then the second of each, and so on. */
function inTurn(lists: readonly (readonly string[])[]): string[] {
  const merged: string[] = [];
  for (let i = 0, left = lists; left.length > 0; i++) {
    left = left.filter(({ length }) => length > i);
    for (const list of left) merged.push(list[i] as string);
  }
  return merged;
}
