// Structured log lines: names, ids, numbers and errors, never a payload or a result.

/** A log line. */
export interface LogEntry {
  level: "warn" | "error";
  /** The kind of the line, such as "attempt_failed". */
  event: string;
  queue?: string;
  [field: string]: unknown;
}

/** A function that writes a log line. */
export type Logger = (entry: LogEntry) => unknown;

/** Writes a line as JSON to the console. */
const consoleLogger: Logger = (entry) => {
  const line = JSON.stringify(entry);
  if (entry.level === "error") console.error(line);
  else console.warn(line);
};

/** Returns a logger that ignores the failures of another one. Without one it writes to the console; `false` writes nothing. */
export function safeLogger(logger: Logger | false | undefined): Logger {
  if (logger === false) return () => {};
  const write = logger ?? consoleLogger;
  return (entry) => {
    try {
      const written = write(entry);
      if (written instanceof Promise) written.catch(() => {});
    } catch {
      // A failing log must not end the work.
    }
  };
}

type ErrorFields = { error: string; code?: string; stack?: string };

/** Returns an error's name, message, code and stack for a log line. A thrown value may be anything. */
export function errorFields(error: unknown): ErrorFields {
  try {
    return readErrorFields(error);
  } catch {
    return { error: "an error that cannot be read" };
  }
}

/** Reads the fields of an error. Throws if a getter of the thrown value throws. */
function readErrorFields(error: unknown): ErrorFields {
  if (!(error instanceof Error)) return { error: formatThrown(error) };
  const { code, stack } = error as Error & { code?: unknown };
  return {
    error: truncate(`${error.name}: ${error.message}`),
    ...(typeof code === "string" && { code: truncate(code) }),
    ...(typeof stack === "string" && {
      stack: stack
        .split("\n")
        .slice(1, 9)
        .map((line) => truncate(line.trim()))
        .join("\n"),
    }),
  };
}

/** Returns a thrown value that is not an Error as text. Its conversion may throw. */
function formatThrown(value: unknown): string {
  try {
    return truncate(String(value));
  } catch {
    return "an error without a message";
  }
}

const MAX_LENGTH = 300;

function truncate(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
