// All queues: those with trouble first.
import { useMemo, useState } from "preact/hooks";
import { onNotFound } from "../data/api.ts";
import { formatDuration, formatNumber, formatShort } from "../data/format.ts";
import type { CronReport, OtherQueue, QueueInfo, QueuePage } from "../data/types.ts";
import { useConsole } from "../state/context.ts";
import { useKeys } from "../state/keyboard.ts";
import { go, href } from "../state/router.ts";
import { useData } from "../state/use-data.ts";
import { useRows } from "../state/use-rows.ts";
import { Sparkline } from "../ui/chart.tsx";
import { CronWarning } from "../ui/cron-warning.tsx";
import { Empty, Failure, Pending } from "../ui/text.tsx";

const PAGE = 200;
// A queue whose next job has been ready for longer, with no job in hand, is marked as stuck.
const STUCK_AFTER = 300_000;

/** The page of all queues. */
export function Overview() {
  const { get } = useConsole();
  const [search, setSearch] = useState("");
  const [cursors, setCursors] = useState<string[]>([]);
  const cursor = cursors.at(-1);
  const { data, error, reload } = useData<QueuePage>(
    (signal) => get("/v1/queues", { query: { limit: PAGE, recent: 1, cursor }, signal }),
    { key: `queues ${cursor}` },
  );
  const crons = useData<{ crons: CronReport[] }>(
    (signal) => get<{ crons: CronReport[] }>("/v1/crons", { signal }).catch(onNotFound({ crons: [] })),
    { key: "crons", interval: 60_000 },
  );
  const queues = useMemo(
    () => (data?.queues ?? []).filter(({ name }) => name.includes(search)).sort((a, b) => urgency(b) - urgency(a)),
    [data, search],
  );
  const { table, selected } = useRows(queues, { open: ({ name }) => go(href(["queues", name])) });
  useKeys({ r: reload });
  if (!data) return <Pending title="Queues" error={error} onRetry={reload} />;
  return (
    <section>
      <div class="heading">
        <h1>
          Queues <span class="quiet">{formatNumber(data.total)}</span>
        </h1>
        <search>
          <label>
            <span class="hidden">Queue</span>
            <input
              id="search"
              type="search"
              placeholder="Find a queue"
              value={search}
              onInput={(event) => setSearch(event.currentTarget.value)}
            />
          </label>
        </search>
      </div>
      {error && <Failure error={error} onRetry={reload} />}
      <CronWarning crons={crons.data?.crons ?? []} />
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
                <th scope="col" class="number minor">
                  Delayed
                </th>
                <th scope="col" class="number minor">
                  Blocked
                </th>
                <th scope="col" class="number minor">
                  Leased
                </th>
                <th scope="col" class="number">
                  Failed
                </th>
                <th scope="col" class="number">
                  Oldest waits
                </th>
                <th scope="col">Last hour</th>
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
        <td colSpan={7} class="quiet">
          {queue.code
            ? `cannot be read: ${queue.code}`
            : `redis-work-queue: ${formatNumber(queue.queued ?? 0)} queued, ${formatNumber(queue.processing ?? 0)} processing`}
        </td>
      </tr>
    );
  const { recent, oldestReadyAge } = queue;
  return (
    <tr class={isSelected ? "selected" : ""}>
      <th scope="row">
        <a href={address}>{queue.name}</a> {queue.paused && <span class="badge paused">paused</span>}
        {isFailing(queue) && <span class="badge failed">failing</span>}{" "}
        {isStuck(queue) && (
          <span class="badge failed" title="Jobs wait, and no worker leases them.">
            stuck
          </span>
        )}{" "}
        {countOverdue(queue) > 0 && (
          <span
            class="badge delayed"
            title={`${formatNumber(countOverdue(queue))} due jobs and expired leases that no request has moved`}
          >
            overdue
          </span>
        )}
      </th>
      <td class="number">{formatShort(queue.ready)}</td>
      <td class="number minor">{formatShort(queue.delayed)}</td>
      <td class="number minor">{formatShort(queue.blocked)}</td>
      <td class="number minor">{formatShort(queue.leased)}</td>
      <td class={`number ${queue.failed > 0 ? "bad" : ""}`}>{formatShort(queue.failed)}</td>
      <td class="number">{oldestReadyAge === undefined ? "–" : formatDuration(oldestReadyAge)}</td>
      <td>
        {recent && (
          <Sparkline
            values={recent.completed}
            bad={recent.failed}
            label={`${sum(recent.completed)} completed and ${sum(recent.failed)} failed in the last hour`}
          />
        )}
      </td>
    </tr>
  );
}

function isStuck({ ready, leased, paused, oldestReadyAge = 0 }: QueueInfo): boolean {
  return !paused && ready > 0 && leased === 0 && oldestReadyAge > STUCK_AFTER;
}

function countOverdue({ overdue }: QueueInfo): number {
  return (overdue?.delayed ?? 0) + (overdue?.leased ?? 0);
}

/** Reports whether jobs failed in the last ten minutes. */
function isFailing({ recent }: QueueInfo): boolean {
  return recent?.failed.slice(-10).some((failed) => (failed ?? 0) > 0) ?? false;
}

function sum(values: readonly (number | null)[]): string {
  return formatNumber(values.reduce<number>((total, value) => total + (value ?? 0), 0));
}

/** Returns a number by which queues with trouble come first: unreadable, failing, stuck, overdue, paused ones. */
function urgency(queue: QueueInfo | OtherQueue): number {
  if (!("totals" in queue)) return queue.code ? 32 : 0;
  const signs = [isFailing(queue), isStuck(queue), countOverdue(queue) > 0, queue.paused, queue.failed > 0];
  return signs.reduce((total, sign) => total * 2 + Number(sign), 0);
}
