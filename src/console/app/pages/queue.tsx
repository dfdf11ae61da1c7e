// One queue: its numbers, charts, workers, and what can be done with it.
import { onNotFound, queuePath } from "../data/api.ts";
import { formatDuration, formatNumber, formatShort } from "../data/format.ts";
import { type QueueInfo, type Scaling, STATES } from "../data/types.ts";
import { useConsole } from "../state/context.ts";
import { useKeys } from "../state/keyboard.ts";
import { href } from "../state/router.ts";
import { useData } from "../state/use-data.ts";
import { Action } from "../ui/action.tsx";
import { Crumbs, Failure, Pending, StateBadge } from "../ui/text.tsx";
import { Charts } from "./queue-charts.tsx";
import { CostPanel } from "./queue-cost.tsx";
import { Workers } from "./queue-workers.tsx";

/** The page of a queue. */
export function QueueView({ queue }: { queue: string }) {
  const { get } = useConsole();
  const { data, error, reload } = useData<QueueInfo>((signal) => get(queuePath(queue), { signal }), { key: queue });
  useKeys({ r: reload });
  if (!data) return <Pending title={queue} error={error} onRetry={reload} />;
  return (
    <section>
      <Crumbs />
      <div class="heading">
        <h1>
          {queue} {data.paused && <span class="badge paused">paused</span>}
        </h1>
        <nav aria-label="Of this queue">
          <a href={href(["queues", queue, "groups"])}>Groups and limits</a>
          <a href={href(["queues", queue, "schedules"])}>Schedules</a>
          <a href={href(["queues", queue, "bulk"])}>Bulk operations</a>
        </nav>
      </div>
      {error && <Failure error={error} onRetry={reload} />}
      <Numbers queue={data} />
      <GroupsLine queue={data} />
      <OutboxLine queue={data} />
      <ScalingLine queue={queue} />
      <Controls queue={data} onDone={reload} />
      <Charts queue={queue} />
      <Workers queue={queue} />
      <CostPanel queue={queue} />
    </section>
  );
}

function Numbers({ queue }: { queue: QueueInfo }) {
  const { overdue = { delayed: 0, leased: 0 }, waits, runTimes, oldestReadyAge } = queue;
  return (
    <>
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
        <Figure label="oldest waits for" value={oldestReadyAge === undefined ? "–" : formatDuration(oldestReadyAge)} />
        {waits && (
          <Figure label="waits p50 / p95" title={ESTIMATED} value={`${duration(waits.p50)} / ${duration(waits.p95)}`} />
        )}
        {runTimes && (
          <Figure
            label="run times p50 / p95"
            title={ESTIMATED}
            value={`${duration(runTimes.p50)} / ${duration(runTimes.p95)}`}
          />
        )}
      </dl>
      {overdue.delayed + overdue.leased > 0 && (
        <p class="warning">
          {formatNumber(overdue.delayed)} due jobs are not ready yet, and {formatNumber(overdue.leased)} leases are past
          their end: no worker leases, and no cron cleans. Press Clean, then look at the <a href="#/crons">crons</a>.
        </p>
      )}
    </>
  );
}

/** The rate of the queue, and the workers that it needs. */
function ScalingLine({ queue }: { queue: string }) {
  const { get } = useConsole();
  const { data } = useData(
    async (signal) => ({
      scaling: await get<Scaling | undefined>(queuePath(queue, "scaling"), { signal }).catch(onNotFound(undefined)),
    }),
    { key: queue, interval: 15_000 },
  );
  const scaling = data?.scaling;
  if (!scaling) return null;
  const { rate, workers } = scaling;
  return (
    <p class="quiet">
      {rate > 0
        ? `${formatNumber(Math.round(rate * 100) / 100)} jobs a second lately.`
        : "No job was completed lately."}{" "}
      Suggested for a backlog of 30 s, at 10 jobs a worker: {formatNumber(workers)}{" "}
      {workers === 1 ? "worker" : "workers"}.
    </p>
  );
}

/** The numbers of the queue's groups. */
function GroupsLine({ queue: { name, groups } }: { queue: QueueInfo }) {
  if (!groups || groups.active + groups.paused === 0) return null;
  const { active, blocked, paused, longestBlocked } = groups;
  return (
    <p class="quiet">
      {formatNumber(active)} {active === 1 ? "group is" : "groups are"} in use,{" "}
      <a href={href(["queues", name, "groups"], { blocked: "1" })}>{formatNumber(blocked)} with blocked jobs</a>
      {longestBlocked !== undefined && `, for up to ${formatDuration(longestBlocked)}`}
      {paused > 0 && `; ${formatNumber(paused)} ${paused === 1 ? "is" : "are"} paused`}.
    </p>
  );
}

/** The follow-ups of the queue that other queues have not received. */
function OutboxLine({ queue: { name, outbox } }: { queue: QueueInfo }) {
  if (!outbox) return null;
  return (
    <p class="warning">
      <a href={href(["queues", name, "outbox"])}>
        {formatNumber(outbox.waiting)} {outbox.waiting === 1 ? "follow-up waits" : "follow-ups wait"} in the outbox
      </a>
      , the first for {formatDuration(outbox.longest)}: another queue has not received them.
    </p>
  );
}

const ESTIMATED = "Of all jobs so far, estimated from a histogram whose buckets double in width.";

function Figure({ label, value, title }: { label: string; value: string; title?: string }) {
  return (
    <div title={title}>
      <dt>{label}</dt>
      <dd class="wide">{value}</dd>
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
        question={`Removes the queue with all its jobs: ${formatNumber(queue.ready + queue.delayed + queue.blocked + queue.leased + queue.failed)} that have not ended well. It cannot be undone.`}
        run={async () => {
          await post(path("destroy"), { queue: name });
          location.hash = "#/";
          return `${name} is destroyed.`;
        }}
      />
    </fieldset>
  );
}
