// The buttons that turn the pages of a list.

/** Buttons for the page before, and for the next one if there is a cursor of it. `cursors` has those of the pages so far. */
export function PageButtons(props: { cursors: string[]; next: string | undefined; onTurn(cursors: string[]): void }) {
  const { cursors, next, onTurn } = props;
  return (
    <nav class="pages" aria-label="Pages">
      {cursors.length > 0 && (
        <button type="button" onClick={() => onTurn(cursors.slice(0, -1))}>
          Previous
        </button>
      )}
      {next !== undefined && (
        <button type="button" onClick={() => onTurn([...cursors, next])}>
          Next
        </button>
      )}
    </nav>
  );
}
