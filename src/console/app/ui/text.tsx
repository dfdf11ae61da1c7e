// Small texts: times, states, and what is shown in place of data.
import type { ComponentChildren } from "preact";
import type { ApiError } from "../data/api.ts";
import { formatExact, formatRelative } from "../data/format.ts";
import type { State } from "../data/types.ts";
import { href } from "../state/router.ts";

/** A time relative to now, with the exact one as its title. */
export function Time({ at }: { at: number | undefined }) {
  if (at === undefined) return <span class="quiet">–</span>;
  const exact = formatExact(at);
  return (
    <time dateTime={new Date(at).toISOString()} title={exact}>
      {formatRelative(at, Date.now())}
    </time>
  );
}

/** The state of a job. */
export function StateBadge({ state }: { state: State | string }) {
  return <span class={`badge ${state}`}>{state}</span>;
}

/** A fact of a list of definitions. */
export function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A notice in place of data that are not there, with what to do. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p>{title}</p>
      {children && <p class="quiet">{children}</p>}
    </div>
  );
}

/** The failure of a request, with a way to try again. */
export function Failure({ error, onRetry }: { error: ApiError; onRetry?: () => void }) {
  return (
    <div class="failure" role="alert">
      <p>{error.message}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

/** A page whose data are on their way, or did not arrive. */
export function Pending(props: { title: string; error: ApiError | undefined; onRetry(): void }) {
  const { title, error, onRetry } = props;
  return (
    <section>
      <h1>{title}</h1>
      {error ? (
        <Failure error={error} onRetry={onRetry} />
      ) : (
        <p class="quiet" role="status">
          Loading …
        </p>
      )}
    </section>
  );
}

/** The way from all queues to a page below a queue. */
export function Crumbs({ queue, rest = [] }: { queue?: string; rest?: readonly { name: string; address: string }[] }) {
  const steps = [
    { name: "Queues", address: href([]) },
    ...(queue === undefined ? [] : [{ name: queue, address: href(["queues", queue]) }]),
    ...rest,
  ];
  return (
    <nav class="crumbs" aria-label="Path">
      {steps.map(({ name, address }) => (
        <a key={address} href={address}>
          {name}
        </a>
      ))}
    </nav>
  );
}
