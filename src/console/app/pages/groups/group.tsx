// One group of a queue: its jobs, its limits, and what can be done with it.
import { onForbidden, queuePath } from "../../data/api.ts";
import { formatNumber } from "../../data/format.ts";
import { formatLimits, type GroupInfo, ownLimitsOf, type QueueLimits } from "../../data/limits.ts";
import { STATES } from "../../data/types.ts";
import { useConsole } from "../../state/context.ts";
import { useKeys } from "../../state/keyboard.ts";
import { href } from "../../state/router.ts";
import { useData } from "../../state/use-data.ts";
import { Crumbs, Fact, Failure, Pending, StateBadge, Time } from "../../ui/text.tsx";
import { GroupActions } from "./group-actions.tsx";

/** The page of a group. */
export function GroupView({ queue, name }: { queue: string; name: string }) {
  const { get } = useConsole();
  const path = queuePath(queue, "groups", name);
  const { data, error, reload } = useData(
    async (signal) => {
      const [group, limits] = await Promise.all([
        get<GroupInfo>(path, { signal }),
        // A token of some groups may not read the limits of the queue.
        get<QueueLimits>(queuePath(queue, "limits"), { signal }).catch(onForbidden(undefined)),
      ]);
      return { group, limits };
    },
    { key: path },
  );
  useKeys({ r: reload });
  if (!data) return <Pending title={`${queue} ${name}`} error={error} onRetry={reload} />;
  const { group, limits } = data;
  return (
    <section>
      <Crumbs queue={queue} rest={[{ name: "groups", address: href(["queues", queue, "groups"]) }]} />
      <h1>
        <bdi>{name}</bdi> {group.paused && <span class="badge paused">paused</span>}
        {!group.paused && group.limitedUntil !== undefined && <span class="badge delayed">limited</span>}
      </h1>
      {error && <Failure error={error} onRetry={reload} />}
      <p class="why">{explain(group)}</p>
      {limits && <GroupActions queue={queue} group={group} limits={limits} onDone={reload} />}
      <Facts queue={queue} group={group} limits={limits} />
      <JobLinks queue={queue} name={name} />
    </section>
  );
}

/** Explains what a group does, in a sentence. */
function explain({ paused, held, next, blocked, concurrency, limitedUntil }: GroupInfo): string {
  if (paused) return "It starts no job until its pause ends. Jobs that workers hold go on.";
  if (next === undefined && blocked === 0)
    return held === 0 ? "It has no jobs that wait or run." : "No job of it waits.";
  if (concurrency !== undefined && held >= concurrency)
    return `It holds ${formatNumber(held)} of ${formatNumber(concurrency)} slots; the next job starts when one is free.`;
  if (limitedUntil !== undefined) return "Its rate is used up; the next job starts as soon as it allows.";
  return "Its next job starts when a worker leases it.";
}

function Facts({ queue, group, limits }: { queue: string; group: GroupInfo; limits: QueueLimits | undefined }) {
  const own = ownLimitsOf(group, limits?.groups);
  const { next, pausedUntil, limitedUntil } = group;
  return (
    <dl class="facts">
      <Fact name="Held">{formatNumber(group.held)}</Fact>
      <Fact name="Blocked">{formatNumber(group.blocked)}</Fact>
      {next !== undefined && (
        <Fact name="Next">
          <a href={href(["queues", queue, "jobs", next])}>{next}</a>
        </Fact>
      )}
      <Fact name="Limits">{formatLimits(group)}</Fact>
      {limits && (
        <Fact name="Own limits">{Object.keys(own).length > 0 ? formatLimits(own) : "as the queue’s groups"}</Fact>
      )}
      {group.paused && (
        <Fact name="Paused until">{pausedUntil === undefined ? "it is resumed" : <Time at={pausedUntil} />}</Fact>
      )}
      {limitedUntil !== undefined && (
        <Fact name="Limited until">
          <Time at={limitedUntil} />
        </Fact>
      )}
    </dl>
  );
}

/** Links to the jobs of a group in each state. */
function JobLinks({ queue, name }: { queue: string; name: string }) {
  const filter = `group:${JSON.stringify(name)}`;
  return (
    <section>
      <h2>Jobs</h2>
      <nav aria-label="Its jobs">
        {STATES.map((state) => (
          <a key={state} href={href(["queues", queue, "jobs"], { state, filter })}>
            <StateBadge state={state} />
          </a>
        ))}
      </nav>
    </section>
  );
}
