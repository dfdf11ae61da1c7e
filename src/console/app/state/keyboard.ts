// Keys: each does the same as a control that is on the page.
import { useEffect, useRef } from "preact/hooks";

/** The keys of the console, for the help dialog. */
export const KEYS: readonly [keys: string, effect: string][] = [
  ["/", "Go to the search field"],
  ["?", "Show this help"],
  ["g", "Go to all queues"],
  ["c", "Go to the crons"],
  ["j, k", "Move down and up in a table"],
  ["Enter", "Open the selected row"],
  ["x", "Select or deselect the row"],
  ["r", "Load again"],
  ["Esc", "Close a dialog, leave a field"],
];

/** Calls a function for keys that are pressed outside of fields and dialogs. */
export function useKeys(handlers: Record<string, () => void>): void {
  const current = useRef(handlers);
  current.current = handlers;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const target = event.target as HTMLElement;
      if (event.key === "Escape" && isField(target)) target.blur();
      if (isField(target) || document.querySelector("dialog[open]")) return;
      // Enter on a control is for the control.
      if (event.key === "Enter" && target.closest("a, button, summary")) return;
      const handler = current.current[event.key];
      if (!handler) return;
      event.preventDefault();
      handler();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

function isField(element: HTMLElement): boolean {
  return /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) || element.isContentEditable;
}
