// The limit that holds a job back.
import type { HeldBackBy } from "../../data/types.ts";
import { href } from "../../state/router.ts";
import { Time } from "../../ui/text.tsx";

const LIMITS: Record<string, string> = {
  group_concurrency: "the concurrency of its group",
  group_order: "the order of its group",
  group_rate: "the rate of its group",
  group_pause: "the pause of its group",
  queue_concurrency: "the concurrency of the queue",
  queue_rate: "the rate of the queue",
};

/** The limit that holds a job back, since when and until when, and since when the job waits, with links to the jobs that hold the slots. */
export function HeldBack({ queue, limit }: { queue: string; limit: HeldBackBy }) {
  const { since, waitsSince, until, holders = [] } = limit;
  return (
    <>
      <div>
        <dt>Held back by</dt>
        <dd>{LIMITS[limit.limit] ?? limit.limit}</dd>
      </div>
      {since !== undefined && (
        <div>
          <dt>Held back since</dt>
          <dd>
            <Time at={since} />
          </dd>
        </div>
      )}
      {waitsSince !== undefined && (
        <div>
          <dt>Waits since</dt>
          <dd>
            <Time at={waitsSince} />
          </dd>
        </div>
      )}
      {until !== undefined && (
        <div>
          <dt>Allowed from</dt>
          <dd>
            <Time at={until} />
          </dd>
        </div>
      )}
      {holders.length > 0 && (
        <div>
          <dt>Slots held by</dt>
          <dd>
            {holders.map((id) => (
              <a key={id} class="chip" href={href(["queues", queue, "jobs", id])}>
                {id}
              </a>
            ))}
          </dd>
        </div>
      )}
    </>
  );
}
