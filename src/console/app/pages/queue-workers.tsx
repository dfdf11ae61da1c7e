// The workers of a queue, and the jobs that they hold.
import { queuePath } from "../data/api.ts";
import { formatNumber } from "../data/format.ts";
import type { WorkerInfo } from "../data/types.ts";
import { useConsole } from "../state/context.ts";
import { href } from "../state/router.ts";
import { useData } from "../state/use-data.ts";
import { Action } from "../ui/action.tsx";
import { Empty, Failure, Time } from "../ui/text.tsx";

/** The workers of a queue. */
export function Workers({ queue }: { queue: string }) {
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
