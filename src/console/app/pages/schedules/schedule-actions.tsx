// Actions of operators on a schedule: run it now, backfill, pause, resume, and remove it.
import { useState } from "preact/hooks";
import { queuePath } from "../../data/api.ts";
import { formatNumber } from "../../data/format.ts";
import type { Schedule } from "../../data/schedules.ts";
import { useConsole } from "../../state/context.ts";
import { go, href } from "../../state/router.ts";
import { Action } from "../../ui/action.tsx";
import { FormAction } from "../../ui/form-action.tsx";

interface ScheduleActionsProps {
  queue: string;
  schedule: Schedule;
  onDone(): void;
}

/** The actions of a schedule. */
export function ScheduleActions({ queue, schedule: { id, paused }, onDone }: ScheduleActionsProps) {
  const { can, post, remove } = useConsole();
  if (!can("operate")) return null;
  const path = queuePath(queue, "schedules", id);
  return (
    <fieldset class="buttons">
      <legend class="hidden">Actions</legend>
      <Action
        label="Run now"
        onDone={onDone}
        run={async () => `${(await post<{ id: string }>(`${path}/trigger`)).id} is enqueued.`}
      />
      {paused ? (
        <Action
          label="Resume"
          onDone={onDone}
          run={async () => {
            await post(`${path}/resume`);
            return `${id} is resumed.`;
          }}
        />
      ) : (
        <Pause path={path} id={id} onDone={onDone} />
      )}
      <Backfill path={path} id={id} onDone={onDone} />
      <Action
        label="Remove"
        typed={id}
        question="Removes the schedule. Jobs that it has created stay. A program that declares it stores it again when it is deployed."
        run={async () => {
          await remove(path);
          go(href(["queues", queue, "schedules"]));
          return `${id} is removed.`;
        }}
      />
    </fieldset>
  );
}

interface FormProps {
  path: string;
  id: string;
  onDone(): void;
}

function Pause({ path, id, onDone }: FormProps) {
  const { post } = useConsole();
  const [note, setNote] = useState("");
  return (
    <FormAction
      label="Pause …"
      title={`Pause ${id}`}
      action="Pause"
      onOpen={() => setNote("")}
      onDone={onDone}
      run={async () => {
        await post(`${path}/pause`, note === "" ? {} : { note });
        return `${id} is paused.`;
      }}
    >
      <p>It creates no jobs until it is resumed. Slots that pass meanwhile do not count as missed.</p>
      <label>
        Note
        <input
          value={note}
          maxLength={200}
          placeholder="the reason, for others"
          onInput={(event) => setNote(event.currentTarget.value)}
          autocomplete="off"
        />
      </label>
    </FormAction>
  );
}

function Backfill({ path, id, onDone }: FormProps) {
  const { post } = useConsole();
  const [from, setFrom] = useState("");
  const [to, setTo] = useState("");
  const fill = () => {
    setFrom("");
    setTo("");
  };
  return (
    <FormAction
      label="Backfill …"
      title={`Backfill ${id}`}
      action="Backfill"
      onOpen={fill}
      onDone={onDone}
      run={async () => {
        const body = { from: Date.parse(`${from}Z`), to: to === "" ? Date.now() : Date.parse(`${to}Z`) };
        const { ids } = await post<{ ids: string[] }>(`${path}/backfill`, body);
        return `${formatNumber(ids.length)} jobs of ${id} are enqueued.`;
      }}
    >
      <p>Creates the jobs of the slots of this time, at most 1,000. A job that exists stays as it is.</p>
      <label>
        From, UTC
        <input type="datetime-local" value={from} required onInput={(event) => setFrom(event.currentTarget.value)} />
      </label>
      <label>
        To, UTC
        <input type="datetime-local" value={to} onInput={(event) => setTo(event.currentTarget.value)} />
      </label>
    </FormAction>
  );
}
