// Groups and limits as Redis stores them.
import type { Job, Model } from "../state/model.ts";
import { formatOverride } from "./limits.ts";
import { jobsOfGroup, type Slot, slotOf } from "./state.ts";

/** Returns the field of a job with a group or a cost. */
export function toMemberField({ id, member }: Job): Record<string, string> {
  return member ? { [`\x01${id}`]: `${member.mark} ${member.cost} ${member.group ?? ""}` } : {};
}

/** Returns the field of a group that is in use. */
export function toGroupField(model: Model, name: string): Record<string, string> {
  const group = model.groups.active.get(name);
  if (!group) return {};
  const count = (slot: Slot) => jobsOfGroup(model, name, slot).length;
  const counts = [count("held"), count("line"), count("blocked")];
  return { [`\x02${name}`]: [...counts, group.tat, group.number, group.back, group.front, group.head].join(" ") };
}

/** Returns the members of `holders`: the jobs that hold slots of their groups. */
export function holders(model: Model): [string, number][] {
  const held = [...model.jobs.values()].filter((job) => slotOf(job) === "held");
  return held
    .map(({ id, member }): [string, number] => [`${member?.group}\0${id}`, 0])
    .sort(([a], [b]) => compare(a, b));
}

function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** Returns the fields of `lines`: the groups with blocked jobs by number, and the last number. */
export function lines({ groups: { active, lastNumber } }: Model): Record<string, string> {
  const numbered = [...active].filter(([, { number }]) => number > 0);
  const fields = numbered.map(([name, { number, since }]) => [String(number), `${since} ${name}`]);
  return { ...(lastNumber === undefined ? {} : { "": String(lastNumber) }), ...Object.fromEntries(fields) };
}

/** Returns the fields of `overrides`. */
export function toOverrides({ groups: { overrides } }: Model): Record<string, string> {
  return Object.fromEntries([...overrides].map(([name, override]) => [name, formatOverride(override)]));
}
