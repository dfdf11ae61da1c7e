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
import { RedriveWithChange } from "./redrive-change.tsx";

const OPERATIONS: Partial<Record<State, readonly BulkOperation["operation"][]>> = {
  ready: ["cancel"],
  delayed: ["promote", "cancel"],
  blocked: ["cancel"],
  leased: ["cancel"],
  failed: ["redrive"],
};

const WORDS = { cancel: "Cancel", promote: "Promote", redrive: "Redrive" };
const DONE_WORDS = { cancel: "cancelled", promote: "promoted", redrive: "redriven" };

interface OperationsProps {
  queue: string;
  filter: Filter;
  marked: ReadonlySet<string>;
  /** The id of a job that matches. */
  sampleId: string | undefined;
  onDone(): void;
}

/** Operations on the selected jobs, or on all that match. */
export function Operations(props: OperationsProps) {
  const { queue, filter, marked, sampleId, onDone } = props;
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
          <BulkAction key={operation} queue={queue} filter={filter} operation={operation} sampleId={sampleId} />
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
function BulkAction(props: Omit<OperationsProps, "marked" | "onDone"> & { operation: BulkOperation["operation"] }) {
  const { queue, filter, operation, sampleId } = props;
  const { post, notify } = useConsole();
  const [count, setCount] = useState<{ matched: number; skipped: number }>();
  const [isCounting, setCounting] = useState(false);
  const dryRun = async () => {
    setCounting(true);
    try {
      let cursor: string | undefined;
      let matched = 0;
      let skipped = 0;
      do {
        const page: JobPage = await post(queuePath(queue, "search"), {
          filter,
          output: "count",
          ...(cursor === undefined ? {} : { cursor }),
        });
        matched += page.matched;
        skipped += page.skipped ?? 0;
        cursor = page.cursor;
        setCount({ matched, skipped });
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
  const { matched, skipped } = count;
  return (
    <>
      <Action
        label={`${WORDS[operation]} ${formatNumber(matched)} that match`}
        disabled={isCounting || matched === 0}
        question={`${formatNumber(matched)} jobs match now.${skippedNote(skipped)} Only jobs that match at the beginning are touched. The operation goes on in slices, and can be watched and stopped.`}
        run={async () => {
          const { id } = await post<BulkOperation>(queuePath(queue, "bulk"), { operation, filter });
          go(href(["queues", queue, "bulk", id]));
          return "The operation has begun.";
        }}
      />
      {operation === "redrive" && (
        <RedriveWithChange
          queue={queue}
          filter={filter}
          sampleId={sampleId}
          label={`Redrive ${formatNumber(matched)} with a change …`}
          disabled={isCounting || matched === 0}
        />
      )}
    </>
  );
}

function skippedNote(skipped: number): string {
  if (skipped === 0) return "";
  return ` ${formatNumber(skipped)} others cannot be compared, and are not touched.`;
}
