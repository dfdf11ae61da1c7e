// Short names for locals, the same for a name in all scripts, and text without comments and white space.
import luaparse from "luaparse";
import type { Piece } from "./compile.ts";
import { declaredBy, rangeOf, type Tree, textOf, variablesOf } from "./parse.ts";

// Token types of the parser.
const END = 1;
const NUMBER = 16;

/**
 * A short name for each name. Two names share one where no script could take the one for the other: they never stand in
 * the same statement, and neither is still needed where the other is declared. The names that stand most often choose
 * first.
 */
export function shortNames(scripts: Tree[]): Map<string, string> {
  const counts = new Map<string, number>();
  const apart = new Map<string, Set<string>>();
  const keepApart = (names: Iterable<string>, others: Iterable<string>) => {
    for (const name of names) {
      for (const other of others) {
        if (name === other) continue;
        apart.set(name, (apart.get(name) ?? new Set()).add(other));
        apart.set(other, (apart.get(other) ?? new Set()).add(name));
      }
    }
  };
  const counted = new Set<string>();
  for (const { source, body } of scripts) {
    const namesIn = body.map((statement) => variablesOf(statement).locals.map(({ name }) => name));
    body.forEach((statement, i) => {
      const names = namesIn[i] ?? [];
      const text = textOf(source, statement);
      if (!counted.has(text)) for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
      counted.add(text);
      keepApart(new Set(names), new Set(names));
      const before = body.slice(0, i).flatMap(declaredBy);
      const later = new Set(namesIn.slice(i).flat());
      keepApart(
        before.filter((name) => later.has(name)),
        declaredBy(statement),
      );
    });
  }
  const short = new Map<string, string>();
  const byUse = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  for (const [name] of byUse) {
    const taken = new Set([...(apart.get(name) ?? [])].map((other) => short.get(other)));
    short.set(name, CANDIDATES.find((candidate) => !taken.has(candidate)) ?? name);
  }
  return short;
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const KEYWORDS = new Set(["do", "if", "in", "or"]);
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const CANDIDATES = [...LETTERS, ...PAIRS.filter((pair) => !KEYWORDS.has(pair))];

/** The statements of a script as they are sent, each so that any other may follow it. */
export function piecesOf(script: Tree, short: Map<string, string>): Piece[] {
  const { source, body, locals } = script;
  const startsOfLocals = new Set(locals.map((local) => rangeOf(local)[0]));
  const ends = body.map((statement) => rangeOf(statement)[1]);
  const pieces = body.map((statement) => {
    const declared = declaredBy(statement);
    return { text: "", declares: declared.length === 1 ? declared[0] : undefined };
  });
  const parser = luaparse.parse(source, { wait: true, ranges: true, luaVersion: "5.1" }) as unknown as {
    lex(): { type: number; value: string; range: [number, number] };
  };
  let at = 0;
  let wasNumber = false;
  for (let token = parser.lex(); token.type !== END; token = parser.lex()) {
    const [start, end] = token.range;
    while (start >= (ends[at] ?? Number.POSITIVE_INFINITY)) at++;
    const piece = pieces[at] as Piece;
    const shown = startsOfLocals.has(start) ? (short.get(token.value) ?? token.value) : source.slice(start, end);
    // Two words must not become one, and neither a number and the dots after it, nor two minus signs.
    const joins = (/\w$/.test(piece.text) && /^\w/.test(shown)) || (wasNumber && shown.startsWith("."));
    piece.text += joins || (piece.text.endsWith("-") && shown.startsWith("-")) ? ` ${shown}` : shown;
    wasNumber = token.type === NUMBER;
  }
  return pieces.map((piece, i) =>
    i < pieces.length - 1 && /\w$/.test(piece.text) ? { ...piece, text: `${piece.text} ` } : piece,
  );
}
