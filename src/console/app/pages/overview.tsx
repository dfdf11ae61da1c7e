// All queues: those with trouble first.
import { useMemo, useRef, useState } from "preact/hooks";
import { formatDuration, formatNumber, formatShort } from "../data/format.ts";
import type { OtherQueue, QueueInfo, QueuePage } from "../data/types.ts";
import { useConsole } from "../state/context.ts";
import { useKeys } from "../state/keyboard.ts";
import { go, href } from "../state/router.ts";
import { useData } from "../state/use-data.ts";
import { Sparkline } from "../ui/chart.tsx";
import { Empty, Failure, Pending } from "../ui/text.tsx";

const PAGE = 200;
// A queue whose next job has been ready for longer, with no job in hand, is marked as stuck.
const STUCK_AFTER = 300_000;

/** The page of all queues. */
export function Overview({ search }: { search: string }) {
  const { get } = useConsole();
  const [cursors, setCursors] = useState<string[]>([]);
  const cursor = cursors.at(-1);
  const { data, error, reload } = useData<QueuePage>(
    (signal) => get("/v1/queues", { query: { limit: PAGE, recent: 1, cursor }, signal }),
    { key: `queues ${cursor}` },
  );
  const [selected, setSelected] = useState(0);
  const table = useRef<HTMLTableSectionElement>(null);
  const queues = useMemo(
    () => (data?.queues ?? []).filter(({ name }) => name.includes(search)).sort((a, b) => urgency(b) - urgency(a)),
    [data, search],
  );
  const move = (by: number) => {
    const next = Math.max(0, Math.min(queues.length - 1, selected + by));
    setSelected(next);
    table.current?.rows[next]?.querySelector("a")?.focus();
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    Enter: () => queues[selected] && go(href(["queues", queues[selected].name])),
    r: reload,
  });
  if (!data) return <Pending title="Queues" error={error} onRetry={reload} />;
  return (
    <section>
      <h1>
        Queues <span class="quiet">{formatNumber(data.total)}</span>
      </h1>
      {error && <Failure error={error} onRetry={reload} />}
      {queues.length === 0 ? (
        <Empty title={search ? `No queue has “${search}” in its name.` : "There are no queues yet."}>
          {!search && "A queue appears here with its first job."}
        </Empty>
      ) : (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Queue</th>
                <th scope="col" class="number">
                  Ready
                </th>
                <th scope="col" class="number">
                  Delayed
                </th>
                <th scope="col" class="number">
                  Leased
                </th>
                <th scope="col" class="number">
                  Failed
                </th>
                <th scope="col" class="number">
                  Waiting for
                </th>
                <th scope="col">Completed, last hour</th>
              </tr>
            </thead>
            <tbody ref={table}>
              {queues.map((queue, i) => (
                <Row key={queue.name} queue={queue} isSelected={i === selected} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <nav class="pages" aria-label="Pages">
        {cursors.length > 0 && (
          <button type="button" onClick={() => setCursors(cursors.slice(0, -1))}>
            Previous
          </button>
        )}
        {data.cursor !== undefined && (
          <button type="button" onClick={() => setCursors([...cursors, data.cursor ?? ""])}>
            Next
          </button>
        )}
      </nav>
    </section>
  );
}

function Row({ queue, isSelected }: { queue: QueueInfo | OtherQueue; isSelected: boolean }) {
  const address = href(["queues", queue.name]);
  if (!("totals" in queue))
    return (
      <tr class={isSelected ? "selected" : ""}>
        <th scope="row">{queue.name}</th>
        <td colSpan={6} class="quiet">
          {queue.code
            ? `cannot be read: ${queue.code}`
            : `redis-work-queue: ${formatNumber(queue.queued ?? 0)} queued, ${formatNumber(queue.processing ?? 0)} processing`}
        </td>
      </tr>
    );
  const { recent, oldestReadyAge, overdue = { delayed: 0, leased: 0 } } = queue;
  const total = recent?.completed.reduce<number>((sum, value) => sum + (value ?? 0), 0) ?? 0;
  return (
    <tr class={isSelected ? "selected" : ""}>
      <th scope="row">
        <a href={address}>{queue.name}</a> {queue.paused && <span class="badge paused">paused</span>}
        {isStuck(queue) && <span class="badge failed">stuck</span>}
        {overdue.delayed + overdue.leased > 0 && <span class="badge delayed">overdue</span>}
      </th>
      <td class="number">{formatShort(queue.ready)}</td>
      <td class="number">{formatShort(queue.delayed)}</td>
      <td class="number">{formatShort(queue.leased)}</td>
      <td class={`number ${queue.failed > 0 ? "bad" : ""}`}>{formatShort(queue.failed)}</td>
      <td class="number">{oldestReadyAge === undefined ? "–" : formatDuration(oldestReadyAge)}</td>
      <td>
        {recent && <Sparkline values={recent.completed} label={`${formatNumber(total)} completed in the last hour`} />}
      </td>
    </tr>
  );
}

function isStuck({ ready, leased, paused, oldestReadyAge = 0 }: QueueInfo): boolean {
  return !paused && ready > 0 && leased === 0 && oldestReadyAge > STUCK_AFTER;
}

/** Returns a number by which queues with trouble come first. */
function urgency(queue: QueueInfo | OtherQueue): number {
  if ("code" in queue && queue.code) return 4;
  if (!("totals" in queue)) return 0;
  const isFailing = queue.recent?.failed.slice(-10).some((failed) => (failed ?? 0) > 0) ?? false;
  return (isStuck(queue) ? 3 : 0) + (isFailing ? 2 : 0) + (queue.paused ? 1 : 0) + (queue.failed > 0 ? 0.5 : 0);
}
