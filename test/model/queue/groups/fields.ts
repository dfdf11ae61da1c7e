// Groups and limits as Redis stores them.

import { headOf, jobsOfGroup, slotOf } from "../state/groups.ts";
import type { Job, Model } from "../state/model.ts";
import { formatOverride } from "./limits.ts";

/** Returns the field of a job with a group or a cost. */
export function toMemberField({ id, member }: Job): Record<string, string> {
  if (!member) return {};
  const { mark, cost, group } = member;
  const isUsual = mark === "-" && cost === 1 && group !== undefined;
  return { [`\x01${id}`]: isUsual ? group : `\x01${mark}${cost} ${group ?? ""}` };
}

/** Returns the fields of `groups`, each as the text "held number back tat head". */
export function toGroupFields(model: Model): Record<string, string> {
  const fields = [...model.groups.active].map(([name, { number, back, tat }]) => {
    const held = jobsOfGroup(model, name, "held").length;
    return [name, [held, number, back, tat, headOf(model, name)?.id ?? ""].join(" ")];
  });
  return Object.fromEntries(fields);
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

/** Returns the fields of `lines`: the groups with numbers by these, and the last number. */
export function lines({ groups: { active, lastNumber } }: Model): Record<string, string> {
  const numbered = [...active].filter(([, { number }]) => number > 0);
  const fields = numbered.map(([name, { number, since }]) => [String(number), `${since} ${name}`]);
  return { ...(lastNumber === undefined ? {} : { "": String(lastNumber) }), ...Object.fromEntries(fields) };
}

/** Returns the fields of `overrides`. */
export function toOverrides({ groups: { overrides } }: Model): Record<string, string> {
  return Object.fromEntries([...overrides].map(([name, override]) => [name, formatOverride(override)]));
}
