// The charts of a queue: throughput, latencies and backlog over the last hour, day or month.
import { useState } from "preact/hooks";
import { onNotFound, queuePath } from "../data/api.ts";
import { formatDuration, formatNumber } from "../data/format.ts";
import { pointsOf, ratePerMinute } from "../data/history.ts";
import type { History, Sample } from "../data/types.ts";
import { useConsole } from "../state/context.ts";
import { useData } from "../state/use-data.ts";
import { Chart } from "../ui/chart.tsx";
import { Empty, Failure } from "../ui/text.tsx";

const RANGES = [
  { label: "Hour", ms: 3_600_000, step: "minute" },
  { label: "Day", ms: 86_400_000, step: "minute" },
  { label: "30 days", ms: 30 * 86_400_000, step: "hour" },
] as const;

const formatRate = (value: number) => formatNumber(value < 10 ? Math.round(value * 10) / 10 : Math.round(value));

/** The charts of a queue. */
export function Charts({ queue }: { queue: string }) {
  const { get } = useConsole();
  const [range, setRange] = useState(0);
  const { ms, step } = RANGES[range] ?? RANGES[0];
  const { data, error, at } = useData<History>(
    (signal) =>
      get<History>(queuePath(queue, "history"), { query: { from: Date.now() - ms, step }, signal }).catch(
        onNotFound({ step: 60_000, samples: [] }),
      ),
    { key: `${queue} ${step} ${ms}`, interval: 30_000 },
  );
  const end = at ?? 0;
  const points = data && data.samples.length > 0 ? pointsOf(data, end - ms, end) : [];
  const line = (value: (sample: Sample) => number | undefined) => points.map(({ sample }) => sample && value(sample));
  const rate = (total: string) => line((sample) => ratePerMinute(sample, total));
  const times = points.map(({ time }) => time);
  return (
    <section aria-label="History">
      <div class="heading">
        <h2>History</h2>
        <fieldset class="choices">
          <legend class="hidden">Range</legend>
          {RANGES.map(({ label }, i) => (
            <button key={label} type="button" aria-pressed={i === range} onClick={() => setRange(i)}>
              {label}
            </button>
          ))}
        </fieldset>
      </div>
      {error && <Failure error={error} />}
      {data && data.samples.length === 0 && (
        <Empty title="There is no history yet.">
          The light clean samples the queue each minute. Check that the cron of your deployment fires.
        </Empty>
      )}
      {points.length > 0 && (
        <div class="charts">
          <Chart
            title="Jobs a minute"
            times={times}
            format={formatRate}
            lines={[
              { label: "enqueued", tone: "b", values: rate("enqueued") },
              { label: "completed", tone: "a", values: rate("completed") },
            ]}
          />
          <Chart
            title="Failures a minute"
            times={times}
            format={formatRate}
            lines={[
              { label: "failed", tone: "c", values: rate("failed") },
              { label: "retried", tone: "b", values: rate("retried") },
            ]}
          />
          <Chart
            title="Waits, estimated"
            times={times}
            format={formatDuration}
            lines={[
              { label: "p50", tone: "a", values: line(({ waits }) => waits.p50) },
              { label: "p95", tone: "b", values: line(({ waits }) => waits.p95) },
            ]}
          />
          <Chart
            title="Run times, estimated"
            times={times}
            format={formatDuration}
            lines={[
              { label: "p50", tone: "a", values: line(({ runTimes }) => runTimes.p50) },
              { label: "p95", tone: "b", values: line(({ runTimes }) => runTimes.p95) },
            ]}
          />
          <Chart
            title="Backlog"
            times={times}
            format={formatNumber}
            lines={[
              { label: "ready", tone: "a", values: line(({ states }) => states.ready) },
              { label: "delayed", tone: "b", values: line(({ states }) => states.delayed) },
              { label: "blocked", tone: "d", values: line(({ states }) => states.blocked) },
              { label: "failed", tone: "c", values: line(({ states }) => states.failed) },
            ]}
          />
        </div>
      )}
    </section>
  );
}
