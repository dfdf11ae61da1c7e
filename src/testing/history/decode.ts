// A call of a script, and its reply, as an event.

import type { NamedScript } from "../../core/script.ts";
import * as scripts from "../../core/scripts.gen.ts";
import type { Grant, HistoryEvent, Item } from "./event.ts";

const SCRIPTS = new Map((Object.values(scripts) as NamedScript[]).map((script) => [script.name, script]));
const CHANGES = new Set(
  `enqueue lease turn settle extend progress cancel promote redrive pause resume purge destroy failWorker clean
   deepClean`.split(/\s+/),
);
const ACTIONS = { c: "complete", r: "retry", f: "fail", g: "release" } as const;

/** The question of an event; nothing where the call changes no queue. */
export function questionOf(name: string, keys: string[], values: string[]): Partial<HistoryEvent> | undefined {
  const script = SCRIPTS.get(name);
  if (!script || !CHANGES.has(name)) return undefined;
  const { args, list } = named(script, values);
  const queue = /^[^{]*\{(.*)\}:/.exec(keys[0] ?? "")?.[1];
  if (queue === undefined) return undefined;
  const nonce = keys.map((key) => key.slice(key.indexOf("}:") + 2)).find((key) => key.startsWith("reply:"));
  const at = /^=(\d+)$/.exec(args.clock ?? "")?.[1];
  return {
    queue,
    op: name,
    ...(nonce === undefined ? {} : { nonce: nonce.slice("reply:".length) }),
    ...(at === undefined ? {} : { at: Number(at), passed: true as const }),
    ...(args.worker ? { worker: args.worker } : {}),
    ...(args.duration ? { duration: Number(args.duration) } : {}),
    ...countOf(name, args),
    ...itemsOf(name, args, list),
  };
}

/** Each argument by its name, and the list at the end. */
function named(script: NamedScript, values: string[]): { args: Record<string, string>; list: string[] } {
  const names = script.args.filter((name) => !name.endsWith("..."));
  const args = Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""]));
  return { args, list: names.length < script.args.length ? values.slice(names.length) : [] };
}

function countOf(name: string, { count, limit }: Record<string, string>): { count?: number } {
  const most = name === "lease" || name === "turn" ? count : name === "redrive" ? limit : undefined;
  return most === undefined ? {} : { count: Number(most) };
}

function itemsOf(name: string, args: Record<string, string>, list: string[]): { items?: Item[] } {
  const each = (width: number, item: (at: number) => Item): { items: Item[] } => ({
    items: Array.from({ length: list.length / width }, (_, i) => item(i * width)),
  });
  const text = (at: number) => list[at] ?? "";
  switch (name) {
    case "enqueue":
      return each(4, (at) => {
        const [, priority, ttl] = /^(\d)(?: \S+ (\S+))?\n/.exec(text(at + 3).slice(0, 60)) ?? [];
        return { id: text(at), priority: Number(priority), ...(ttl && ttl !== "-" ? { mortal: true } : {}) };
      });
    case "settle":
    case "turn":
      return each(5, (at) => {
        const action = ACTIONS[text(at) as keyof typeof ACTIONS];
        return { id: text(at + 1), fence: Number(text(at + 2)), ...(action ? { action } : {}) };
      });
    case "extend":
      return each(2, (at) => ({ id: text(at), fence: Number(text(at + 1)) }));
    case "progress":
      return { items: [{ id: args.id ?? "", fence: Number(args.fence) }] };
    default:
      return list.length > 0 ? each(1, (at) => ({ id: text(at) })) : {};
  }
}

/** Adds to an event what Redis replied; false where that is no reply of ours. */
export function addAnswer(event: HistoryEvent, reply: unknown): boolean {
  if (!Array.isArray(reply)) return false;
  const [status, ...rest] = reply.map(String);
  if (status === "full" || status === "reused") {
    event.answer = status;
    return true;
  }
  if (status !== "ok" && status !== "again") return false;
  const [first = "", second = ""] = rest;
  if (event.op === "lease" || event.op === "turn") return addLeased(event, status, rest);
  if (event.op === "clean" || event.op === "deepClean") event.counted = first.split(" ").map(Number);
  else if (event.op === "purge" || event.op === "failWorker") event.counted = [Number(first)];
  else if (event.op === "extend") {
    addLetters(event, first);
    event.at = Number(second) - (event.duration ?? 0);
  } else {
    if (event.op === "redrive") event.counted = [Number(first)];
    else addLetters(event, first);
    if (event.nonce !== undefined) event.answer = first;
  }
  return true;
}

function addLetters(event: HistoryEvent, letters: string): void {
  event.items?.forEach((item, i) => {
    const letter = letters[i];
    if (letter !== undefined) item.letter = letter;
  });
}

function addLeased(event: HistoryEvent, status: string, rest: string[]): boolean {
  const isAgain = status === "again";
  const [letters = "", header = "", ...others] = isAgain ? (rest[0] ?? "").split("\n") : rest;
  const heads = others.filter((text, i) => (isAgain ? text !== "" : i % 2 === 0));
  event.leased = heads.map((head, i) => grantOf(head, isAgain ? undefined : others[i * 2 + 1]));
  // The time when it was done: what comes again was done when it came first.
  event.at = Number(header.split(" ")[0]);
  event.answer = [letters, header, ...heads].join("\n");
  addLetters(event, letters);
  return true;
}

function grantOf(head: string, record: string | undefined): Grant {
  const [, fence, attempt, id = ""] = /^(\d+) (\d+) (.*)$/s.exec(head) ?? [];
  const [, enqueuedAt, priority] = /^(\d+) (\d)/.exec(record?.slice(0, 40) ?? "") ?? [];
  const grant: Grant = { id, fence: Number(fence), attempt: Number(attempt) };
  return priority === undefined ? grant : { ...grant, priority: Number(priority), enqueuedAt: Number(enqueuedAt) };
}
