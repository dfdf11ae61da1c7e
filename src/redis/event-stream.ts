// Server-sent events, as Upstash sends them: one line of data each.

/** Resolves when the first event has come, and calls back for each after it, until the request is aborted. */
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
    // It broke off, or was aborted: whoever listens asks now and then all the same.
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
