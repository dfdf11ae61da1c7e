// Dialogs: a question before something is changed, and help.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";

/** A modal dialog, which takes the focus and gives it back. */
export function Dialog(props: { title: string; onClose(): void; children: ComponentChildren }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const title = useId();
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    dialog.current?.showModal();
    return () => before?.focus();
  }, []);
  return (
    <dialog ref={dialog} aria-labelledby={title} onClose={props.onClose} onCancel={props.onClose}>
      <h2 id={title}>{props.title}</h2>
      {props.children}
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  /** The effect, in a sentence. */
  children: ComponentChildren;
  /** The words on the button. */
  action: string;
  /** The text that has to be typed first, for what cannot be undone. */
  typed?: string | undefined;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before something is changed. */
export function Confirm({ title, children, action, typed, onConfirm, onClose }: ConfirmProps) {
  const [text, setText] = useState("");
  const isAllowed = typed === undefined || text === typed;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isAllowed) return;
    onClose();
    onConfirm();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <p>{children}</p>
        {typed !== undefined && (
          <label>
            Type <code>{typed}</code> to confirm
            <input value={text} onInput={(event) => setText(event.currentTarget.value)} autocomplete="off" />
          </label>
        )}
        <div class="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class={typed === undefined ? "primary" : "danger"} disabled={!isAllowed}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
