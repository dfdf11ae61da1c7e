// Short names for variables.
import type { Expression, Statement, Variable } from "./ir.ts";
import { bodiesOf, declaredBy, expressionsOf, visitExpressions, visitParts, visitStatements } from "./walk.ts";

const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const KEYWORDS = new Set(["do", "if", "in", "or"]);
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const SHORT = [...LETTERS, ...PAIRS.filter((pair) => !KEYWORDS.has(pair))];

/** Returns short names for top-level variables, the same in all scripts and used for nothing else. */
export function namesOfTops(names: Iterable<string>): Map<string, string> {
  return new Map([...new Set(names)].sort().map((name, i) => [name, SHORT[LETTERS.length + i] ?? name]));
}

/** Chooses a short name for each name of the sources, so that scripts with the same code have the same text. */
export function preferredNames(
  scripts: readonly (readonly Statement[])[],
  taken: ReadonlySet<string>,
): Map<string, string> {
  const counts = new Map<string, number>();
  const count = ({ name }: Variable) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const body of scripts) {
    visitStatements(body, (statement) => declaredBy(statement).forEach(count));
    visitExpressions(body, (expression) => expression.kind === "local" && count(expression.variable));
  }
  const byUse = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const free = SHORT.filter((name) => !taken.has(name));
  return new Map(byUse.map(([name], i) => [name, free[i] ?? name]));
}

/** Names variables: each gets its preferred name, or else the first one that is free in its scope. */
export class Namer {
  readonly names = new Map<Variable, string>();
  readonly #preferred: ReadonlyMap<string, string>;

  constructor(preferred: ReadonlyMap<string, string>) {
    this.#preferred = preferred;
  }

  /** Names the variables that a body declares, without those in `outer`. Returns all names then in use. */
  body(body: readonly Statement[], outer: ReadonlySet<string>): Set<string> {
    const taken = new Set(outer);
    for (const statement of body) this.#statement(statement, taken);
    return taken;
  }

  #statement(statement: Statement, taken: Set<string>): void {
    // Values are evaluated before the statement's own names exist; names of loops and functions end with their bodies.
    if (statement.kind === "define") this.#name(statement.variable, taken);
    const within = statement.kind === "declare" ? taken : new Set(taken);
    let inner: ReadonlySet<string> = within;
    if (statement.kind !== "repeat") this.#functions(expressionsOf(statement), within);
    for (const variable of declaredBy(statement)) this.#name(variable, within);
    for (const each of bodiesOf(statement)) inner = this.body(each, within);
    if (statement.kind === "repeat") this.#functions(expressionsOf(statement), inner);
  }

  #functions(expressions: readonly Expression[], taken: ReadonlySet<string>): void {
    for (const expression of expressions) {
      visitParts(expression, (part) => {
        if (part.kind !== "function") return;
        const within = new Set(taken);
        for (const param of part.params) this.#name(param, within);
        this.body(part.body, within);
      });
    }
  }

  #name(variable: Variable, taken: Set<string>): void {
    if (this.names.has(variable)) return;
    const wanted = this.#preferred.get(variable.name);
    const chosen = wanted && !taken.has(wanted) ? wanted : SHORT.find((each) => !taken.has(each));
    if (chosen === undefined) throw new Error("too many variables");
    this.names.set(variable, chosen);
    taken.add(chosen);
  }
}
