// Chooses short names for variables.
import type { Expression, Statement, Variable } from "../ir/nodes.ts";
import { bodiesOf, declaredBy, expressionsOf, visitExpressions, visitParts, visitStatements } from "../ir/walk.ts";

const LETTERS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"];
const KEYWORDS = new Set(["do", "if", "in", "or"]);
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
const SHORT_NAMES = [...LETTERS, ...PAIRS.filter((pair) => !KEYWORDS.has(pair))];

/** Returns a short name for each declaration of a library. It is the same in all scripts, and no other variable has it. */
export function nameLibraryDeclarations(names: Iterable<string>): Map<string, string> {
  return new Map([...new Set(names)].sort().map((name, i) => [name, SHORT_NAMES[LETTERS.length + i] ?? name]));
}

/** Returns a short name for each variable name in some scripts, so that equal code in them has equal text. */
export function preferredNames(
  scripts: readonly (readonly Statement[])[],
  reserved: ReadonlySet<string>,
): Map<string, string> {
  const uses = new Map<string, number>();
  const count = ({ name }: Variable) => uses.set(name, (uses.get(name) ?? 0) + 1);
  for (const body of scripts) {
    visitStatements(body, (statement) => declaredBy(statement).forEach(count));
    visitExpressions(body, (expression) => expression.kind === "variable" && count(expression.variable));
  }
  const byUses = [...uses].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const free = SHORT_NAMES.filter((name) => !reserved.has(name));
  return new Map(byUses.map(([name], i) => [name, free[i] ?? name]));
}

/** Names variables: each gets its preferred name, or else the first name that is free in its scope. */
export class Namer {
  readonly #names = new Map<Variable, string>();
  readonly #preferred: ReadonlyMap<string, string>;

  constructor(preferred: ReadonlyMap<string, string>, alreadyNamed: Iterable<[Variable, string]> = []) {
    this.#preferred = preferred;
    this.#names = new Map(alreadyNamed);
  }

  /** Names the variables that a body declares, except those named before. Returns all names that are then in use. */
  nameBody(body: readonly Statement[], outer: ReadonlySet<string>): Set<string> {
    const taken = new Set(outer);
    for (const statement of body) this.#nameStatement(statement, taken);
    return taken;
  }

  /** Returns the chosen name of a variable, or its own name if none was chosen. */
  nameOf(variable: Variable): string {
    return this.#names.get(variable) ?? variable.name;
  }

  #nameStatement(statement: Statement, taken: Set<string>): void {
    // Values are evaluated before the statement's own names exist; names of loops and functions end with their bodies.
    if (statement.kind === "define") this.#nameVariable(statement.variable, taken);
    const within = statement.kind === "declare" ? taken : new Set(taken);
    let inner: ReadonlySet<string> = within;
    if (statement.kind !== "repeat") this.#nameFunctions(expressionsOf(statement), within);
    for (const variable of declaredBy(statement)) this.#nameVariable(variable, within);
    for (const body of bodiesOf(statement)) inner = this.nameBody(body, within);
    if (statement.kind === "repeat") this.#nameFunctions(expressionsOf(statement), inner);
  }

  /** Names the parameters and variables of functions inside expressions. No name outlives its function. */
  #nameFunctions(expressions: readonly Expression[], taken: ReadonlySet<string>): void {
    for (const expression of expressions) {
      visitParts(expression, (part) => {
        if (part.kind !== "function") return;
        const within = new Set(taken);
        for (const param of part.params) this.#nameVariable(param, within);
        this.nameBody(part.body, within);
      });
    }
  }

  #nameVariable(variable: Variable, taken: Set<string>): void {
    if (this.#names.has(variable)) return;
    const preferred = this.#preferred.get(variable.name);
    const chosen = preferred && !taken.has(preferred) ? preferred : SHORT_NAMES.find((name) => !taken.has(name));
    if (chosen === undefined) throw new Error("too many variables");
    this.#names.set(variable, chosen);
    taken.add(chosen);
  }
}
