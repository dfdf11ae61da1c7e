// The outbox of a queue: follow-ups that other queues have not received yet.
import { useState } from "preact/hooks";
import { queuePath } from "../../data/api.ts";
import { formatNumber } from "../../data/format.ts";
import type { OutboxPage } from "../../data/schedules.ts";
import { useConsole } from "../../state/context.ts";
import { useKeys } from "../../state/keyboard.ts";
import { href } from "../../state/router.ts";
import { useData } from "../../state/use-data.ts";
import { PageButtons } from "../../ui/pages.tsx";
import { Crumbs, Empty, Failure, Pending, Time } from "../../ui/text.tsx";

const PAGE = 100;

/** The page of a queue's outbox. */
export function Outbox({ queue }: { queue: string }) {
  const { get } = useConsole();
  const [cursors, setCursors] = useState<string[]>([]);
  const cursor = cursors.at(-1);
  const { data, error, reload } = useData<OutboxPage>(
    (signal) => get(queuePath(queue, "outbox"), { query: { limit: PAGE, cursor }, signal }),
    { key: `${queue} ${cursor}` },
  );
  useKeys({ r: reload });
  if (!data) return <Pending title={`${queue} outbox`} error={error} onRetry={reload} />;
  return (
    <section>
      <Crumbs queue={queue} />
      <h1>
        {queue} outbox <span class="quiet">{formatNumber(data.total)}</span>
      </h1>
      {error && <Failure error={error} onRetry={reload} />}
      {data.jobs.length === 0 ? (
        <Empty title="No follow-up waits here.">Every queue has received its follow-ups.</Empty>
      ) : (
        <>
          <p class="quiet">
            Their queues have not received them: a queue may be full, or of another layout. The next lease, turn or
            clean sends them again.
          </p>
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">Job</th>
                  <th scope="col">For queue</th>
                  <th scope="col">Since</th>
                </tr>
              </thead>
              <tbody>
                {data.jobs.map(({ id, queue: target, since }) => (
                  <tr key={`${target} ${id}`}>
                    <th scope="row" class="cut">
                      {id}
                    </th>
                    <td>
                      <a href={href(["queues", target])}>{target}</a>
                    </td>
                    <td>
                      <Time at={since} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      <PageButtons cursors={cursors} next={data.jobs.length < PAGE ? undefined : data.cursor} onTurn={setCursors} />
    </section>
  );
}
