// The forms in which schedules are stored (src/lua/lib/schedules/schedules.lua).
import { START } from "../kit/times.ts";

/** A minute in ms. */
export const MINUTE = 60_000;
const DIGEST = "0".repeat(32);
/** The times of a definition, unless stated. */
export const TIMES = '{"every":60000,"anchor":0}';

interface DefinitionParts {
  digest?: string;
  overlap?: string;
  catchUp?: number;
  most?: number;
  limit?: string;
  job?: string;
  times?: string;
  payload?: string;
}

/** Returns a definition as Redis stores it. */
export function definition({ digest = DIGEST, overlap = "s", ...parts }: DefinitionParts = {}): string {
  const { catchUp = 3_600_000, most = 10, limit = "-", job = "5 - - -", times = TIMES, payload = '{"a":1}' } = parts;
  return `${digest} ${overlap} ${catchUp} ${most} ${limit} ${job}\n${times}\n${payload}`;
}

interface StateParts {
  version?: number;
  changed?: number;
  cursor?: number;
  isLast?: 0 | 1;
  runs?: number;
  missed?: number;
  skipped?: number;
  late?: number;
  paused?: number;
  buffered?: number;
  note?: string;
  slots?: (number | string)[];
  history?: string[];
}

/** Returns the state of a schedule as Redis stores it. */
export function scheduleState(parts: StateParts = {}): string {
  const {
    version = 7,
    changed = START,
    cursor = START,
    isLast = 0,
    runs = 0,
    missed = 0,
    skipped = 0,
    late = 0,
  } = parts;
  const { paused = "-", buffered = "-", note = "", slots = [], history = [] } = parts;
  const numbers = [version, START, changed, cursor, isLast, runs, missed, skipped, late, paused, buffered].join(" ");
  return [numbers, note, slots.join(" "), ...history].join("\n");
}

/** Returns a list of eight slots after a time, so that no others are asked for. */
export const eightAfter = (time: number) => Array.from({ length: 8 }, (_, i) => time + (i + 1) * MINUTE);
/** The last of eight slots after START. */
export const LAST = START + 8 * MINUTE;
