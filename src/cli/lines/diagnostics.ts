// Diagnostics of the commands that run for a long time: lines of JSON on stderr. They never contain a payload or a result.

/** The fields of a diagnostic, beside its level and message. */
export type DiagnosticFields = Readonly<Record<string, string | number | undefined>>;

/** Writes a diagnostic. */
export function writeDiagnostic(
  level: "info" | "warn" | "error",
  message: string,
  fields: DiagnosticFields = {},
): void {
  process.stderr.write(`${JSON.stringify({ level, at: new Date().toISOString(), message, ...fields })}\n`);
}
