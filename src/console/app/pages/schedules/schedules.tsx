// The schedules of a queue, in the order of their next slots.
import { useState } from "preact/hooks";
import { queuePath } from "../../data/api.ts";
import { formatNumber } from "../../data/format.ts";
import { formatTimes, type Schedule, type SchedulePage } from "../../data/schedules.ts";
import { useConsole } from "../../state/context.ts";
import { useKeys } from "../../state/keyboard.ts";
import { go, href } from "../../state/router.ts";
import { useData } from "../../state/use-data.ts";
import { useRows } from "../../state/use-rows.ts";
import { PageButtons } from "../../ui/pages.tsx";
import { Crumbs, Empty, Failure, Pending, StateBadge, Time } from "../../ui/text.tsx";

const PAGE = 100;

/** The page of a queue's schedules. */
export function Schedules({ queue }: { queue: string }) {
  const { get } = useConsole();
  const [cursors, setCursors] = useState<string[]>([]);
  const cursor = cursors.at(-1);
  const { data, error, reload } = useData<SchedulePage>(
    (signal) => get(queuePath(queue, "schedules"), { query: { limit: PAGE, cursor }, signal }),
    { key: `${queue} ${cursor}` },
  );
  const schedules = data?.schedules ?? [];
  const addressOf = (id: string) => href(["queues", queue, "schedules", id]);
  const { table, selected } = useRows(schedules, { open: ({ id }) => go(addressOf(id)) });
  useKeys({ r: reload });
  if (!data) return <Pending title={`${queue} schedules`} error={error} onRetry={reload} />;
  return (
    <section>
      <Crumbs queue={queue} />
      <h1>
        {queue} schedules <span class="quiet">{formatNumber(data.total)}</span>
      </h1>
      {error && <Failure error={error} onRetry={reload} />}
      {schedules.length === 0 ? (
        <Empty title="The queue has no schedule.">A program, the command or the API stores schedules.</Empty>
      ) : (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Schedule</th>
                <th scope="col">Times</th>
                <th scope="col">Next</th>
                <th scope="col">Last run</th>
                <th scope="col" class="number">
                  Runs
                </th>
                <th scope="col" class="number minor">
                  Missed
                </th>
                <th scope="col" class="number minor">
                  Skipped
                </th>
              </tr>
            </thead>
            <tbody ref={table}>
              {schedules.map((schedule, i) => (
                <tr key={schedule.id} class={i === selected ? "selected" : ""}>
                  <th scope="row">
                    <a href={addressOf(schedule.id)}>
                      <bdi>{schedule.id}</bdi>
                    </a>
                  </th>
                  <td class="words">{formatTimes(schedule.times)}</td>
                  <td>
                    <NextSlot schedule={schedule} />
                  </td>
                  <td>
                    <LastRun schedule={schedule} />
                  </td>
                  <td class="number">{formatNumber(schedule.runs)}</td>
                  <td class="number minor">{formatNumber(schedule.missed)}</td>
                  <td class="number minor">{formatNumber(schedule.skipped)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <PageButtons cursors={cursors} next={data.cursor} onTurn={setCursors} />
    </section>
  );
}

/** The next slot of a schedule, or the reason why there is none. */
function NextSlot({ schedule: { paused, ended, nextSlots } }: { schedule: Schedule }) {
  if (paused) return <span class="badge paused">paused</span>;
  return ended ? <span class="quiet">ended</span> : <Time at={nextSlots[0]} />;
}

function LastRun({ schedule: { lastRuns } }: { schedule: Schedule }) {
  const [last] = lastRuns;
  if (!last) return null;
  return (
    <>
      <Time at={last.firedAt} /> <StateBadge state={last.outcome ?? "not ended"} />
    </>
  );
}
