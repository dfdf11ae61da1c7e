// The change with which jobs are redriven: a merge patch of their payloads, and other options, with a preview.
import { useMemo, useState } from "preact/hooks";
import { mergePatchText } from "../../../base/merge-patch.ts";
import { hasInexactNumber } from "../../../http/json/exactness.ts";
import { formatJson, type JsonNode, parseExactJson } from "../data/exact-json.ts";
import { Dialog } from "./dialog.tsx";

interface ChangeDialogProps {
  title: string;
  /** The words on the button. */
  action: string;
  /** The payload of a job, for the preview. */
  payload: JsonNode | undefined;
  /** Begins the redrive with the change, as JSON text whose numbers are as they were typed. */
  onSubmit(change: string): void;
  onClose(): void;
}

/** Asks for a change. */
export function ChangeDialog({ title, action, payload, onSubmit, onClose }: ChangeDialogProps) {
  const [patch, setPatch] = useState("");
  const [priority, setPriority] = useState("");
  const [maxAttempts, setMaxAttempts] = useState("");
  const parsed = useMemo(() => parsePatch(patch), [patch]);
  const change = [
    parsed.node && `"data":${formatJson(parsed.node)}`,
    priority && `"priority":${Number(priority)}`,
    maxAttempts && `"maxAttempts":${Number(maxAttempts)}`,
  ].filter(Boolean);
  const isReady = parsed.fault === undefined && change.length > 0;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!isReady) return;
    onClose();
    onSubmit(`{${change.join(",")}}`);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <label>
          Change of the payload
          <textarea
            rows={5}
            value={patch}
            placeholder='{ "to": "ada@example.com", "cc": null }'
            onInput={(event) => setPatch(event.currentTarget.value)}
            spellcheck={false}
            aria-describedby="change-help"
          />
        </label>
        <p id="change-help" class="quiet">
          A JSON merge patch: it sets the fields that it has, removes those that are null, and leaves the others.
        </p>
        <div class="pair">
          <label>
            Priority
            <input
              type="number"
              min={0}
              max={9}
              value={priority}
              placeholder="as it is"
              onInput={(event) => setPriority(event.currentTarget.value)}
            />
          </label>
          <label>
            Attempts at most
            <input
              type="number"
              min={1}
              max={1000}
              value={maxAttempts}
              placeholder="as they are"
              onInput={(event) => setMaxAttempts(event.currentTarget.value)}
            />
          </label>
        </div>
        {parsed.fault && (
          <p class="failure" role="alert">
            {parsed.fault}
          </p>
        )}
        {payload && parsed.node && (
          <figure class="preview">
            <figcaption class="quiet">The payload after it, of one of the jobs</figcaption>
            <pre>{formatJson(parseExactJson(mergePatchText(formatJson(payload), patch)))}</pre>
          </figure>
        )}
        <div class="buttons">
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" class="primary" disabled={!isReady}>
            {action}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Parses a patch. Blank text is no patch. */
function parsePatch(text: string): { node?: JsonNode; fault?: string } {
  if (text.trim() === "") return {};
  try {
    JSON.parse(text);
  } catch (error) {
    return { fault: `This is not JSON yet: ${(error as Error).message}` };
  }
  if (hasInexactNumber(text))
    return { fault: "The API refuses a number that JavaScript cannot represent exactly. Write it as a string." };
  return { node: parseExactJson(text) };
}
