// The fixture with schedules in every state, and the cases of their scripts.
import { type CaseDefinition, defineIn, inAbsent, inCalm, type ScriptRequest } from "./case-requests.ts";
import { type Fixture, lease } from "./fixture-jobs.ts";
import type { ScriptName } from "./script-cases.ts";

/** Defines a case in the fixture "scheduled". */
export const inScheduled = defineIn("scheduled");

const MINUTE = 60_000;
const EACH_MINUTE = { every: "1m" } as const;

/**
 * Adds schedules with each policy. Each has a run that is leased, one that waits or has ended, and a slot that is due; that of
 * `buffer` waits for the end of the run.
 */
export async function addSchedules(fixture: Fixture): Promise<void> {
  const { queue, clock } = fixture;
  await queue.setLimits({ groups: { concurrency: 1 } });
  await queue.scheduleMany([
    { id: "skip", ...EACH_MINUTE, data: { large: "x".repeat(200) } },
    { id: "allow", ...EACH_MINUTE, data: 1, overlap: "allow", group: "g", ttl: "1h" },
    { id: "cancel", ...EACH_MINUTE, data: 1, overlap: "cancel", group: "g" },
    { id: "buffer", ...EACH_MINUTE, data: 1, overlap: "buffer", timeout: "1m" },
    { id: "free", ...EACH_MINUTE, data: 1, jitter: "1m" },
    { id: "limited", ...EACH_MINUTE, data: 1, limit: 3 },
    { id: "late", ...EACH_MINUTE, data: 1, catchUp: "1m", maxCatchUp: 1 },
    { id: "future", every: "1d", data: 1 },
    { id: "once", at: clock.time + 3 * MINUTE, data: 1 },
    { id: "paused", ...EACH_MINUTE, data: 1 },
  ]);
  await queue.pauseSchedule("paused", { note: "a note that is longer than the next one" });
  clock.pass(MINUTE);
  await queue.clean();
  await lease(fixture, 20);
  clock.pass(MINUTE);
  await queue.clean();
  clock.pass(MINUTE);
}

/** Returns the text of a definition. */
const definition = (digit: string, { overlap = "s", limit = "-", every = MINUTE, data = "2" } = {}): string =>
  `${digit.repeat(32)} ${overlap} 3600000 10 ${limit} 5 - - -\n{"every":${every},"anchor":0}\n${data}`;

const put = (...items: string[]): ScriptRequest => ({ args: { items, most: 1_000 } });
const advance = (refills: string[] = [], ids: string[] = []): ScriptRequest => ({
  args: { items: [...refills, ...ids], refillCount: refills.length },
});

/** The cases of the scripts of schedules. */
export const SCHEDULE_CASES = {
  advance: {
    "slots that are due": inScheduled(1, advance()),
    "schedules whose runs have ended": inScheduled(1, advance([], ["future", "paused", "unknown"])),
    "refills of other versions": inScheduled(1, advance([`1 1 ${9e12} 0 5\n${9e12}\nskip`, `1 1 1 1 0\n\nunknown`])),
    "nothing that is due": inCalm(0, advance()),
    "an absent queue": inAbsent(0, advance([], ["unknown"])),
  },
  putSchedules: {
    "schedules of every kind": inScheduled(
      1,
      put(
        ...["new", definition("1"), "skip", definition("2")],
        ...["buffer", definition("3", { data: '{"longer":"payload"}', overlap: "b" })],
        ...["paused", definition("4", { every: 5_000 }), "limited", definition("5", { limit: "2" })],
      ),
    ),
    "the first schedule": inCalm(1, put("new", definition("1"))),
    "a schedule of a new queue": inAbsent(1, put("new", definition("1"))),
    "more than there may be": inScheduled(0, { args: { ...put("new", definition("1")).args, most: 10 } }),
  },
  removeSchedules: {
    "schedules of every kind": inScheduled(1, {
      args: { ids: ["skip", "buffer", "paused", "future", "unknown", "skip"] },
    }),
    "schedules of an absent queue": inAbsent(0, { args: { ids: ["unknown"] } }),
  },
  pauseSchedule: {
    "an active schedule": inScheduled(1, { args: { id: "skip", paused: "1", note: "why" } }),
    "a schedule with a buffered slot": inScheduled(1, { args: { id: "buffer", paused: "1", note: "" } }),
    "a paused schedule, with a shorter note": inScheduled(1, { args: { id: "paused", paused: "1", note: "why" } }),
    "a paused schedule that goes on": inScheduled(1, { args: { id: "paused", paused: "-", note: "" } }),
    "an unknown schedule": inScheduled(0, { args: { id: "unknown", paused: "1", note: "" } }),
  },
  runSchedule: {
    "a run for now": inScheduled(1, { args: { id: "skip", slots: [] } }),
    "a run in a full group": inScheduled(1, { args: { id: "allow", slots: [] } }),
    "runs of slots that have passed, some of which exist": inScheduled(1, ({ clock }) => {
      const at = clock.time - (clock.time % MINUTE);
      const slots = [at - 9 * MINUTE, at - 2 * MINUTE, at - MINUTE, at + MINUTE].map(String);
      return { args: { id: "allow", slots }, parts: { results: slots.map((slot) => `allow:${slot}`) } };
    }),
    "an unknown schedule": inScheduled(0, { args: { id: "unknown", slots: [] } }),
  },
  listSchedules: {
    "all schedules": inScheduled(0, { args: { ids: [] } }),
    "some schedules": inScheduled(0, { args: { ids: ["skip", "unknown"] } }),
  },
} satisfies Partial<Record<ScriptName, Record<string, CaseDefinition>>>;
