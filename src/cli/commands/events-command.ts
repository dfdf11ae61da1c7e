// `leasehold events`: what happens to the jobs of a queue, as it happens.

import { path, query } from "../kit/api.ts";
import type { Command } from "../kit/command.ts";

/** The command `events`. */
export const eventsCommand: Command = {
  name: "events",
  usage: "<queue>",
  summary: "prints the events of a queue as lines of JSON until it is interrupted",
  options: {
    since: { value: "EVENT", text: "begins after the event with this id, or at a time in ms; now unless set" },
    record: { value: "N", text: "first makes the queue record the events of the last N requests; 0 stops it" },
  },
  examples: ["leasehold events emails --record 1000", "leasehold events emails --since 0 | jq -r '.type'"],
  async run({ out, args: { queue = "" }, options }, connect) {
    const api = await connect();
    if (options.record !== undefined) {
      const body = { keep: Number(options.record) };
      await api.request({ method: "POST", path: path`/v1/queues/${queue}/record-events`, body, status: 204 });
      if (body.keep === 0) return;
    }
    const interrupted = new AbortController();
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interrupted.abort());
    const { signal } = interrupted;
    // A stream ends after some time, and the next one begins after the last event.
    for (let since = options.since as string | undefined; !signal.aborted; ) {
      const address = path`/v1/queues/${queue}/events` + query({ since });
      try {
        const stream = await api.open({ method: "GET", path: address, signal });
        for await (const { id, data } of readEvents(stream)) {
          since = id ?? since;
          await out.lines([data]);
        }
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  },
};

/** Reads server-sent events. */
async function* readEvents({ body }: Response): AsyncGenerator<{ id: string | undefined; data: string }> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = new Map(
        block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.replace(/^\w*: ?/, "")]),
      );
      const data = fields.get("data");
      if (data !== undefined) yield { id: fields.get("id"), data };
    }
  }
}
