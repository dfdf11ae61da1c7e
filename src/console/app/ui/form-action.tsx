// A button that asks for values before it changes something.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useRun } from "./action.tsx";
import { Dialog } from "./dialog.tsx";

interface FormActionProps {
  label: string;
  title: string;
  /** The words on the button of the form. */
  action: string;
  /** The fields. */
  children: ComponentChildren;
  /** Fills the fields when the form opens. */
  onOpen(): void;
  /** Carries out the action. Resolves with the notice of its success. */
  run(): Promise<string>;
  onDone(): void;
}

/** A button that opens a form, runs an action with its values, and reports its outcome. */
export function FormAction({ label, title, action, children, onOpen, run, onDone }: FormActionProps) {
  const { isRunning, start } = useRun(onDone);
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    onOpen();
    setOpen(true);
  };
  const close = () => setOpen(false);
  const submit = (event: Event) => {
    event.preventDefault();
    close();
    start(run);
  };
  return (
    <>
      <button type="button" disabled={isRunning} onClick={open}>
        {isRunning ? "…" : label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={close}>
          <form onSubmit={submit}>
            {children}
            <div class="buttons">
              <button type="button" onClick={close}>
                Cancel
              </button>
              <button type="submit" class="primary">
                {action}
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
