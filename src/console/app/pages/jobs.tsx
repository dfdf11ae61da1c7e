// The jobs of a queue: a filter, a table, and operations on all that match.
import { useEffect, useRef, useState } from "preact/hooks";
import { queuePath } from "../data/api.ts";
import { isPlain, parseFilter } from "../data/filter.ts";
import { formatNumber } from "../data/format.ts";
import { type Filter, type Job, type JobPage, STATES, type State } from "../data/types.ts";
import { useConsole } from "../state/context.ts";
import { useKeys } from "../state/keyboard.ts";
import { go, href } from "../state/router.ts";
import { toApiError } from "../state/use-data.ts";
import { useRows } from "../state/use-rows.ts";
import { Crumbs, Empty, Failure, Time } from "../ui/text.tsx";
import { Operations } from "./operations.tsx";

const PAGE = 50;

interface JobsProps {
  queue: string;
  params: URLSearchParams;
}

/** The page of a queue's jobs. */
export function Jobs({ queue, params }: JobsProps) {
  const state = STATES.find((each) => each === params.get("state")) ?? "ready";
  const text = params.get("filter") ?? "";
  const parsed = parseFilter(state, text);
  const show = (next: { state?: State; filter?: string }) =>
    go(href(["queues", queue, "jobs"], { state, filter: text, ...next }));
  return (
    <section>
      <Crumbs queue={queue} />
      <h1>{queue} jobs</h1>
      <nav class="tabs" aria-label="State">
        {STATES.map((each) => (
          <a
            key={each}
            href={href(["queues", queue, "jobs"], { state: each, filter: text })}
            aria-current={each === state ? "page" : undefined}
          >
            {each}
          </a>
        ))}
      </nav>
      <FilterField text={text} onSubmit={(filter) => show({ filter })} />
      {"wrong" in parsed ? (
        <Empty title={`“${parsed.wrong}” is not understood.`}>
          Write order-* for ids, or group:, worker:, error:, attempts&gt;=3, age&gt;1h, data.field=value,
          data.field~text, data.field?
        </Empty>
      ) : (
        <Results key={`${state} ${text}`} queue={queue} filter={parsed.filter} />
      )}
    </section>
  );
}

function FilterField({ text, onSubmit }: { text: string; onSubmit(text: string): void }) {
  const [value, setValue] = useState(text);
  useEffect(() => setValue(text), [text]);
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(value.trim());
        }}
      >
        <label>
          <span class="hidden">Filter</span>
          <input
            id="search"
            type="search"
            value={value}
            placeholder="order-*  group:customer-7  worker:mail-1  error:timeout  attempts>=3  age>1h  data.user.id=7"
            onInput={(event) => setValue(event.currentTarget.value)}
            spellcheck={false}
            autocomplete="off"
          />
        </label>
        <button type="submit">Search</button>
      </form>
    </search>
  );
}

/** Loads pages of jobs that match, one after the other, until there are enough or the user stops. */
function useSearch(queue: string, filter: Filter) {
  const { post } = useConsole();
  const [jobs, setJobs] = useState<Job[]>([]);
  const [page, setPage] = useState<JobPage>();
  const [skipped, setSkipped] = useState(0);
  const [error, setError] = useState<ReturnType<typeof toApiError>>();
  const [isSearching, setSearching] = useState(false);
  const run = useRef(0);
  const search = async (cursor: string | undefined, found: Job[]) => {
    run.current += 1;
    const mine = run.current;
    const wanted = found.length + PAGE;
    setSearching(true);
    setError(undefined);
    try {
      let next = cursor;
      let all = found;
      do {
        const result: JobPage = await post(queuePath(queue, "search"), {
          filter,
          limit: PAGE,
          ...(next === undefined ? {} : { cursor: next }),
        });
        if (mine !== run.current) return;
        all = [...all, ...result.jobs];
        next = result.cursor;
        setJobs(all);
        setPage(result);
        setSkipped((before) => before + (result.skipped ?? 0));
      } while (next !== undefined && all.length < wanted && !document.hidden);
    } catch (failure) {
      if (mine === run.current) setError(toApiError(failure));
    }
    if (mine === run.current) setSearching(false);
  };
  useEffect(() => {
    void search(undefined, []);
    return () => {
      run.current += 1;
    };
  }, []);
  return {
    jobs,
    page,
    skipped,
    error,
    isSearching,
    more: () => void search(page?.cursor, jobs),
    again: () => {
      setJobs([]);
      setSkipped(0);
      void search(undefined, []);
    },
    stop: () => {
      run.current += 1;
      setSearching(false);
    },
  };
}

