// The body of a request as bytes, up to a limit. A longer body is not read to the end.

/** Resolves with the bytes of a body, or with the reason why it cannot be used. */
export async function rawBody(request: Request, maxBytes: number): Promise<Uint8Array | "too_large" | "broken"> {
  // The stated length can save the read; the limit does not rely on it.
  if (Number(request.headers.get("content-length")) > maxBytes) return "too_large";
  try {
    const body = request.body ? await readUpTo(request.body, maxBytes) : new Uint8Array(0);
    return body !== "too_large" && isLost(request.headers, body.length) ? "broken" : body;
  } catch {
    return "broken";
  }
}

/** Reports whether a host has read the body before the app, which leaves an empty one. */
function isLost(headers: Headers, length: number): boolean {
  return length === 0 && Number(headers.get("content-length")) > 0;
}

/** Reads a whole stream. Cancels it as soon as it exceeds the limit. */
async function readUpTo(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array | "too_large"> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > maxBytes) {
      // Not awaited: a client that keeps sending must not delay the response.
      reader.cancel().catch(() => {});
      return "too_large";
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
