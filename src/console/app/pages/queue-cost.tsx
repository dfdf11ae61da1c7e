// The cost of a queue: what the API has sent to Redis for it, by operation, and its price.
import { useState } from "preact/hooks";
import { queuePath } from "../data/api.ts";
import { formatBytes, formatNumber, formatPrice } from "../data/format.ts";
import { type Prices, priceOf, storedPrices, storePrices } from "../data/prices.ts";
import type { Cost, Usage } from "../data/types.ts";
import { useConsole } from "../state/context.ts";
import { useData } from "../state/use-data.ts";
import { Empty, Failure, Time } from "../ui/text.tsx";

/** The cost of a queue. */
export function CostPanel({ queue }: { queue: string }) {
  const { get } = useConsole();
  const [isInAll, setInAll] = useState(false);
  const { data, error, reload } = useData<Cost>((signal) => get(queuePath(queue, "cost"), { signal }), {
    key: queue,
    interval: 30_000,
  });
  if (!data) return error ? <Failure error={error} onRetry={reload} /> : null;
  const { since, total, perHour, operations } = data;
  const isHourly = perHour !== undefined && !isInAll;
  const factor = isHourly && total.commands > 0 ? perHour.commands / total.commands : 1;
  const rows = Object.entries(operations).sort(([, a], [, b]) => b.commands - a.commands);
  return (
    <section aria-label="Cost">
      <div class="heading">
        <h2>Cost</h2>
        <fieldset class="choices">
          <legend class="hidden">Span</legend>
          <button
            type="button"
            disabled={!perHour}
            title={perHour ? undefined : "Known after a minute"}
            aria-pressed={isHourly}
            onClick={() => setInAll(false)}
          >
            An hour
          </button>
          <button type="button" aria-pressed={!isHourly} onClick={() => setInAll(true)}>
            In all
          </button>
        </fieldset>
      </div>
      {error && <Failure error={error} onRetry={reload} />}
      {rows.length === 0 ? (
        <Empty title="The API has sent nothing for this queue yet." />
      ) : (
        <>
          <p class="quiet">
            Sent to Redis by the process of the API that answers, {isHourly ? "on average since " : "since "}
            <Time at={since} />, requests of this page included. Other processes count what they send:{" "}
            <code>queue.cost()</code>.
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach what scrolls */}
          <section class="scroll" tabIndex={0} aria-label="Cost by operation">
            <table>
              <thead>
                <tr>
                  <th scope="col">Operation</th>
                  <th scope="col" class="number">
                    Requests
                  </th>
                  <th scope="col" class="number">
                    Commands
                  </th>
                  <th scope="col" class="number">
                    Sent
                  </th>
                  <th scope="col" class="number">
                    Received
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map(([name, usage]) => (
                  <UsageRow key={name} name={name} usage={usage} factor={factor} />
                ))}
              </tbody>
              <tfoot>
                <UsageRow name="all" usage={total} factor={factor} />
              </tfoot>
            </table>
          </section>
        </>
      )}
      <PriceForm cost={data} />
    </section>
  );
}

function UsageRow({ name, usage, factor }: { name: string; usage: Usage; factor: number }) {
  const { requests, commands, bytesSent, bytesReceived } = usage;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="number">{formatCount(requests * factor)}</td>
      <td class="number">{formatCount(commands * factor)}</td>
      <BytesCell bytes={bytesSent * factor} />
      <BytesCell bytes={bytesReceived * factor} />
    </tr>
  );
}

function BytesCell({ bytes }: { bytes: number }) {
  return (
    <td class="number" title={`${formatNumber(Math.round(bytes))} B`}>
      {formatBytes(bytes)}
    </td>
  );
}

// Queues may share a request, and an hour may have a part of one.
const formatCount = (count: number) => formatNumber(count < 10 ? Math.round(count * 10) / 10 : Math.round(count));

/** The prices that the user types, and what the queue costs at them. */
function PriceForm({ cost: { total, perHour, jobs } }: { cost: Cost }) {
  const [prices, setPrices] = useState(storedPrices);
  const change = (part: Partial<Prices>) => {
    const next = { ...prices, ...part };
    setPrices(next);
    storePrices(next);
  };
  const inAll = priceOf(total, prices);
  const hourly = perHour && priceOf(perHour, prices);
  const count = Math.max(jobs.enqueued, jobs.ended);
  return (
    <form class="prices" onSubmit={(event) => event.preventDefault()}>
      <PriceInput
        label="Price of 100,000 commands"
        value={prices.per100kCommands}
        onChange={(per100kCommands) => change({ per100kCommands })}
      />
      <PriceInput label="Price of a GB" value={prices.perGb} onChange={(perGb) => change({ perGb })} />
      <output>
        {inAll === undefined ? (
          <span class="quiet">With your prices, in any currency, this shows what the queue costs.</span>
        ) : (
          <>
            <b>{hourly === undefined ? "–" : formatPrice(hourly)}</b> an hour,{" "}
            <b>{count === 0 ? "–" : formatPrice((inAll * 1e6) / count)}</b> a million jobs
          </>
        )}
      </output>
    </form>
  );
}

function PriceInput({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) {
  return (
    <label>
      {label}
      <input
        type="number"
        min={0}
        step="any"
        inputMode="decimal"
        value={value}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
