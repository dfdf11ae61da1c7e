// Operations on jobs of a list: on those that are selected, or on all that match its filter.
import { useState } from "preact/hooks";
import { ApiError, queuePath } from "../data/api.ts";
import { isPlain } from "../data/filter.ts";
import { formatNumber } from "../data/format.ts";
import type { BulkOperation, Filter, JobPage, State } from "../data/types.ts";
import { useConsole } from "../state/context.ts";
import { go, href } from "../state/router.ts";
import { toApiError } from "../state/use-data.ts";
import { Action } from "../ui/action.tsx";

const OPERATIONS: Partial<Record<State, readonly BulkOperation["operation"][]>> = {
  ready: ["cancel"],
  delayed: ["promote", "cancel"],
  leased: ["cancel"],
  failed: ["redrive"],
};

const WORDS = { cancel: "Cancel", promote: "Promote", redrive: "Redrive" };
const DONE_WORDS = { cancel: "cancelled", promote: "promoted", redrive: "redriven" };

/** Operations on the selected jobs, or on all that match. */
export function Operations(props: { queue: string; filter: Filter; marked: ReadonlySet<string>; onDone(): void }) {
  const { queue, filter, marked, onDone } = props;
  const { can, ...api } = useConsole();
  const operations = OPERATIONS[filter.state] ?? [];
  if (!can("operate")) return null;
  const ids = [...marked];
  return (
    <fieldset class="buttons">
      <legend class="hidden">Operations</legend>
      {operations.map((operation) =>
        ids.length > 0 ? (
          <Action
            key={operation}
            label={`${WORDS[operation]} ${formatNumber(ids.length)} selected`}
            question={`${WORDS[operation]}s the selected jobs.`}
            run={async () => {
              const changed = await changeJobs({ queue, operation, ids }, api);
              return `${formatNumber(changed)} of ${formatNumber(ids.length)} jobs are ${DONE_WORDS[operation]}.`;
            }}
            onDone={onDone}
          />
        ) : (
          <BulkAction key={operation} queue={queue} filter={filter} operation={operation} />
        ),
      )}
      {ids.length === 0 && isPlain(filter) && filter.state !== "leased" && (
        <Action
          label={`Purge all ${filter.state} jobs`}
          typed={queue}
          question={`Removes every job of ${queue} that is ${filter.state}, also those that become it meanwhile. It cannot be undone.`}
          run={async () => {
            const { purged } = await api.post<{ purged: number }>(queuePath(queue, "purge"), { state: filter.state });
            return `${formatNumber(purged)} jobs are purged.`;
          }}
          onDone={onDone}
        />
      )}
    </fieldset>
  );
}

type Api = Pick<ReturnType<typeof useConsole>, "post" | "remove">;

/** Changes the jobs with some ids. Resolves with the number of those that were still in the state. */
async function changeJobs(
  { queue, operation, ids }: { queue: string; operation: BulkOperation["operation"]; ids: readonly string[] },
  { post, remove }: Api,
): Promise<number> {
  if (operation === "redrive") return (await post<{ redriven: number }>(queuePath(queue, operation), { ids })).redriven;
  if (operation === "promote") {
    const { jobs } = await post<{ jobs: { ok: boolean }[] }>(queuePath(queue, operation), { ids });
    return jobs.filter(({ ok }) => ok).length;
  }
  let cancelled = 0;
  for (const id of ids) {
    try {
      await remove(queuePath(queue, "jobs", id));
      cancelled += 1;
    } catch (error) {
      const hasEnded = error instanceof ApiError && (error.status === 404 || error.status === 409);
      if (!hasEnded) throw error;
    }
  }
  return cancelled;
}

/** Counts what matches, asks, and begins an operation that goes on in slices. */
function BulkAction(props: { queue: string; filter: Filter; operation: BulkOperation["operation"] }) {
  const { queue, filter, operation } = props;
  const { post, notify } = useConsole();
  const [count, setCount] = useState<{ matched: number; isComplete: boolean }>();
  const [isCounting, setCounting] = useState(false);
  const dryRun = async () => {
    setCounting(true);
    try {
      let cursor: string | undefined;
      let matched = 0;
      do {
        const page: JobPage = await post(queuePath(queue, "search"), {
          filter,
          output: "count",
          ...(cursor === undefined ? {} : { cursor }),
        });
        matched += page.matched;
        cursor = page.cursor;
        setCount({ matched, isComplete: cursor === undefined });
      } while (cursor !== undefined);
    } catch (error) {
      notify(toApiError(error).message, "failed");
    }
    setCounting(false);
  };
  if (!count)
    return (
      <button type="button" disabled={isCounting} onClick={() => void dryRun()}>
        {WORDS[operation]} all that match …
      </button>
    );
  return (
    <Action
      label={`${WORDS[operation]} ${formatNumber(count.matched)} that match`}
      disabled={isCounting || count.matched === 0}
      question={`${formatNumber(count.matched)} jobs match now. Only jobs that match at the beginning are touched. The operation goes on in slices, and can be watched and stopped.`}
      run={async () => {
        const { id } = await post<BulkOperation>(queuePath(queue, "bulk"), { operation, filter });
        go(href(["queues", queue, "bulk", id]));
        return "The operation has begun.";
      }}
    />
  );
}
