// The story of a job: its attempts, oldest first.
import { formatDuration } from "../data/format.ts";
import type { Attempt, Job } from "../data/types.ts";
import { Time } from "./text.tsx";

/** The attempts of a job. */
export function Timeline({ job }: { job: Job }) {
  const { errors, attempts = errors.map(toAttempt) } = job;
  const first = attempts[0]?.attempt ?? 1;
  return (
    <section>
      <h2>Attempts</h2>
      <ol class="timeline">
        <li>
          <strong>Enqueued</strong> <Time at={job.enqueuedAt} />
        </li>
        {first > 1 && <li class="quiet">Only the last attempts are kept.</li>}
        {attempts.map((attempt, i) => (
          <Entry key={i} attempt={attempt} />
        ))}
      </ol>
    </section>
  );
}

function Entry({
  attempt: { attempt, startedAt, endedAt, worker, version, outcome, message, stack },
}: {
  attempt: Attempt;
}) {
  const end = endedAt ?? Date.now();
  const isRunning = endedAt === undefined && (outcome === undefined || outcome === "leased");
  return (
    <li class={isRunning ? "running" : outcome}>
      <strong>Attempt {attempt}</strong>{" "}
      <span class={`badge ${isRunning ? "leased" : outcome}`}>
        {isRunning ? "running" : outcome?.replace("_", " ")}
      </span>{" "}
      <Time at={startedAt ?? endedAt} />
      {startedAt !== undefined && (
        <span class="quiet">
          {isRunning ? ", for " : ", took "}
          {formatDuration(end - startedAt)}
        </span>
      )}
      {(worker || version) && (
        <p class="quiet message">
          {worker && <>by {worker}</>}
          {version && <> at version {version}</>}
        </p>
      )}
      {message && <p class="message">{message}</p>}
      {stack && (
        <details>
          <summary>Stack</summary>
          <pre>{stack}</pre>
        </details>
      )}
    </li>
  );
}

/** Returns an error as an attempt, for jobs without a story. */
function toAttempt({ attempt, at, message, stack }: Job["errors"][number]): Attempt {
  return { attempt, endedAt: at, outcome: "failed", message, ...(stack === undefined ? {} : { stack }) };
}
