// One queue: its numbers, charts, workers, and what can be done with it.
import { useState } from "preact/hooks";
import { onNotFound, queuePath } from "../data/api.ts";
import { formatDuration, formatNumber, formatShort } from "../data/format.ts";
import { type History, type QueueInfo, type Sample, STATES, type WorkerInfo } from "../data/types.ts";
import { useConsole } from "../state/context.ts";
import { useKeys } from "../state/keyboard.ts";
import { href } from "../state/router.ts";
import { useData } from "../state/use-data.ts";
import { Action } from "../ui/action.tsx";
import { Chart } from "../ui/chart.tsx";
import { Empty, Failure, Pending, StateBadge, Time } from "../ui/text.tsx";

const RANGES = [
  { label: "Hour", ms: 3_600_000, step: "minute" },
  { label: "Day", ms: 86_400_000, step: "minute" },
  { label: "Month", ms: 30 * 86_400_000, step: "hour" },
] as const;

/** The page of a queue. */
export function QueueView({ queue }: { queue: string }) {
  const { get } = useConsole();
  const { data, error, reload } = useData<QueueInfo>((signal) => get(queuePath(queue), { signal }), { key: queue });
  useKeys({ r: reload });
  if (!data) return <Pending title={queue} error={error} onRetry={reload} />;
  return (
    <section>
      <h1>
        {queue} {data.paused && <span class="badge paused">paused</span>}
      </h1>
      {error && <Failure error={error} onRetry={reload} />}
      <Numbers queue={data} />
      <Controls queue={data} onDone={reload} />
      <Charts queue={queue} />
      <Workers queue={queue} />
      <p>
        <a href={href(["queues", queue, "bulk"])}>Bulk operations</a>
      </p>
    </section>
  );
}

function Numbers({ queue }: { queue: QueueInfo }) {
  const { overdue = { delayed: 0, leased: 0 }, wait, run, oldestReadyAge } = queue;
  return (
    <dl class="numbers">
      {STATES.map((state) => (
        <div key={state}>
          <dt>
            <StateBadge state={state} />
          </dt>
          <dd>
            <a href={href(["queues", queue.name, "jobs"], { state })} title={formatNumber(queue[state])}>
              {formatShort(queue[state])}
            </a>
          </dd>
        </div>
      ))}
      <Figure label="waiting for" value={oldestReadyAge === undefined ? "–" : formatDuration(oldestReadyAge)} />
      {wait && <Figure label="wait p50 / p95" value={`${duration(wait.p50)} / ${duration(wait.p95)}`} />}
      {run && <Figure label="run p50 / p95" value={`${duration(run.p50)} / ${duration(run.p95)}`} />}
      {overdue.delayed > 0 && <Figure label="due, not ready yet" value={formatNumber(overdue.delayed)} isBad />}
      {overdue.leased > 0 && <Figure label="expired leases" value={formatNumber(overdue.leased)} isBad />}
    </dl>
  );
}

function Figure({ label, value, isBad = false }: { label: string; value: string; isBad?: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd class={isBad ? "bad" : ""}>{value}</dd>
    </div>
  );
}

const duration = (ms: number | undefined) => (ms === undefined ? "–" : formatDuration(ms));

function Controls({ queue, onDone }: { queue: QueueInfo; onDone(): void }) {
  const { can, post } = useConsole();
  if (!can("operate")) return null;
  const { name } = queue;
  const path = (verb: string) => queuePath(name, verb);
  const send = async (verb: string, notice: string) => {
    await post(path(verb));
    return notice;
  };
  return (
    <fieldset class="buttons">
      <legend class="hidden">Actions</legend>
      {queue.paused ? (
        <Action label="Resume" onDone={onDone} run={() => send("resume", `${name} is resumed.`)} />
      ) : (
        <Action
          label="Pause"
          onDone={onDone}
          question="No job is leased until the queue is resumed. Jobs that are held go on."
          run={() => send("pause", `${name} is paused.`)}
        />
      )}
      <Action
        label="Clean"
        onDone={onDone}
        run={async () => {
          const { reclaimed, promoted, removed } = await post<Record<string, number>>(path("clean"));
          return `Cleaned: ${reclaimed} leases reclaimed, ${promoted} jobs promoted, ${removed} removed.`;
        }}
      />
      <Action
        label="Deep clean"
        onDone={onDone}
        question="Audits the queue and repairs it. It is safe beside live traffic."
        run={async () => {
          const { examined, orphans, doubles, lost, stray, counters } = await post<Record<string, number>>(
            path("deep-clean"),
          );
          const repaired = [orphans, doubles, lost, stray, counters].reduce<number>((sum, n) => sum + (n ?? 0), 0);
          return `Examined ${formatNumber(examined ?? 0)} entries, repaired ${formatNumber(repaired)}.`;
        }}
      />
      <Action
        label="Destroy"
        typed={name}
        question={`Removes the queue with all its jobs: ${formatNumber(queue.ready + queue.delayed + queue.leased + queue.failed)} that have not ended well. It cannot be undone.`}
        run={async () => {
          await post(path("destroy"), { queue: name });
          location.hash = "#/";
          return `${name} is destroyed.`;
        }}
      />
    </fieldset>
  );
}

