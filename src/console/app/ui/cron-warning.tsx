// Warnings about crons that have not run for longer than their usual time.
import { formatDuration } from "../data/format.ts";
import type { CronReport } from "../data/types.ts";

// The light clean is due each minute, the deep clean each day.
const LATE = { light: 5 * 60_000, deep: 26 * 3_600_000 };

/** A warning for each cron that is late, if any has ever run. */
export function CronWarning({ crons }: { crons: readonly CronReport[] }) {
  const now = Date.now();
  const late = crons.filter(({ kind, at }) => now - at > LATE[kind]);
  if (late.length === 0) return null;
  const isNone = late.length === crons.length;
  const age = Math.min(...late.map(({ at }) => now - at));
  return (
    <p class="warning" role="status">
      {isNone
        ? `No cron has run for ${formatDuration(age)}.`
        : `No ${late[0]?.kind} clean has run for ${formatDuration(age)}.`}{" "}
      Check the triggers of your deployment. Queues heal while workers lease; history and bulk operations stand still.
    </p>
  );
}
