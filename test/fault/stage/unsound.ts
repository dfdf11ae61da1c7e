// What cannot be true of a queue after a request, read from a dump by code that trusts no script. Beside test/queue/broken.
import type { Dump } from "./database.ts";
import { DUE, type Scene } from "./scene.ts";
import type { Answer, CrashPoint } from "./stage.ts";

const STATES = ["ready", "delayed", "leased", "failed", "done"];

/** The ids of the jobs that a turn settles, in the order of its items. */
function settledIds({ script, request }: CrashPoint, scene: Scene) {
  const { items = [] } = request(scene).args ?? {};
  const fields = items as readonly string[];
  const isReference = (each: string, i: number) => (script === "turnPlain" ? /^L \d{15} /.test(each) : i % 4 === 1);
  const references = fields.filter(isReference);
  return references.map((each) => each.slice("L 000000000000000 ".length));
}

function membersOf(state: Dump, name: string): Map<string, number> {
  const found = Object.entries(state).find(([key]) => key.endsWith(`:${name}`));
  const members = (found?.[1][2] ?? []) as string[];
  const pairs = Array.from({ length: members.length / 2 }, (_, i) => [
    members[2 * i] ?? "",
    Number(members[2 * i + 1]),
  ]);
  return new Map(pairs as [string, number][]);
}

/** Where each job is: its state and its score. */
function placesIn(state: Dump): Map<string, string> {
  const places = STATES.flatMap((name) => [...membersOf(state, name)].map(([id, score]) => [id, `${name} ${score}`]));
  return new Map(places as [string, string][]);
}

/** The kinds of due jobs of which some have moved, and others have not. */
export function halfMoved(before: Dump, after: Dump): string[] {
  const [was, is] = [placesIn(before), placesIn(after)];
  return Object.entries(DUE).flatMap(([kind, ids]) => {
    const there = ids.filter((id) => was.has(id));
    const moved = there.filter((id) => was.get(id) !== is.get(id));
    return moved.length > 0 && moved.length < there.length ? [`of ${kind}, ${moved} moved alone`] : [];
  });
}

// The head: layout, flags, tick, due.
const HEAD = /^2 [a-z]* \d+ (\d+) /;
const EPOCH = 1_600_000_000_000;

/** Whether something is due before the time at which the queue would look for it. */
export function dueUnseen(state: Dump): string[] {
  const meta = Object.entries(state).find(([key]) => key.endsWith(":meta"))?.[1][2] as
    | Record<string, string>
    | undefined;
  const [, due = "0"] = HEAD.exec(meta?.head ?? "") ?? [];
  const first = (name: string) => Math.min(Number.POSITIVE_INFINITY, ...membersOf(state, name).values());
  const next = Math.min(first("leased"), Math.floor(first("delayed") / 10_000) + EPOCH, first("expiring"));
  return next < Number(due) ? [`at ${next} something is due, which the queue would see at ${due}`] : [];
}

/** Where a settled job may be, by the letter that says where it has gone. What has ended may be trimmed at once. */
const GONE_TO: Record<string, string[]> = {
  c: ["done", "gone"],
  d: ["delayed"],
  f: ["failed", "gone"],
  r: ["ready", "leased"],
};

/** What an answer says of jobs that is not so. */
export function untrue(point: CrashPoint, scene: Scene, answer: Answer, state: Dump): string[] {
  if ("code" in answer || answer.status !== "ok" || !point.script.startsWith("turn")) return [];
  const places = placesIn(state);
  const [letters = ""] = answer.lines;
  const stateOf = (id: string) => places.get(id)?.split(" ")[0] ?? "gone";
  const settled = settledIds(point, scene).flatMap((id, i) => {
    const wanted = GONE_TO[letters[i] ?? ""];
    return wanted && !wanted.includes(stateOf(id)) ? [`${id} was answered ${letters[i]}, and is ${stateOf(id)}`] : [];
  });
  const leased = leasedIds(answer).filter((id) => stateOf(id) !== "leased");
  return [...settled, ...leased.map((id) => `${id} was handed out, and is ${stateOf(id)}`)];
}

/** The ids of the jobs that an answer of a turn hands out. */
export function leasedIds(answer: Answer): string[] {
  if ("code" in answer) return [];
  return answer.lines.slice(2).map((head) => head.slice(head.indexOf("\t") + 1));
}