function Charts({ queue }: { queue: string }) {
  const { get } = useConsole();
  const [range, setRange] = useState(0);
  const { ms, step } = RANGES[range] ?? RANGES[0];
  const { data, error } = useData<History>(
    (signal) =>
      get<History>(queuePath(queue, "history"), { query: { from: Date.now() - ms, step }, signal }).catch(
        onNotFound({ step: 60_000, samples: [] }),
      ),
    { key: `${queue} ${step} ${ms}`, interval: 30_000 },
  );
  const points = pointsOf(data);
  const line = (value: (sample: Sample) => number | undefined) => points.map(({ sample }) => sample && value(sample));
  const times = points.map(({ time }) => time);
  const perMinute = (data?.step ?? 60_000) / 60_000;
  const rate = (total: string) => line(({ totals }) => (totals[total] ?? 0) / perMinute);
  return (
    <section aria-label="History">
      <fieldset class="buttons">
        <legend class="hidden">Range</legend>
        {RANGES.map(({ label }, i) => (
          <button key={label} type="button" aria-pressed={i === range} onClick={() => setRange(i)}>
            {label}
          </button>
        ))}
      </fieldset>
      {error && <Failure error={error} />}
      {data && data.samples.length === 0 && (
        <Empty title="There is no history yet.">The light clean samples it each minute. Does the cron fire?</Empty>
      )}
      {points.length > 0 && (
        <div class="charts">
          <Chart
            title="Jobs per minute"
            times={times}
            format={formatShort}
            lines={[
              { label: "enqueued", tone: "b", values: rate("enqueued") },
              { label: "completed", tone: "a", values: rate("completed") },
              { label: "failed", tone: "c", values: rate("failed") },
            ]}
          />
          <Chart
            title="Time until leased"
            times={times}
            format={formatDuration}
            lines={[
              { label: "p50", tone: "a", values: line(({ wait }) => wait.p50) },
              { label: "p95", tone: "b", values: line(({ wait }) => wait.p95) },
            ]}
          />
          <Chart
            title="Time until settled"
            times={times}
            format={formatDuration}
            lines={[
              { label: "p50", tone: "a", values: line(({ run }) => run.p50) },
              { label: "p95", tone: "b", values: line(({ run }) => run.p95) },
            ]}
          />
          <Chart
            title="Backlog"
            times={times}
            format={formatShort}
            lines={[
              { label: "ready", tone: "a", values: line(({ ready }) => ready) },
              { label: "delayed", tone: "b", values: line(({ delayed }) => delayed) },
              { label: "failed", tone: "c", values: line(({ failed }) => failed) },
            ]}
          />
        </div>
      )}
    </section>
  );
}

/** Returns a point for each step of the history; one without a sample is a gap. */
function pointsOf(history: History | undefined): { time: number; sample: Sample | undefined }[] {
  const [first] = history?.samples ?? [];
  const last = history?.samples.at(-1);
  if (!history || !first || !last) return [];
  const points: { time: number; sample: Sample | undefined }[] = [];
  let at = 0;
  for (let time = first.from; time <= last.to; time += history.step) {
    while ((history.samples[at]?.to ?? Number.POSITIVE_INFINITY) < time) at += 1;
    const sample = history.samples[at];
    points.push({ time, sample: sample && sample.from <= time + history.step ? sample : undefined });
  }
  return points;
}

function Workers({ queue }: { queue: string }) {
  const { get, post, can } = useConsole();
  const { data, error, reload } = useData<{ workers: WorkerInfo[] }>(
    (signal) => get(queuePath(queue, "workers"), { signal }),
    { key: queue, interval: 10_000 },
  );
  if (!data) return error ? <Failure error={error} onRetry={reload} /> : null;
  return (
    <section>
      <h2>Workers</h2>
      {data.workers.length === 0 ? (
        <Empty title="No worker has leased jobs lately.">Workers without a name are not listed.</Empty>
      ) : (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Worker</th>
                <th scope="col">Last seen</th>
                <th scope="col">Holds</th>
                {can("operate") && <th scope="col">Action</th>}
              </tr>
            </thead>
            <tbody>
              {data.workers.map(({ worker, lastSeen, holds }) => (
                <tr key={worker}>
                  <th scope="row">{worker}</th>
                  <td>
                    <Time at={lastSeen} />
                  </td>
                  <td>
                    {holds.slice(0, 5).map(({ id }) => (
                      <a key={id} class="chip" href={href(["queues", queue, "jobs", id])}>
                        {id}
                      </a>
                    ))}
                    {holds.length > 5 && <span class="quiet"> and {formatNumber(holds.length - 5)} more</span>}
                  </td>
                  {can("operate") && (
                    <td>
                      <Action
                        label="Take its jobs back"
                        disabled={holds.length === 0}
                        question={`The ${holds.length} jobs that ${worker} holds become ready again, or fail if their attempts are used up.`}
                        run={async () => {
                          const { returned } = await post<{ returned: number }>(queuePath(queue, "fail-worker"), {
                            worker,
                          });
                          return `${formatNumber(returned)} jobs were taken back from ${worker}.`;
                        }}
                        onDone={reload}
                      />
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
