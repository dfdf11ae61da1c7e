// One job: why it is not running, its payload, its attempts, and what can be done with it.

import { queuePath } from "../data/api.ts";
import { parseExactJson, propertyOf } from "../data/exact-json.ts";
import { formatExact, formatNumber } from "../data/format.ts";
import type { Explanation, Job, State } from "../data/types.ts";
import { useConsole } from "../state/context.ts";
import { useKeys } from "../state/keyboard.ts";
import { href } from "../state/router.ts";
import { useData } from "../state/use-data.ts";
import { Action } from "../ui/action.tsx";
import { Payload } from "../ui/payload.tsx";
import { Crumbs, Empty, Fact, Failure, Pending, StateBadge, Time } from "../ui/text.tsx";
import { Timeline } from "../ui/timeline.tsx";
import { HeldBack } from "./groups/held-back.tsx";
import { RedriveWithChange } from "./redrive-change.tsx";

const WAITING_OR_LEASED: readonly State[] = ["ready", "delayed", "blocked", "leased"];

/** The page of a job. */
export function JobView({ queue, id }: { queue: string; id: string }) {
  const { get, getText } = useConsole();
  const path = queuePath(queue, "jobs", id);
  const { data, error, reload } = useData(
    async (signal) => {
      const [explanation, text] = await Promise.all([
        get<Explanation>(`${path}/explain`, { signal }),
        getText(path, { signal }).catch((failure: { status?: number }) => {
          if (failure.status === 404) return undefined;
          throw failure;
        }),
      ]);
      return { explanation, text };
    },
    { key: `${queue} ${id}` },
  );
  useKeys({ r: reload });
  if (!data) return <Pending title={`${queue} ${id}`} error={error} onRetry={reload} />;
  const { explanation, text } = data;
  const job = text === undefined ? undefined : (JSON.parse(text) as Job);
  const payload = text === undefined ? undefined : propertyOf(parseExactJson(text), "data");
  return (
    <section>
      <Crumbs
        queue={queue}
        rest={[{ name: "jobs", address: href(["queues", queue, "jobs"], { state: job?.state }) }]}
      />
      <h1>
        <span class="id">{id}</span> <StateBadge state={explanation.state} />
      </h1>
      {error && <Failure error={error} onRetry={reload} />}
      <p class="why">{explanation.why}</p>
      {job ? (
        <>
          <JobActions queue={queue} job={job} holdsGroup={explanation.holdsGroup} onDone={reload} />
          <Facts queue={queue} job={job} explanation={explanation} />
          <div class="columns">
            <section>
              <h2>Payload</h2>
              {payload ? <Payload node={payload} /> : <Empty title="The payload cannot be shown as JSON." />}
            </section>
            <Timeline job={job} />
          </div>
        </>
      ) : (
        <Empty title="The job is gone.">Only its ending is remembered, for two minutes or more.</Empty>
      )}
    </section>
  );
}

interface JobActionsProps {
  queue: string;
  job: Job;
  holdsGroup: boolean | undefined;
  onDone(): void;
}

function JobActions({ queue, job, holdsGroup = false, onDone }: JobActionsProps) {
  const { can, post, remove } = useConsole();
  const { id, state } = job;
  const isOperator = can("operate");
  return (
    <fieldset class="buttons">
      <legend class="hidden">Actions</legend>
      {isOperator && state === "failed" && (
        <Action
          label="Redrive"
          onDone={onDone}
          run={async () => {
            await post(queuePath(queue, "redrive"), { ids: [id] });
            return `${id} is ready again.`;
          }}
        />
      )}
      {isOperator && state === "failed" && !id.endsWith("*") && (
        <RedriveWithChange queue={queue} filter={{ state, id }} sampleId={id} label="Redrive with a change …" />
      )}
      {isOperator && state === "delayed" && (
        <Action
          label="Promote"
          onDone={onDone}
          run={async () => {
            await post(queuePath(queue, "promote"), { ids: [id] });
            return `${id} is ready.`;
          }}
        />
      )}
      {can("operate", "cancel") && (WAITING_OR_LEASED.includes(state) || (state === "failed" && holdsGroup)) && (
        <Action
          label="Cancel"
          onDone={onDone}
          question={
            state === "leased"
              ? "The job is taken from its worker, whose completion will change nothing."
              : `The job is removed and will not run.${holdsGroup ? " Its group goes on." : ""}`
          }
          run={async () => {
            await remove(queuePath(queue, "jobs", id));
            return `${id} is cancelled.`;
          }}
        />
      )}
    </fieldset>
  );
}

function Facts({ queue, job, explanation }: { queue: string; job: Job; explanation: Explanation }) {
  const { worker, progress, group, cost, schedule } = job;
  const { startsAt, placeInGroup, heldBackBy, holdsGroup } = explanation;
  return (
    <dl class="facts">
      <Fact name="Enqueued">
        <Time at={job.enqueuedAt} />
      </Fact>
      <Fact name="Priority">{job.priority}</Fact>
      <Fact name="Attempt">
        {job.attempt} of {job.maxAttempts}
      </Fact>
      {group !== undefined && (
        <Fact name="Group">
          <a href={href(["queues", queue, "groups", group])}>
            <bdi>{group}</bdi>
          </a>
          {holdsGroup && " waits for this job"}
        </Fact>
      )}
      {schedule && (
        <Fact name="Schedule">
          <a href={href(["queues", queue, "schedules", schedule.id])}>
            <bdi>{schedule.id}</bdi>
          </a>{" "}
          for {formatExact(schedule.slot)}
        </Fact>
      )}
      {cost !== undefined && <Fact name="Cost">{cost}</Fact>}
      {placeInGroup !== undefined && <Fact name="Before it in its group">{formatNumber(placeInGroup)}</Fact>}
      {heldBackBy && <HeldBack queue={queue} limit={heldBackBy} />}
      {job.dueAt !== undefined && (
        <Fact name="Due">
          <Time at={job.dueAt} />
        </Fact>
      )}
      {startsAt !== undefined && (
        <Fact name="Starts probably">
          <Time at={startsAt} />
        </Fact>
      )}
      {job.leasedUntil !== undefined && (
        <Fact name="Leased until">
          <Time at={job.leasedUntil} />
        </Fact>
      )}
      {job.expiresAt !== undefined && (
        <Fact name="Expires">
          <Time at={job.expiresAt} />
        </Fact>
      )}
      {job.endedAt !== undefined && (
        <Fact name="Ended">
          <Time at={job.endedAt} />
        </Fact>
      )}
      {worker && (
        <Fact name="Worker">
          <a href={href(["queues", queue, "jobs"], { state: "leased", filter: `worker:${JSON.stringify(worker)}` })}>
            {worker}
          </a>
        </Fact>
      )}
      {progress && (
        <Fact name="Progress">
          <progress value={progress.fraction} max={1} aria-label="Progress" /> {Math.round(progress.fraction * 100)} %{" "}
          {progress.note}
        </Fact>
      )}
    </dl>
  );
}
