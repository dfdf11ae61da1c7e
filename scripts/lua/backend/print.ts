// Prints the intermediate representation as Lua, with as little white space as possible.
import type { Expression, FunctionBody, Statement, Variable } from "../ir/nodes.ts";

const PRECEDENCE: Record<string, number> = {
  or: 1,
  and: 2,
  "<": 3,
  ">": 3,
  "<=": 3,
  ">=": 3,
  "~=": 3,
  "==": 3,
  "..": 4,
  "+": 5,
  "-": 5,
  "*": 6,
  "/": 6,
  "%": 6,
  unary: 7,
  "^": 8,
};
const RIGHT_ASSOCIATIVE = new Set(["..", "^"]);

/** Returns the text of statements. `nameOf` returns the name of a variable. */
export function print(body: readonly Statement[], nameOf: (variable: Variable) => string): string {
  const printer = new Printer(nameOf);
  printer.body(body);
  return printer.text;
}

class Printer {
  text = "";
  readonly #nameOf: (variable: Variable) => string;

  constructor(nameOf: (variable: Variable) => string) {
    this.#nameOf = nameOf;
  }

  body(statements: readonly Statement[]): void {
    for (const each of statements) this.#statement(each);
  }

  #statement(statement: Statement): void {
    switch (statement.kind) {
      case "declare":
        this.#put("local");
        this.#names(statement.variables);
        if (statement.values.length > 0) this.#put("=");
        this.#list(statement.values);
        break;
      case "assign":
        this.#list(statement.targets);
        this.#put("=");
        this.#list(statement.values);
        break;
      case "call":
        this.#expression(statement.call);
        break;
      case "block":
        this.#block(statement.body);
        break;
      case "if":
        statement.branches.forEach(({ condition, body }, i) => {
          this.#put(condition ? (i === 0 ? "if" : "elseif") : "else");
          if (condition) this.#expression(condition);
          if (condition) this.#put("then");
          this.body(body);
        });
        this.#put("end");
        break;
      case "while":
        this.#put("while");
        this.#expression(statement.condition);
        this.#block(statement.body);
        break;
      case "repeat":
        this.#put("repeat");
        this.body(statement.body);
        this.#put("until");
        this.#expression(statement.condition);
        break;
      case "numericFor":
        this.#put("for");
        this.#names([statement.variable]);
        this.#put("=");
        this.#list(statement.range);
        this.#block(statement.body);
        break;
      case "genericFor":
        this.#put("for");
        this.#names(statement.variables);
        this.#put("in");
        this.#list(statement.iterators);
        this.#block(statement.body);
        break;
      case "define":
        this.#put("local");
        this.#put("function");
        this.#names([statement.variable]);
        this.#function(statement);
        break;
      case "return":
        this.#put("return");
        this.#list(statement.values);
        break;
      case "break":
        this.#put("break");
        break;
    }
  }

  #block(body: readonly Statement[]): void {
    this.#put("do");
    this.body(body);
    this.#put("end");
  }

  #function({ params, isVararg, body }: FunctionBody): void {
    this.#put("(");
    this.#names(params);
    if (isVararg) this.#put(params.length > 0 ? ",..." : "...");
    this.#put(")");
    this.body(body);
    this.#put("end");
  }

  #names(variables: readonly Variable[]): void {
    this.#separated(variables, (each) => this.#put(this.#nameOf(each)));
  }

  #list(expressions: readonly Expression[]): void {
    this.#separated(expressions, (each) => this.#expression(each));
  }

  /** Prints items with commas between them. */
  #separated<T>(items: readonly T[], print: (item: T) => void): void {
    for (const [i, item] of items.entries()) {
      if (i > 0) this.#put(",");
      print(item);
    }
  }

  /** Prints an expression, in parentheses if it binds less than the operator around it. */
  #expression(expression: Expression, outerPrecedence = 0): void {
    switch (expression.kind) {
      case "literal":
        this.#put(expression.text);
        break;
      case "vararg":
        this.#put("...");
        break;
      case "variable":
        this.#put(this.#nameOf(expression.variable));
        break;
      case "global":
        this.#put(expression.name);
        break;
      case "field":
        this.#prefix(expression.base);
        this.#put(`.${expression.name}`);
        break;
      case "index":
        this.#prefix(expression.base);
        this.#put("[");
        this.#expression(expression.index);
        this.#put("]");
        break;
      case "call":
        this.#prefix(expression.callee);
        this.#put("(");
        this.#list(expression.args);
        this.#put(")");
        break;
      case "binary":
        this.#binary(expression, outerPrecedence);
        break;
      case "unary": {
        const precedence = PRECEDENCE.unary as number;
        this.#parenthesized(outerPrecedence > precedence, () => {
          this.#put(expression.operator);
          this.#expression(expression.operand, precedence);
        });
        break;
      }
      case "table":
        this.#table(expression);
        break;
      case "function":
        this.#put("function");
        this.#function(expression);
        break;
    }
  }

  #binary({ operator, left, right }: Extract<Expression, { kind: "binary" }>, outerPrecedence: number): void {
    const precedence = PRECEDENCE[operator];
    if (precedence === undefined) throw new Error(`no operator ${operator}`);
    const isRightAssociative = RIGHT_ASSOCIATIVE.has(operator);
    this.#parenthesized(outerPrecedence > precedence, () => {
      this.#expression(left, isRightAssociative ? precedence + 1 : precedence);
      this.#put(operator);
      this.#expression(right, isRightAssociative ? precedence : precedence + 1);
    });
  }

  #table({ items }: Extract<Expression, { kind: "table" }>): void {
    this.#put("{");
    this.#separated(items, ({ key, value }) => {
      if (typeof key === "string") this.#put(`${key}=`);
      if (typeof key === "object") {
        this.#put("[");
        this.#expression(key);
        this.#put("]=");
      }
      this.#expression(value);
    });
    this.#put("}");
  }

  /** Prints the base of a call or an index, in parentheses unless it is a name, a field, an index or a call. */
  #prefix(base: Expression): void {
    const isBare = base.kind === "variable" || base.kind === "global" || base.kind === "field" || base.kind === "index";
    this.#parenthesized(!isBare && base.kind !== "call", () => this.#expression(base));
  }

  #parenthesized(isNeeded: boolean, print: () => void): void {
    if (isNeeded) this.#put("(");
    print();
    if (isNeeded) this.#put(")");
  }

  /** Appends a token. A space precedes it if the two would otherwise be read as one. */
  #put(token: string): void {
    const last = this.text.at(-1) ?? "";
    const joinsWords = /\w/.test(last) && /^\w/.test(token);
    const joinsNumber = /[0-9]$/.test(this.text) && /^\.\./.test(token) && endsInNumber(this.text);
    const joinsMinus = last === "-" && token.startsWith("-");
    const joinsDots = last === "." && token.startsWith(".");
    const joinsBrackets = last === "[" && token.startsWith("[");
    this.text += joinsWords || joinsNumber || joinsMinus || joinsDots || joinsBrackets ? ` ${token}` : token;
  }
}

function endsInNumber(text: string): boolean {
  return /(^|[^\w])[0-9][\w.]*$/.test(text);
}
