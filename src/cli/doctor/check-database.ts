// The checks of the database itself: memory, eviction, clock, sizes of keys. A hosted database may refuse some commands.
import type { Api } from "../kit/api.ts";
import { formatDuration, formatNumber } from "../output/text.ts";
import { type Finding, finding } from "./finding.ts";

type Database = Pick<Api, "command" | "prefix">;

// In ms.
const MAX_CLOCK_DISTANCE = 5_000;
// In bytes. Upstash's plans allow 100 MB a key.
const LARGE_KEY = 40_000_000;
const TOO_LARGE_KEY = 80_000_000;
const MEGABYTE = 1_000_000;
// The keys of a queue that grow with its jobs.
const KEYS = [..."0123456789abcdef"]
  .map((digit) => `jobs:${digit}`)
  .concat("ready", "delayed", "blocked", "failed", "done", "events");
const MAX_QUEUES = 100;

/** Checks the clock, the memory and the eviction of the database. */
export async function checkDatabase({ command }: Database): Promise<Finding[]> {
  if (!command)
    return [
      finding(
        "database",
        "note",
        "Memory and eviction are not checked over the API.",
        "Run doctor with the database's own variables.",
      ),
    ];
  const sent = Date.now();
  const time = await command(["TIME"]).catch(() => undefined);
  const info = parseInfo(await command(["INFO"]).catch(() => undefined));
  return [...checkClock(time, { sent, received: Date.now() }), checkEviction(info), checkMemory(info)];
}

/** Reads the lines of INFO. */
function parseInfo(text: unknown): Map<string, string> {
  return new Map(
    [...String(text ?? "").matchAll(/^(\w+):(.*?)\r?$/gm)].map(([, name = "", value = ""]) => [name, value]),
  );
}

function checkClock(time: unknown, { sent, received }: { sent: number; received: number }): Finding[] {
  if (!Array.isArray(time)) return [];
  const there = Number(time[0]) * 1_000 + Number(time[1]) / 1_000;
  const distance = there < sent ? sent - there : there > received ? there - received : 0;
  const text = `This machine's clock differs from Redis's by ${formatDuration(Math.round(distance))}.`;
  if (distance <= MAX_CLOCK_DISTANCE) return [finding("clock", "ok", text)];
  return [
    finding("clock", "note", text, "Jobs follow Redis's clock. Correct this machine's, by which `at` is computed."),
  ];
}

function checkEviction(info: Map<string, string>): Finding {
  const policy = info.get("maxmemory_policy");
  if (policy === undefined)
    return finding(
      "eviction",
      "note",
      "The database does not report its eviction.",
      "Check in its console that eviction is off.",
    );
  if (policy === "noeviction") return finding("eviction", "ok", "Eviction is off.");
  return finding(
    "eviction",
    "problem",
    `Eviction is on (${policy}): a full database drops jobs.`,
    "Turn eviction off.",
  );
}

function checkMemory(info: Map<string, string>): Finding {
  const [used, most] = [Number(info.get("used_memory")), Number(info.get("maxmemory"))];
  const size = `${formatNumber(Math.round(used / MEGABYTE))} MB of memory are used`;
  if (!(used >= 0))
    return finding("memory", "note", "The database does not report its memory.", "Watch it in its console.");
  if (!(most > 0)) return finding("memory", "ok", `${size}, without a limit.`);
  const text = `${size}, ${Math.round((used / most) * 100)} % of the limit.`;
  if (used < most * 0.75) return finding("memory", "ok", text);
  const advice =
    "Remove done or failed jobs, keep fewer of them, or raise the limit. A full database enqueues nothing.";
  return finding("memory", used < most * 0.9 ? "note" : "problem", text, advice);
}

/** Checks the sizes of the keys of queues, which a plan limits. */
export async function checkKeySizes({ command, prefix }: Database, queues: readonly string[]): Promise<Finding[]> {
  if (!command || queues.length === 0) return [];
  let largest = { key: "", bytes: 0 };
  for (const queue of queues.slice(0, MAX_QUEUES)) {
    const keys = KEYS.map((name) => `${prefix}:{${queue}}:${name}`);
    const sizes = await Promise.all(keys.map((key) => command(["MEMORY", "USAGE", key]).catch(() => undefined)));
    if (sizes.every((size) => size === undefined))
      return [finding("key sizes", "note", "The database does not report the sizes of keys.")];
    for (const [i, size] of sizes.entries()) {
      if (Number(size ?? 0) > largest.bytes) largest = { key: keys[i] ?? "", bytes: Number(size) };
    }
  }
  const text = `The largest key, ${largest.key}, takes ${(largest.bytes / MEGABYTE).toFixed(1)} MB.`;
  if (largest.bytes < LARGE_KEY) return [finding("key sizes", "ok", text)];
  const advice = "Most plans allow 100 MB a key. Lease more, keep fewer ended jobs, or use another queue.";
  return [finding("key sizes", largest.bytes < TOO_LARGE_KEY ? "note" : "problem", text, advice)];
}
