// The output of commands: data to stdout, all else to stderr. For scripts each object is a line of JSON; for people there are
// tables that fit the terminal.
import { once } from "node:events";
import { formatDuration, formatNumber, formatTime, shorten, widthOf, withoutControls } from "./text.ts";

/** A column of a table: its title, the value of a row, and how the value is shown. */
export interface Column<T> {
  title: string;
  value(row: T): unknown;
  kind?: Kind;
}

/** A line of a list of facts. */
export type Fact = [title: string, value: unknown, kind?: Kind];

type Kind = "time" | "ago" | "duration" | "json";

/** The settings of the output. */
export interface OutputOptions {
  isJson: boolean;
  /** True to use colors. */
  hasColor: boolean;
  /** The number of columns of the terminal; undefined if stdout is none. */
  width: number | undefined;
  now?: () => number;
}

const GAP = "  ";

/** The output of a command. */
export class Output {
  readonly isJson: boolean;
  /** The exit code of the command. */
  exitCode = 0;
  readonly #hasColor: boolean;
  readonly #width: number;
  readonly #now: () => number;
  /** Receives the text instead of stdout, if --watch draws it at once. */
  #screen: string[] | undefined;

  constructor({ isJson, hasColor, width, now = Date.now }: OutputOptions) {
    this.isJson = isJson;
    this.#hasColor = hasColor;
    this.#width = width ?? Number.POSITIVE_INFINITY;
    this.#now = now;
  }

  /** Prints objects: a line of JSON each, or a table. `none` is the note if there are no objects. */
  async table<T extends object>(rows: readonly T[], columns: readonly Column<T>[], none = "none"): Promise<void> {
    if (this.isJson) return this.lines(rows.map((row) => JSON.stringify(row)));
    if (rows.length === 0) return this.note(none);
    const shown = columns.filter(({ value }) => rows.some((row) => value(row) !== undefined));
    const cells = rows.map((row) => shown.map(({ value, kind }) => this.#format(value(row), kind)));
    const isNumeric = shown.map(({ value }) =>
      rows.every((row) => ["number", "undefined"].includes(typeof value(row))),
    );
    const alignsRight = shown.map(({ kind }, i) => isNumeric[i] === true && kind !== "time" && kind !== "ago");
    const titles = shown.map(({ title }) => title);
    const widths = fitWidths(
      titles.map((title, i) => Math.max(widthOf(title), ...cells.map((row) => widthOf(row[i] ?? "")))),
      this.#width,
    );
    const formatRow = (row: readonly string[]) =>
      row
        .map((cell, i) => {
          const text = shorten(cell, widths[i] ?? 0);
          const space = " ".repeat((widths[i] ?? 0) - widthOf(text));
          return alignsRight[i] ? space + text : text + space;
        })
        .join(GAP)
        .trimEnd();
    await this.lines([this.#dim(formatRow(titles)), ...cells.map(formatRow)]);
  }

  /** Prints one object: a line of JSON, or a list of its facts. Facts without a value are left out. */
  async object(object: object, facts: readonly Fact[]): Promise<void> {
    if (this.isJson) return this.lines([JSON.stringify(object)]);
    const shown = facts.filter(([, value]) => value !== undefined);
    const width = Math.max(...shown.map(([title]) => widthOf(title)));
    await this.lines(
      shown.map(([title, value, kind]) => `${this.#dim(title.padEnd(width))}${GAP}${this.#format(value, kind)}`),
    );
  }

  /** Prints lines of data. Resolves when the reader has room for more. */
  async lines(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return;
    if (this.#screen) this.#screen.push(...lines);
    else if (!process.stdout.write(`${lines.join("\n")}\n`)) await once(process.stdout, "drain");
  }

  /** Prints a sentence for people, to stderr. */
  note(text: string): void {
    if (this.#screen) this.#screen.push(text);
    else process.stderr.write(`${text}\n`);
  }

  /** Shows the progress of a command in one line of the terminal, if stderr is one. Without a text, removes the line. */
  progress(text = ""): void {
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`);
  }

  /** Runs a command that prints, and resolves with what it printed. */
  async capture(print: () => Promise<unknown>): Promise<string> {
    this.#screen = [];
    try {
      await print();
      return this.#screen.join("\n");
    } finally {
      this.#screen = undefined;
    }
  }

  #dim(text: string): string {
    return this.#hasColor ? `\u001b[2m${text}\u001b[22m` : text;
  }

  #format(value: unknown, kind: Kind | undefined): string {
    if (value === undefined || value === null) return "";
    if (kind === "json") return withoutControls(JSON.stringify(value));
    if (typeof value !== "number") return withoutControls(Array.isArray(value) ? value.join(", ") : String(value));
    if (kind === "time") return formatTime(value, this.#now());
    if (kind === "ago") return formatDuration(this.#now() - value);
    return kind === "duration" ? formatDuration(value) : formatNumber(value);
  }
}

/** Returns widths of columns that fit a line: the widest columns lose first. */
function fitWidths(widths: readonly number[], width: number): number[] {
  const fitted = [...widths];
  const total = () => fitted.reduce((sum, each) => sum + each, 0) + GAP.length * (fitted.length - 1);
  while (total() > width) {
    const widest = Math.max(...fitted);
    if (widest <= 4) break;
    fitted[fitted.indexOf(widest)] = widest - 1;
  }
  return fitted;
}
