// Checks the invariants of a queue's groups and blocked jobs. It relies on no script of the library.
import { decodeGroup } from "../../lua/kit/group-field.ts";

/** The parts of a queue that have to agree, as Redis has them. */
export interface StoredGroups {
  /** The state and the score of each job, by id. */
  places: ReadonlyMap<string, { state: string; score: number }>;
  /** The fields of the 16 hashes of jobs. */
  fields: readonly (readonly [field: string, text: string])[];
  groups: Readonly<Record<string, string>>;
  holders: readonly string[];
  lines: Readonly<Record<string, string>>;
  overrides: Readonly<Record<string, string>>;
  meta: Readonly<Record<string, string>>;
}

/** Begins the field with the group and the cost of a job. */
export const MEMBER_MARK = "\x01";
const SEQUENCES = 100_000_000;

/** The group, the cost and the mark of a job: t its group has delayed it, h it holds its group back. */
interface Member {
  mark: string;
  group: string;
}

/** The part of its group to which a job belongs. */
type Slot = "held" | "head" | "blocked";

interface StoredGroup {
  held: number;
  /** Its number in the scores of blocked jobs, and the next sequence number there. */
  number: number;
  back: number;
  head: string;
}

const NO_GROUP: StoredGroup = { held: 0, number: 0, back: 0, head: "" };

/** Describes each broken invariant of the groups of a queue in a line. */
export function findBrokenGroups(stored: StoredGroups): string[] {
  const members = readMembers(stored.fields);
  const groups = readGroups(stored.groups);
  const named = new Set([...groups.keys(), ...[...members.values()].flatMap(({ group }) => group || [])]);
  return [
    ...findBrokenMembers(stored, members),
    ...[...named].flatMap((name) => findBrokenGroup(stored, { name, members, group: groups.get(name) ?? NO_GROUP })),
    ...findBrokenHolders(stored, members),
    ...findBrokenLines(stored, groups),
  ];
}

/** Reads the groups and the marks of jobs, by id. */
function readMembers(fields: StoredGroups["fields"]): Map<string, Member> {
  const found = fields.filter(([field]) => field.startsWith(MEMBER_MARK));
  return new Map(
    found.map(([field, text]) => {
      if (!text.startsWith("\x01")) return [field.slice(1), { mark: "-", group: text }];
      const [, mark = "?", group = ""] = /^.([-th])[1-9]\d* (.*)$/s.exec(text) ?? [];
      return [field.slice(1), { mark, group }];
    }),
  );
}

/** Reads the groups in use, by name. */
function readGroups(stored: StoredGroups["groups"]): Map<string, StoredGroup> {
  return new Map(
    Object.entries(stored).map(([name, text]) => {
      const [, held, number, back, head = ""] = /^(\d+) (\d+) (\d+) \d+ (.*)$/s.exec(decodeGroup(text)) ?? [];
      return [name, { held: Number(held), number: Number(number), back: Number(back), head }];
    }),
  );
}

/** Returns the part of its group to which a job belongs; undefined if it belongs to none. */
function slotOf(state: string | undefined, mark: string): Slot | undefined {
  if (state === "leased" || (mark === "h" && (state === "delayed" || state === "failed"))) return "held";
  if (state === "ready" || (mark === "t" && state === "delayed")) return "head";
  return state === "blocked" ? "blocked" : undefined;
}

function findBrokenMembers({ places }: StoredGroups, members: Map<string, Member>): string[] {
  const ofJobs = [...members].flatMap(([id, { mark }]) => {
    const { state } = places.get(id) ?? {};
    if (state === undefined) return [`${id} has a group and no state`];
    if (mark === "?") return [`the group of ${id} has an unknown form`];
    const states = { "-": undefined, t: ["delayed"], h: ["delayed", "failed"] }[mark];
    return states && !states.includes(state) ? [`${id} is ${state} and has the mark ${mark}`] : [];
  });
  const blocked = [...places].filter(([id, { state }]) => state === "blocked" && !members.get(id)?.group);
  return [...ofJobs, ...blocked.map(([id]) => `${id} is blocked and has no group`)];
}

/** Describes what of a group disagrees with the states of its jobs. */
function findBrokenGroup(
  { places, overrides, meta }: StoredGroups,
  { name, group, members }: { name: string; group: StoredGroup; members: Map<string, Member> },
): string[] {
  const broken: string[] = [];
  const ids: Record<Slot, string[]> = { held: [], head: [], blocked: [] };
  for (const [id, { mark, group: of }] of members) {
    const place = of === name ? places.get(id) : undefined;
    const slot = slotOf(place?.state, mark);
    if (slot) ids[slot].push(id);
    if (slot !== "blocked" || !place) continue;
    const [number, sequence] = [Math.floor(place.score / (10 * SEQUENCES)), place.score % SEQUENCES];
    if (number !== group.number) broken.push(`${id} is blocked under the number ${number}, not ${group.number}`);
    if (sequence >= group.back) broken.push(`${id} has the sequence ${sequence}, out of the range of its group`);
  }
  const { held, head, blocked } = ids;
  if (group.held !== held.length) broken.push(`${name} has held ${group.held}, not ${held.length}`);
  if (head.join() !== group.head) broken.push(`the head of ${name} is ${group.head}, not ${head}`);
  const { cap, isPaused } = limitsOf({ override: overrides[name] ?? "", limits: meta.limits ?? "" });
  if (blocked.length > 0 && head.length === 0 && held.length < cap && !isPaused)
    broken.push(`${name} is stuck: ${blocked.length} blocked, ${held.length} held of ${cap}`);
  return broken;
}

/** Returns the largest number of jobs that a group may hold, and whether it is paused without an end. */
export function limitsOf({ override, limits }: { override: string; limits: string }) {
  const [, order = "-", cap = "-"] = limits.split(/[ |]/);
  const [, own = "-", , , , paused = "-"] = override.split(" ");
  const allowed = order !== "-" ? "1" : own !== "-" ? own : cap;
  return { cap: allowed === "-" ? Number.POSITIVE_INFINITY : Number(allowed), isPaused: paused === "0" };
}

function findBrokenHolders({ places, holders }: StoredGroups, members: Map<string, Member>): string[] {
  const held = [...members].filter(([id, { group, mark }]) => group && slotOf(places.get(id)?.state, mark) === "held");
  const expected = new Set(held.map(([id, { group }]) => `${group}\0${id}`));
  return [
    ...holders.filter((each) => !expected.has(each)).map((each) => `${each.replace("\0", ", ")} is no holder`),
    ...[...expected].filter((each) => !holders.includes(each)).map((each) => `${each.replace("\0", ", ")} is missing`),
  ];
}

/** Describes the numbers of lines that are not those of their groups. A group may keep its number for a while. */
function findBrokenLines({ lines }: StoredGroups, groups: Map<string, StoredGroup>): string[] {
  const { "": last = "0", ...numbers } = lines;
  const named = Object.entries(numbers).map(([number, text]) => `${number} ${text.replace(/^\d+ /, "")}`);
  const expected = [...groups].flatMap(([name, { number }]) => (number > 0 ? [`${number} ${name}`] : []));
  return [
    ...named.filter((each) => !expected.includes(each)).map((each) => `lines has ${each}, which is no group's number`),
    ...expected.filter((each) => !named.includes(each)).map((each) => `lines lacks ${each}`),
    ...(Object.keys(numbers).length > 0 && last === "0" ? ["lines has no last number"] : []),
  ];
}
