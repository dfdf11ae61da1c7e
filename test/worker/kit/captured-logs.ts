// The lines that a test logs.
import { afterEach, beforeEach, vi } from "vitest";

/** The logged lines of a test, by level. */
export interface CapturedLogs {
  log: string[];
  warn: string[];
  error: string[];
}

/** Captures what each test of a file logs, and prints none of it. */
export function captureLogs(): CapturedLogs {
  const logs: CapturedLogs = { log: [], warn: [], error: [] };
  beforeEach(() => {
    for (const level of ["log", "warn", "error"] as const) {
      logs[level] = [];
      vi.spyOn(console, level).mockImplementation((line) => void logs[level].push(line));
    }
  });
  afterEach(() => vi.restoreAllMocks());
  return logs;
}

/** Parses the first logged line, which is JSON. */
export function parseFirstLine(lines: string[]) {
  return JSON.parse(lines[0] ?? "");
}