function Results({ queue, filter }: { queue: string; filter: Filter }) {
  const { jobs, page, skipped, error, isSearching, more, again, stop } = useSearch(queue, filter);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const mark = (id: string) =>
    setMarked((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  const searchAgain = () => {
    setMarked(new Set());
    again();
  };
  const { table, selected } = useRows(jobs, {
    open: ({ id }) => go(href(["queues", queue, "jobs", id])),
    keys: { x: ({ id }) => mark(id) },
  });
  useKeys({ r: again });
  const hasGroups = jobs.some(({ group }) => group !== undefined);
  return (
    <>
      <p role="status" class="quiet">
        {page &&
          `${formatNumber(jobs.length)} found in ${formatNumber(page.examined)} of ${formatNumber(page.total)} jobs.`}
        {skipped > 0 && ` ${formatNumber(skipped)} cannot be compared.`}{" "}
        {isSearching && (
          <button type="button" onClick={stop}>
            Stop
          </button>
        )}
      </p>
      {page && isSearching && <progress value={page.examined} max={Math.max(1, page.total)} aria-label="Searched" />}
      {error && <Failure error={error} onRetry={again} />}
      <Operations queue={queue} filter={filter} marked={marked} sampleId={jobs[0]?.id} onDone={searchAgain} />
      {jobs.length === 0 && page && !isSearching && (
        <Empty title={isPlain(filter) ? `No job is ${filter.state}.` : "No job matches."}>
          {!isPlain(filter) && "Remove a part of the filter, or look at another state."}
        </Empty>
      )}
      {jobs.length > 0 && (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">
                  <span class="hidden">Select</span>
                </th>
                <th scope="col">Id</th>
                {hasGroups && <th scope="col">Group</th>}
                <th scope="col">Enqueued</th>
                <th scope="col" class="number">
                  Attempt
                </th>
                <th scope="col">
                  {filter.state === "delayed" ? "Due" : filter.state === "leased" ? "Until" : "Ended"}
                </th>
                <th scope="col">Worker</th>
                <th scope="col">Last error</th>
              </tr>
            </thead>
            <tbody ref={table}>
              {jobs.map((job, i) => (
                <tr key={job.id} class={i === selected ? "selected" : ""}>
                  <td>
                    <input
                      type="checkbox"
                      checked={marked.has(job.id)}
                      onChange={() => mark(job.id)}
                      aria-label={`Select ${job.id}`}
                    />
                  </td>
                  <th scope="row">
                    <a href={href(["queues", queue, "jobs", job.id])}>{job.id}</a>
                  </th>
                  {hasGroups && (
                    <td>
                      {job.group !== undefined && (
                        <a href={href(["queues", queue, "groups", job.group])}>
                          <bdi>{job.group}</bdi>
                        </a>
                      )}
                    </td>
                  )}
                  <td>
                    <Time at={job.enqueuedAt} />
                  </td>
                  <td class="number">
                    {job.attempt}/{job.maxAttempts}
                  </td>
                  <td>
                    <Time at={job.dueAt ?? job.leasedUntil ?? job.endedAt} />
                  </td>
                  <td>{job.worker}</td>
                  <td class="cut">{job.errors.at(-1)?.message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {page?.cursor !== undefined && !isSearching && (
        <button type="button" onClick={more}>
          More
        </button>
      )}
    </>
  );
}
