// Structured lines of log: names, ids, numbers and errors, never a payload or a result.

/** A line of log. */
export interface LogEntry {
  level: "warn" | "error";
  /** The kind of the line, such as "attempt_failed". */
  event: string;
  queue?: string;
  [field: string]: unknown;
}

/** A function that writes a line of log. */
export type Logger = (entry: LogEntry) => unknown;

/** Writes a line as JSON to the console. */
const consoleLogger: Logger = (entry) => {
  const line = JSON.stringify(entry);
  if (entry.level === "error") console.error(line);
  else console.warn(line);
};

/** Returns a logger whose failures have no effect. */
export function safeLogger(logger: Logger | false | undefined): Logger {
  if (logger === false) return () => {};
  const write = logger ?? consoleLogger;
  return (entry) => {
    try {
      const written = write(entry);
      if (written instanceof Promise) written.catch(() => {});
    } catch {
      // A log that fails must not end the work.
    }
  };
}

/** Returns an error's name, message and stack for a line of log. */
export function errorFields(error: unknown): { error: string; code?: string; stack?: string } {
  try {
    return fieldsOf(error);
  } catch {
    return { error: "an error that cannot be read" };
  }
}

function fieldsOf(error: unknown): { error: string; code?: string; stack?: string } {
  if (!(error instanceof Error)) return { error: textOf(error) };
  const { code, stack } = error as Error & { code?: unknown };
  return {
    error: cut(`${error.name}: ${error.message}`),
    ...(typeof code === "string" && { code: cut(code) }),
    ...(typeof stack === "string" && {
      stack: stack
        .split("\n")
        .slice(1, 9)
        .map((line) => cut(line.trim()))
        .join("\n"),
    }),
  };
}

function textOf(error: unknown): string {
  try {
    return cut(String(error));
  } catch {
    return "an error without a message";
  }
}

const LONGEST = 300;

function cut(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
