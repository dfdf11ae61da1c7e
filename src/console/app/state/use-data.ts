// Data that is loaded for a view, and loaded again while it is seen.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../data/api.ts";

/** Data, or the failure of its last request. Older data stay beside a failure. */
export interface Loaded<T> {
  data: T | undefined;
  error: ApiError | undefined;
  /** The time of the last response. */
  at: number | undefined;
  reload(): void;
}

// In ms. Data that could not be loaded is requested again no later, so that a failure goes away soon after its cause.
const RETRY_AFTER = 5_000;

/** Loads data when `key` changes, and every `interval` ms while the page is visible; sooner after a failure. */
export function useData<T>(
  load: (signal: AbortSignal) => Promise<T>,
  { key, interval = 5_000 }: { key: string; interval?: number },
): Loaded<T> {
  const [state, setState] = useState<{ key: string; data?: T; error?: ApiError; at?: number }>({ key });
  const loader = useRef(load);
  loader.current = load;
  const run = useRef<() => void>(() => {});
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stop: AbortController | undefined;
    const next = () => {
      clearTimeout(timer);
      stop?.abort();
      if (document.hidden) return;
      const controller = new AbortController();
      stop = controller;
      let pause = interval;
      loader
        .current(controller.signal)
        .then(
          (data) => !controller.signal.aborted && setState({ key, data, at: Date.now() }),
          (error: unknown) => {
            pause = Math.min(interval, RETRY_AFTER);
            if (!controller.signal.aborted)
              setState((before) => ({ ...(before.key === key ? before : {}), key, error: toApiError(error) }));
          },
        )
        .finally(() => {
          if (!controller.signal.aborted && pause > 0) timer = setTimeout(next, pause);
        });
    };
    run.current = next;
    next();
    document.addEventListener("visibilitychange", next);
    return () => {
      clearTimeout(timer);
      stop?.abort();
      document.removeEventListener("visibilitychange", next);
    };
  }, [key, interval]);
  const reload = useCallback(() => run.current(), []);
  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : undefined,
    error: isCurrent ? state.error : undefined,
    at: isCurrent ? state.at : undefined,
    reload,
  };
}

/** Returns any thrown value as an error of the API. */
export function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, "unexpected", String(error));
}
