// The last runs of the crons.

import { onNotFound } from "../data/api.ts";
import { formatDuration, formatNumber } from "../data/format.ts";
import type { CronReport } from "../data/types.ts";
import { useConsole } from "../state/context.ts";
import { useKeys } from "../state/keyboard.ts";
import { href } from "../state/router.ts";
import { useData } from "../state/use-data.ts";
import { CronWarning } from "../ui/cron-warning.tsx";
import { Empty, Failure, Pending, Time } from "../ui/text.tsx";

// Follows the name of a queue of another format, which has no page.
const OTHER_FORMAT = " (redis-work-queue)";
const TITLES = { light: "Light clean", deep: "Deep clean" };

/** The page of the crons. */
export function Crons() {
  const { get } = useConsole();
  const { data, error, reload } = useData<{ crons: CronReport[] }>(
    (signal) => get<{ crons: CronReport[] }>("/v1/crons", { signal }).catch(onNotFound({ crons: [] })),
    {
      key: "crons",
      interval: 15_000,
    },
  );
  useKeys({ r: reload });
  if (!data) return <Pending title="Crons" error={error} onRetry={reload} />;
  return (
    <section>
      <h1>Crons</h1>
      {error && <Failure error={error} onRetry={reload} />}
      {data.crons.length === 0 && (
        <Empty title="No cron has run yet.">
          The light clean runs each minute, the deep clean once a day. Check the triggers of your deployment.
        </Empty>
      )}
      <CronWarning crons={data.crons} />
      {data.crons.map((report) => (
        <Report key={report.kind} report={report} />
      ))}
    </section>
  );
}

function Report({ report }: { report: CronReport }) {
  const {
    kind,
    at,
    ms,
    queues,
    requests,
    moved,
    repaired,
    retired,
    left,
    errors,
    leftCount = left.length,
    errorsCount = errors.length,
  } = report;
  const sums = Object.entries((kind === "light" ? moved : repaired) ?? {});
  const numbers = retired === undefined ? sums : [...sums, ["retired", retired] as const];
  return (
    <section class="card">
      <h2>{TITLES[kind]}</h2>
      <p>
        Ran <Time at={at} />, for {formatDuration(ms)}
        {queues !== undefined && `, over ${formatNumber(queues)} ${queues === 1 ? "queue" : "queues"}`}
        {requests !== undefined && ` with ${formatNumber(requests)} requests`}.
      </p>
      <dl class={numbers.length > 0 ? "numbers" : "hidden"}>
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {left.length > 0 && (
        <p>
          Not finished, the next run goes on with:{" "}
          {left.slice(0, 20).map((name) =>
            name.endsWith(OTHER_FORMAT) ? (
              <span key={name} class="chip">
                {name}
              </span>
            ) : (
              <a key={name} class="chip" href={href(["queues", name])}>
                {name}
              </a>
            ),
          )}
          {leftCount > 20 && <span class="quiet">and {formatNumber(leftCount - Math.min(20, left.length))} more</span>}
        </p>
      )}
      {errors.length > 0 && (
        <ul class="failure">
          {errors.map(({ queue, code }) => (
            <li key={`${queue} ${code}`}>
              {queue}: {code}
            </li>
          ))}
          {errorsCount > errors.length && <li>and {formatNumber(errorsCount - errors.length)} more</li>}
        </ul>
      )}
    </section>
  );
}
