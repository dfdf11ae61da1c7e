// The limits of a queue and of its groups, and a form that replaces them.
import { useState } from "preact/hooks";
import { queuePath } from "../../data/api.ts";
import { formatNumber } from "../../data/format.ts";
import { formatLimits, limitsOf, type QueueLimits, textsOf } from "../../data/limits.ts";
import { useConsole } from "../../state/context.ts";
import { useData } from "../../state/use-data.ts";
import { FormAction } from "../../ui/form-action.tsx";
import { LimitFields } from "../../ui/limit-fields.tsx";
import { Failure } from "../../ui/text.tsx";

const ORDERS = {
  "": "in any order",
  true: "in order; after a failure, the next one starts",
  stop: "in order; a failure stops the group",
};

type Order = keyof typeof ORDERS;

/** The limits of a queue. */
export function QueueLimitsPanel({ queue }: { queue: string }) {
  const { can, get } = useConsole();
  const { data, error, reload } = useData<QueueLimits>((signal) => get(queuePath(queue, "limits"), { signal }), {
    key: queue,
    interval: 15_000,
  });
  if (!data) return error ? <Failure error={error} onRetry={reload} /> : null;
  const { groups = {}, version } = data;
  return (
    <section class="card" aria-label="Limits">
      <div class="heading">
        <h2>
          Limits <span class="quiet">{version === 0 ? "none yet" : `version ${formatNumber(version)}`}</span>
        </h2>
        {can("operate") && <SetLimits queue={queue} limits={data} onDone={reload} />}
      </div>
      <dl class="facts">
        <div>
          <dt>Each group</dt>
          <dd>
            {formatLimits({ ...groups, ...(groups.ordered && { concurrency: 1 }) })}
            {groups.ordered && `, ${ORDERS[orderOf(data)]}`}
          </dd>
        </div>
        <div>
          <dt>The whole queue</dt>
          <dd>{formatLimits(data)}</dd>
        </div>
      </dl>
    </section>
  );
}

function orderOf({ groups }: QueueLimits): Order {
  return groups?.ordered === "stop" ? "stop" : groups?.ordered ? "true" : "";
}

function SetLimits({ queue, limits, onDone }: { queue: string; limits: QueueLimits; onDone(): void }) {
  const { put } = useConsole();
  const [order, setOrder] = useState<Order>("");
  const [group, setGroup] = useState(textsOf({}));
  const [whole, setWhole] = useState(textsOf({}));
  const [version, setVersion] = useState(0);
  const fill = () => {
    setOrder(orderOf(limits));
    setGroup(textsOf(limits.groups ?? {}));
    setWhole(textsOf(limits));
    setVersion(limits.version);
  };
  const isOrdered = order !== "";
  return (
    <FormAction
      label="Set limits …"
      title={`Limits of ${queue}`}
      action="Set limits"
      onOpen={fill}
      onDone={onDone}
      run={async () => {
        const groups = {
          ...limitsOf({ ...group, ...(isOrdered && { concurrency: "" }) }),
          ...(isOrdered && { ordered: order === "stop" ? order : true }),
        };
        const body = { ...limitsOf(whole), groups, ifVersion: version };
        const result = await put<{ version: number }>(queuePath(queue, "limits"), body);
        return `The limits of ${queue} have version ${formatNumber(result.version)} now.`;
      }}
    >
      <p>
        They replace all limits of the queue, and hold at once for every client. They get version{" "}
        {formatNumber(version + 1)}: deployments change them only with a higher limitsVersion.
      </p>
      <label>
        Jobs of a group run
        <select value={order} onChange={(event) => setOrder(event.currentTarget.value as Order)}>
          {Object.entries(ORDERS).map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </label>
      <LimitFields legend="Each group" texts={group} isOrdered={isOrdered} onChange={setGroup} />
      <LimitFields legend="The whole queue" texts={whole} onChange={setWhole} />
    </FormAction>
  );
}
