// Bulk operations of a queue, and one of them at work. The page carries an operation on while it is open; else a cron does.
import { useEffect } from "preact/hooks";
import { onNotFound, queuePath } from "../data/api.ts";
import { formatJson, parseExactJson, propertyOf } from "../data/exact-json.ts";
import { formatNumber } from "../data/format.ts";
import type { BulkOperation } from "../data/types.ts";
import { useConsole } from "../state/context.ts";
import { useKeys } from "../state/keyboard.ts";
import { href } from "../state/router.ts";
import { useData } from "../state/use-data.ts";
import { Action } from "../ui/action.tsx";
import { Crumbs, Empty, Pending, Time } from "../ui/text.tsx";

/** The page of all bulk operations of a queue. */
export function BulkList({ queue }: { queue: string }) {
  const { get } = useConsole();
  const { data, error, reload } = useData<{ operations: BulkOperation[] }>(
    (signal) => get(queuePath(queue, "bulk"), { signal }),
    { key: queue },
  );
  useKeys({ r: reload });
  if (!data) return <Pending title={queue} error={error} onRetry={reload} />;
  return (
    <section>
      <Crumbs queue={queue} />
      <h1>{queue} bulk operations</h1>
      {data.operations.length === 0 ? (
        <Empty title="There are none.">Search for jobs, then choose an operation on all that match.</Empty>
      ) : (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Operation</th>
                <th scope="col">Status</th>
                <th scope="col" class="number">
                  Changed
                </th>
                <th scope="col" class="number">
                  Skipped
                </th>
                <th scope="col">Begun</th>
                <th scope="col">By</th>
              </tr>
            </thead>
            <tbody>
              {data.operations.map((each) => (
                <tr key={each.id}>
                  <th scope="row">
                    <a href={href(["queues", queue, "bulk", each.id])}>
                      {each.operation} {each.filter.state}
                      {each.change && " with a change"}
                    </a>
                  </th>
                  <td>{each.status}</td>
                  <td class="number">{formatNumber(each.changed)}</td>
                  <td class="number">{formatNumber(each.skipped)}</td>
                  <td>
                    <Time at={each.startedAt} />
                  </td>
                  <td>{each.by}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** The page of one bulk operation. */
export function Bulk({ queue, id }: { queue: string; id: string }) {
  const { getText, post, can } = useConsole();
  const path = queuePath(queue, "bulk", id);
  const { data, error, reload } = useData(
    async (signal) => ({ text: await getText(path, { signal }).catch(onNotFound(undefined)) }),
    { key: path, interval: 2_000 },
  );
  const text = data?.text;
  const operation = text === undefined ? undefined : (JSON.parse(text) as BulkOperation);
  const isRunning = operation?.status === "running";
  useEffect(() => {
    if (!isRunning || !can("operate")) return;
    let isOver = false;
    const carryOn = async () => {
      while (!isOver && !document.hidden) {
        const { status } = await post<BulkOperation>(`${path}/continue`);
        if (status !== "running") break;
      }
    };
    carryOn().then(reload, reload);
    return () => {
      isOver = true;
    };
  }, [isRunning, path]);
  if (!data) return <Pending title={queue} error={error} onRetry={reload} />;
  if (!operation)
    return (
      <section>
        <h1>{queue}</h1>
        <Empty title="This bulk operation is not remembered.">Each queue keeps its last operations.</Empty>
      </section>
    );
  const exact = parseExactJson(text ?? "");
  const [filter, change] = [propertyOf(exact, "filter") ?? exact, propertyOf(exact, "change")];
  return (
    <section>
      <Crumbs queue={queue} rest={[{ name: "bulk operations", address: href(["queues", queue, "bulk"]) }]} />
      <h1>
        {operation.operation} {operation.filter.state} jobs
      </h1>
      <p>
        {operation.status}, begun <Time at={operation.startedAt} /> by {operation.by}
      </p>
      <progress value={operation.examined} max={Math.max(1, operation.total)} aria-label="Progress" />
      <p role="status">
        {formatNumber(operation.changed)} changed of {formatNumber(operation.matched)} that matched, in{" "}
        {formatNumber(operation.examined)} of {formatNumber(operation.total)} jobs.
      </p>
      {operation.skipped > 0 && (
        <p class="warning">
          {formatNumber(operation.skipped)} jobs were skipped and are as they were: their payloads cannot be compared,
          or not be changed as asked.
          {operation.problem && ` The last one: ${operation.problem}.`}
        </p>
      )}
      <h2>Filter</h2>
      <pre>{formatJson(filter)}</pre>
      {change && (
        <>
          <h2>Change</h2>
          <pre>{formatJson(change)}</pre>
        </>
      )}
      {isRunning && can("operate") && (
        <Action
          label="Stop"
          onDone={reload}
          run={async () => {
            await post(`${path}/stop`);
            return "The operation is stopped. What it has changed stays changed.";
          }}
        />
      )}
    </section>
  );
}
