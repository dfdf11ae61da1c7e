// Checks the invariants of a queue's groups and blocked jobs. It relies on no script of the library.
import { decodeGroup } from "../../setup/group-field.ts";

/** The parts of a queue that have to agree, as Redis has them. */
export interface StoredGroups {
  /** The state and the score of each job, by id. */
  places: ReadonlyMap<string, { state: string; score: number }>;
  /** The fields of the 16 hashes with jobs. */
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

/** The group of a job, and its mark: t its group has delayed it, h it holds its group back. */
interface Member {
  mark: string;
  group: string;
}

interface StoredGroup {
  held: number;
  number: number;
  back: number;
  tat: number;
  head: string;
}

const NO_GROUP: StoredGroup = { held: 0, number: 0, back: 0, tat: 0, head: "" };

/** Describes each broken invariant of the groups of a queue in a line. */
export function findBrokenGroups(stored: StoredGroups): string[] {
  const members = readMembers(stored.fields);
  const groups = new Map(Object.entries(stored.groups).map(([name, field]) => [name, readGroup(field)]));
  const named = new Set([...groups.keys(), ...[...members.values()].flatMap(({ group }) => group || [])]);
  return [
    ...findBrokenMembers(stored, members),
    ...[...named].flatMap((name) => findBrokenGroup(stored, { name, members, group: groups.get(name) ?? NO_GROUP })),
    ...[...groups].flatMap(([name, group]) => findIdleGroup(stored, { name, group })),
    ...findBrokenHolders(stored, members),
    ...findBrokenLines(stored, groups),
    ...findBrokenFlags(stored, members),
  ];
}

/** Reads the groups and the marks of jobs, by id. A field in an unknown form has the mark "?". */
function readMembers(fields: StoredGroups["fields"]): Map<string, Member> {
  const found = fields.filter(([field]) => field.startsWith(MEMBER_MARK));
  return new Map(
    found.map(([field, text]) => {
      if (!text.startsWith(MEMBER_MARK)) return [field.slice(1), { mark: "-", group: text }];
      const [, mark = "?", cost, group = ""] = /^.([-th])([1-9]\d*) (.*)$/s.exec(text) ?? [];
      // The usual mark and cost are not stored.
      const isShort = mark === "-" && cost === "1";
      return [field.slice(1), { mark: isShort ? "?" : mark, group }];
    }),
  );
}

/** Reads the field of a group. A damaged one has numbers that are none. */
function readGroup(field: string): StoredGroup {
  const [, ...parts] = /^(\d+) (\d+) (\d+) (\d+) (.*)$/s.exec(decodeGroup(field)) ?? [];
  const [held = Number.NaN, number = Number.NaN, back = Number.NaN, tat = Number.NaN] = parts.slice(0, 4).map(Number);
  return { held, number, back, tat, head: parts[4] ?? "?" };
}

/** Returns the part of its group to which a job belongs; undefined if it belongs to none. */
function slotOf(state: string | undefined, mark: string): "held" | "line" | "blocked" | undefined {
  if (state === "leased" || (mark === "h" && (state === "delayed" || state === "failed"))) return "held";
  if (state === "ready" || (mark === "t" && state === "delayed")) return "line";
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
  const ids: Record<"held" | "line" | "blocked", string[]> = { held: [], line: [], blocked: [] };
  for (const [id, { mark, group: of }] of members) {
    const place = of === name ? places.get(id) : undefined;
    const slot = slotOf(place?.state, mark);
    if (slot) ids[slot].push(id);
    if (slot !== "blocked" || !place) continue;
    const [number, sequence] = [Math.floor(place.score / (10 * SEQUENCES)), place.score % SEQUENCES];
    if (number !== group.number) broken.push(`${id} is blocked under the number ${number}, not ${group.number}`);
    if (sequence >= group.back && sequence < SEQUENCES - 1)
      broken.push(`${id} has the sequence ${sequence}, behind the back of its group`);
  }
  const [held, blocked] = [ids.held.length, ids.blocked.length];
  if (group.held !== held) broken.push(`${name} has held ${group.held}, not ${held}`);
  if (group.head !== ids.line.join()) broken.push(`the head of ${name} is ${group.head}, not ${ids.line}`);
  const { cap, isPaused } = limitsOf({ override: overrides[name] ?? "", limits: meta.limits ?? "" });
  const mayGoOn = ids.line.length === 0 && held < cap;
  if (mayGoOn && blocked > 0 && !isPaused) broken.push(`${name} is stuck: ${blocked} blocked, ${held} held of ${cap}`);
  if (mayGoOn && blocked === 0 && group.number > 0)
    broken.push(`${name} has the number ${group.number}, a free slot and no blocked jobs`);
  return broken;
}

/** Describes a group that is stored although nothing of it is in use. */
function findIdleGroup({ places }: StoredGroups, { name, group }: { name: string; group: StoredGroup }): string[] {
  const isUsed = group.held > 0 || places.has(group.head) || group.number > 0 || group.tat > 0;
  return isUsed ? [] : [`${name} is idle and has a field`];
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

function findBrokenLines({ lines }: StoredGroups, groups: Map<string, StoredGroup>): string[] {
  const { "": last = "0", ...numbers } = lines;
  const named = Object.entries(numbers).map(([number, text]) => `${number} ${text.replace(/^\d+ /, "")}`);
  const expected = [...groups].flatMap(([name, { number }]) => (number > 0 ? [`${number} ${name}`] : []));
  return [
    ...named.filter((each) => !expected.includes(each)).map((each) => `lines has ${each}, which is not its number`),
    ...expected.filter((each) => !named.includes(each)).map((each) => `lines lacks ${each}`),
    ...(named.length > 0 && last === "0" ? ["lines has no last number"] : []),
  ];
}

/** Describes flags of the queue without which scripts ignore its groups or their overrides. */
function findBrokenFlags({ overrides, meta }: StoredGroups, members: Map<string, Member>): string[] {
  const [, flags = ""] = /^\d+ ([a-z]*) /.exec(meta.head ?? "") ?? [];
  const count = Object.keys(overrides).length;
  return [
    ...(members.size > 0 && !flags.includes("g") ? ["the queue has groups and no flag g"] : []),
    ...(count > 0 === flags.includes("o") ? [] : [`the queue has ${count} overrides and the flags ${flags}`]),
  ];
}
