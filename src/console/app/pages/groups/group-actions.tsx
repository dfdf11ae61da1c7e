// Actions of operators on a group: pause, resume, limits of its own, and cancelling its jobs.
import { useState } from "preact/hooks";
import { queuePath } from "../../data/api.ts";
import { formatNumber } from "../../data/format.ts";
import { changeOf, DURATION, type GroupInfo, ownLimitsOf, type QueueLimits, textsOf } from "../../data/limits.ts";
import { useConsole } from "../../state/context.ts";
import { Action } from "../../ui/action.tsx";
import { FormAction } from "../../ui/form-action.tsx";
import { LimitFields } from "../../ui/limit-fields.tsx";

interface GroupActionsProps {
  queue: string;
  group: GroupInfo;
  limits: QueueLimits;
  onDone(): void;
}

/** The actions of a group. */
export function GroupActions(props: GroupActionsProps) {
  const { can, patch, remove } = useConsole();
  if (!can("operate")) return null;
  const { queue, group, limits, onDone } = props;
  const { name, paused, version } = group;
  const isOnlyPaused = paused && Object.keys(ownLimitsOf(group, limits.groups)).length === 0;
  const path = queuePath(queue, "groups", name);
  return (
    <fieldset class="buttons">
      <legend class="hidden">Actions</legend>
      {paused && (
        <Action
          label="Resume"
          onDone={onDone}
          run={async () => {
            await patch(path, { paused: false });
            return `${name} is resumed.`;
          }}
        />
      )}
      <Pause path={path} group={group} onDone={onDone} />
      <SetGroupLimits {...props} path={path} />
      {version !== undefined && !isOnlyPaused && (
        <Action
          label="Back to the queue’s limits"
          onDone={onDone}
          question="Removes the group’s own concurrency and rate. A pause stays."
          run={async () => {
            // A pause that is over is removed with the limits.
            await patch(path, { concurrency: null, rate: null, ifVersion: version, ...(!paused && { paused }) });
            return `${name} has the limits of the queue’s groups.`;
          }}
        />
      )}
      <Action
        label="Cancel all its jobs"
        typed={name}
        question="Removes the jobs of the group that wait, and takes those that are leased from their workers, whose completions will change nothing. It cannot be undone."
        onDone={onDone}
        run={async () => {
          let cancelled = 0;
          for (let isMore = true; isMore; ) {
            const part = await remove<{ cancelled: number; more: boolean }>(`${path}/jobs`);
            cancelled += part.cancelled;
            isMore = part.more;
          }
          return `${formatNumber(cancelled)} jobs of ${name} are cancelled.`;
        }}
      />
    </fieldset>
  );
}

function Pause({ path, group, onDone }: { path: string; group: GroupInfo; onDone(): void }) {
  const { patch } = useConsole();
  const [until, setUntil] = useState("");
  const { name, paused } = group;
  return (
    <FormAction
      label={paused ? "Change the pause …" : "Pause …"}
      title={`Pause ${name}`}
      action="Pause"
      onOpen={() => setUntil("")}
      onDone={onDone}
      run={async () => {
        await patch(path, { paused: true, ...(until !== "" && { until }) });
        return until === "" ? `${name} is paused.` : `${name} is paused for ${until}.`;
      }}
    >
      <p>No job of the group starts until the pause ends. Jobs that workers hold go on.</p>
      <label>
        For how long
        <input
          value={until}
          placeholder="until it is resumed"
          pattern={DURATION}
          title="A duration, such as 30s, 5m, 2h or 1d"
          onInput={(event) => setUntil(event.currentTarget.value)}
          autocomplete="off"
        />
      </label>
    </FormAction>
  );
}

function SetGroupLimits({ path, group, limits, onDone }: GroupActionsProps & { path: string }) {
  const { patch } = useConsole();
  const [before, setBefore] = useState({ texts: textsOf({}), version: 0 });
  const [texts, setTexts] = useState(before.texts);
  const fill = () => {
    const own = textsOf(ownLimitsOf(group, limits.groups));
    setBefore({ texts: own, version: group.version ?? 0 });
    setTexts(own);
  };
  return (
    <FormAction
      label="Set limits …"
      title={`Limits of ${group.name}`}
      action="Set limits"
      onOpen={fill}
      onDone={onDone}
      run={async () => {
        await patch(path, { ...changeOf(before.texts, texts), ifVersion: before.version });
        return `The limits of ${group.name} are set.`;
      }}
    >
      <p>They hold in place of the limits of the queue’s groups. An empty field takes the queue’s.</p>
      <LimitFields
        legend="This group"
        texts={texts}
        defaults={textsOf(limits.groups ?? {})}
        isOrdered={Boolean(limits.groups?.ordered)}
        onChange={setTexts}
      />
    </FormAction>
  );
}
