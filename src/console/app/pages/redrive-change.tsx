// Redrives failed jobs with a change, by a bulk operation.
import { useState } from "preact/hooks";
import { queuePath } from "../data/api.ts";
import { type JsonNode, parseExactJson, propertyOf } from "../data/exact-json.ts";
import type { BulkOperation, Filter } from "../data/types.ts";
import { useConsole } from "../state/context.ts";
import { go, href } from "../state/router.ts";
import { toApiError } from "../state/use-data.ts";
import { ChangeDialog } from "../ui/change-dialog.tsx";

interface RedriveWithChangeProps {
  queue: string;
  filter: Filter;
  /** The id of a job that matches, whose payload the preview shows. */
  sampleId: string | undefined;
  label: string;
  disabled?: boolean;
}

/** A button that asks for a change, then begins the operation and shows its page. */
export function RedriveWithChange({ queue, filter, sampleId, label, disabled = false }: RedriveWithChangeProps) {
  const { getText, postText, notify } = useConsole();
  const [payload, setPayload] = useState<JsonNode>();
  const [isOpen, setOpen] = useState(false);
  const open = async () => {
    // Without a preview, the change can still be made.
    const text = sampleId && (await getText(queuePath(queue, "jobs", sampleId)).catch(() => undefined));
    setPayload(text ? propertyOf(parseExactJson(text), "data") : undefined);
    setOpen(true);
  };
  const begin = async (change: string) => {
    const body = `{"operation":"redrive","filter":${JSON.stringify(filter)},"change":${change}}`;
    try {
      const { id } = await postText<BulkOperation>(queuePath(queue, "bulk"), body);
      go(href(["queues", queue, "bulk", id]));
      notify("The operation has begun.");
    } catch (error) {
      notify(toApiError(error).message, "failed");
    }
  };
  return (
    <>
      <button type="button" disabled={disabled} onClick={() => void open()}>
        {label}
      </button>
      {isOpen && (
        <ChangeDialog
          title="Redrive with a change"
          action="Redrive"
          payload={payload}
          onSubmit={(change) => void begin(change)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
