// One schedule: its next slots, its last runs, and what can be done with it.
import { queuePath } from "../../data/api.ts";
import { parseExactJson, propertyOf } from "../../data/exact-json.ts";
import { formatDuration, formatExact, formatNumber } from "../../data/format.ts";
import { formatTimes, REASONS, type Schedule, type ScheduleRun } from "../../data/schedules.ts";
import { useConsole } from "../../state/context.ts";
import { useKeys } from "../../state/keyboard.ts";
import { href } from "../../state/router.ts";
import { useData } from "../../state/use-data.ts";
import { Payload } from "../../ui/payload.tsx";
import { Crumbs, Empty, Fact, Failure, Pending, StateBadge, Time } from "../../ui/text.tsx";
import { ScheduleActions } from "./schedule-actions.tsx";

// The number of next slots that are shown.
const NEXT = 5;

/** The page of a schedule. */
export function ScheduleView({ queue, id }: { queue: string; id: string }) {
  const { getText } = useConsole();
  const path = queuePath(queue, "schedules", id);
  const { data: text, error, reload } = useData((signal) => getText(path, { signal }), { key: path });
  useKeys({ r: reload });
  if (text === undefined) return <Pending title={`${queue} ${id}`} error={error} onRetry={reload} />;
  const schedule = JSON.parse(text) as Schedule;
  const payload = propertyOf(parseExactJson(text), "data");
  const { paused, ended, note } = schedule;
  return (
    <section>
      <Crumbs queue={queue} rest={[{ name: "schedules", address: href(["queues", queue, "schedules"]) }]} />
      <h1>
        <bdi>{id}</bdi> {paused && <span class="badge paused">paused</span>}
        {ended && <span class="badge done">ended</span>}
      </h1>
      {error && <Failure error={error} onRetry={reload} />}
      {note !== undefined && <p class="why">{note}</p>}
      <ScheduleActions queue={queue} schedule={schedule} onDone={reload} />
      <Facts schedule={schedule} />
      <div class="columns">
        <section>
          <h2>Payload</h2>
          {payload ? <Payload node={payload} /> : <Empty title="The payload cannot be shown as JSON." />}
        </section>
        <LastRuns queue={queue} runs={schedule.lastRuns} />
      </div>
    </section>
  );
}

function Facts({ schedule }: { schedule: Schedule }) {
  const { times, overlap, catchUp, jitter, limit, nextSlots, buffered, pausedAt } = schedule;
  return (
    <dl class="facts">
      <Fact name="Times">{formatTimes(times)}</Fact>
      {times.start !== undefined && <Fact name="From">{formatExact(times.start)}</Fact>}
      {times.end !== undefined && <Fact name="Until">{formatExact(times.end)}</Fact>}
      {pausedAt !== undefined && (
        <Fact name="Paused">
          <Time at={pausedAt} />
        </Fact>
      )}
      {nextSlots.slice(0, NEXT).map((slot, i) => (
        <Fact key={slot} name={i === 0 ? "Next" : "Then"}>
          <Time at={slot} /> <span class="quiet">{formatExact(slot)}</span>
        </Fact>
      ))}
      {buffered !== undefined && (
        <Fact name="Waits for the end of a run">
          <Time at={buffered} />
        </Fact>
      )}
      <Fact name="Overlap">{overlap}</Fact>
      <Fact name="Catches up for">{formatDuration(catchUp)}</Fact>
      {jitter > 0 && <Fact name="Jitter">{formatDuration(jitter)}</Fact>}
      <Fact name="Runs">
        {formatNumber(schedule.runs)}
        {limit !== undefined && ` of ${formatNumber(limit)}`}
      </Fact>
      <Fact name="Missed">{formatNumber(schedule.missed)}</Fact>
      <Fact name="Skipped">{formatNumber(schedule.skipped)}</Fact>
      {schedule.runs > 0 && <Fact name="Last was late by">{formatDuration(schedule.lateness)}</Fact>}
    </dl>
  );
}

function LastRuns({ queue, runs }: { queue: string; runs: readonly ScheduleRun[] }) {
  return (
    <section>
      <h2>Last runs</h2>
      {runs.length === 0 ? (
        <Empty title="It has not run yet." />
      ) : (
        <div class="scroll">
          <table aria-label="Last runs">
            <thead>
              <tr>
                <th scope="col">Slot</th>
                <th scope="col">Reason</th>
                <th scope="col">Outcome</th>
                <th scope="col">Ended</th>
              </tr>
            </thead>
            <tbody>
              {runs.map(({ slot, reason, job, outcome, endedAt }) => (
                <tr key={job}>
                  <th scope="row">
                    <a href={href(["queues", queue, "jobs", job])}>{formatExact(slot)}</a>
                  </th>
                  <td>{REASONS[reason]}</td>
                  <td>
                    <StateBadge state={outcome ?? "not ended"} />
                  </td>
                  <td>{endedAt !== undefined && <Time at={endedAt} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
