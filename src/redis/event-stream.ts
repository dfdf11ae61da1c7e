// Upstash's server-sent events, each with one line of data.

/** Resolves at the first event, and calls `onEvent` for each later one until the request is aborted. */
export async function listen(url: string, request: RequestInit, onEvent: (event: string) => void): Promise<void> {
  const response = await fetch(url, request);
  const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
  if (!reader) throw new Error("no stream of events");
  const events = eventsOf(reader);
  const first = await events.next();
  if (first.done) throw new Error("the stream of events ended before it began");
  void (async () => {
    for await (const event of events) onEvent(event);
  })().catch(() => {
    // The stream broke off or was aborted. Listeners also poll, so they notice new work all the same.
  });
}

async function* eventsOf(reader: ReadableStreamDefaultReader<string>): AsyncGenerator<string, undefined> {
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.startsWith("data: ")) yield line.slice(6).trimEnd();
  }
}
