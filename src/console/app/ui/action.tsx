// A button that changes something.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useConsole } from "../state/context.ts";
import { toApiError } from "../state/use-data.ts";
import { Confirm } from "./dialog.tsx";

interface ActionProps {
  label: string;
  /** Carries out the action. Resolves with the notice of its success. */
  run(): Promise<string>;
  onDone?: (() => void) | undefined;
  /** The question before it; none for what is easily undone. */
  question?: ComponentChildren;
  /** The text to type before what cannot be undone. */
  typed?: string;
  disabled?: boolean;
}

/** Returns a function that runs an action and reports its outcome, and whether it runs. */
export function useRun(onDone: (() => void) | undefined) {
  const { notify } = useConsole();
  const [isRunning, setRunning] = useState(false);
  const start = async (run: () => Promise<string>) => {
    setRunning(true);
    try {
      notify(await run());
      onDone?.();
    } catch (error) {
      notify(toApiError(error).message, "failed");
    } finally {
      setRunning(false);
    }
  };
  return { isRunning, start: (run: () => Promise<string>) => void start(run) };
}

/** A button that runs an action, after a question if there is one, and reports its outcome. */
export function Action({ label, run, onDone, question, typed, disabled = false }: ActionProps) {
  const { isRunning, start } = useRun(onDone);
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        class={typed === undefined ? "" : "danger"}
        disabled={disabled || isRunning}
        onClick={() => (question === undefined ? start(run) : setAsking(true))}
      >
        {isRunning ? "…" : label}
      </button>
      {isAsking && (
        <Confirm
          title={label}
          action={label}
          typed={typed}
          onConfirm={() => start(run)}
          onClose={() => setAsking(false)}
        >
          {question}
        </Confirm>
      )}
    </>
  );
}
