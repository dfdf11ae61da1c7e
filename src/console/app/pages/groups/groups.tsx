// The groups of a queue: those with blocked jobs, with limits of their own, and with leased jobs.
import { useState } from "preact/hooks";
import { queuePath } from "../../data/api.ts";
import { formatNumber } from "../../data/format.ts";
import { formatLimits, type GroupInfo, type GroupPage } from "../../data/limits.ts";
import { useConsole } from "../../state/context.ts";
import { useKeys } from "../../state/keyboard.ts";
import { go, href } from "../../state/router.ts";
import { useData } from "../../state/use-data.ts";
import { useRows } from "../../state/use-rows.ts";
import { PageButtons } from "../../ui/pages.tsx";
import { Crumbs, Empty, Failure, Time } from "../../ui/text.tsx";
import { QueueLimitsPanel } from "./queue-limits.tsx";

const PAGE = 100;
// A page of the API may have fewer groups than were asked for, or none, with more after it.
const MAX_REQUESTS = 10;

/** The page of a queue's groups. */
export function Groups({ queue, params }: { queue: string; params: URLSearchParams }) {
  const isBlocked = params.has("blocked");
  const addressOf = (blocked: string | undefined) => href(["queues", queue, "groups"], { blocked });
  return (
    <section>
      <Crumbs queue={queue} />
      <div class="heading">
        <h1>{queue} groups</h1>
        <FindGroup queue={queue} />
      </div>
      <QueueLimitsPanel queue={queue} />
      <nav class="tabs" aria-label="Groups">
        <a href={addressOf(undefined)} aria-current={isBlocked ? undefined : "page"}>
          all
        </a>
        <a href={addressOf("1")} aria-current={isBlocked ? "page" : undefined}>
          blocked only
        </a>
      </nav>
      <GroupTable key={String(isBlocked)} queue={queue} isBlocked={isBlocked} />
    </section>
  );
}

function FindGroup({ queue }: { queue: string }) {
  const [name, setName] = useState("");
  return (
    <search>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (name !== "") go(href(["queues", queue, "groups", name]));
        }}
      >
        <label>
          <span class="hidden">Name of a group</span>
          <input
            id="search"
            type="search"
            placeholder="Name of a group"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
            spellcheck={false}
            autocomplete="off"
          />
        </label>
        <button type="submit">Open</button>
      </form>
    </search>
  );
}

function GroupTable({ queue, isBlocked }: { queue: string; isBlocked: boolean }) {
  const { get } = useConsole();
  const [cursors, setCursors] = useState<string[]>([]);
  const first = cursors.at(-1);
  const { data, error, reload } = useData<GroupPage>(
    async (signal) => {
      const groups = new Map<string, GroupInfo>();
      let cursor = first;
      for (let sent = 0; sent < MAX_REQUESTS; sent++) {
        const query = { limit: PAGE, cursor, ...(isBlocked && { blocked: "1" }) };
        const page: GroupPage = await get(queuePath(queue, "groups"), { query, signal });
        for (const group of page.groups) groups.set(group.name, group);
        cursor = page.cursor;
        if (cursor === undefined || groups.size >= PAGE / 2) break;
      }
      return { groups: [...groups.values()], ...(cursor !== undefined && { cursor }) };
    },
    { key: `${queue} ${isBlocked} ${first}` },
  );
  const groups = data?.groups ?? [];
  const addressOf = (name: string) => href(["queues", queue, "groups", name]);
  const { table, selected } = useRows(groups, { open: ({ name }) => go(addressOf(name)) });
  useKeys({ r: reload });
  return (
    <>
      {error && <Failure error={error} onRetry={reload} />}
      {!data && !error && (
        <p class="quiet" role="status">
          Loading …
        </p>
      )}
      {data && groups.length === 0 && (
        <Empty title={isBlocked ? "No group has blocked jobs." : "No group is in use."}>
          {!isBlocked && "Groups appear here while they have blocked or leased jobs, or limits of their own."}
        </Empty>
      )}
      {groups.length > 0 && (
        <div class="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Group</th>
                <th scope="col" class="number">
                  Held
                </th>
                <th scope="col" class="number">
                  Blocked
                </th>
                <th scope="col" class="minor">
                  Next
                </th>
                <th scope="col">Starts again</th>
                <th scope="col">Limits</th>
              </tr>
            </thead>
            <tbody ref={table}>
              {groups.map((group, i) => (
                <tr key={group.name} class={i === selected ? "selected" : ""}>
                  <th scope="row">
                    <a href={addressOf(group.name)}>
                      <bdi>{group.name}</bdi>
                    </a>
                  </th>
                  <td class="number">{formatNumber(group.held)}</td>
                  <td class="number">{formatNumber(group.blocked)}</td>
                  <td class="cut minor">
                    {group.next !== undefined && <a href={href(["queues", queue, "jobs", group.next])}>{group.next}</a>}
                  </td>
                  <td>
                    <Standstill group={group} />
                  </td>
                  <td class="words">
                    {formatLimits(group)} {group.version !== undefined && <span class="badge">own</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <PageButtons cursors={cursors} next={data?.cursor} onTurn={setCursors} />
    </>
  );
}

/** The end of the pause of a group, or the time from which its rate lets a job start. */
function Standstill({ group: { paused, pausedUntil, limitedUntil } }: { group: GroupInfo }) {
  if (paused)
    return (
      <>
        <span class="badge paused">paused</span>{" "}
        {pausedUntil === undefined ? "when resumed" : <Time at={pausedUntil} />}
      </>
    );
  if (limitedUntil === undefined) return null;
  return (
    <>
      <span class="badge delayed">limited</span> <Time at={limitedUntil} />
    </>
  );
}
