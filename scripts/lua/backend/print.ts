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
  printer.printBody(body);
  return printer.text;
}

class Printer {
  text = "";
  readonly #nameOf: (variable: Variable) => string;

  constructor(nameOf: (variable: Variable) => string) {
    this.#nameOf = nameOf;
  }

  printBody(statements: readonly Statement[]): void {
    for (const each of statements) this.#printStatement(each);
  }

  #printStatement(statement: Statement): void {
    switch (statement.kind) {
      case "declare":
        this.#append("local");
        this.#printNames(statement.variables);
        if (statement.values.length > 0) this.#append("=");
        this.#printList(statement.values);
        break;
      case "assign":
        this.#printList(statement.targets);
        this.#append("=");
        this.#printList(statement.values);
        break;
      case "call":
        this.#printExpression(statement.call);
        break;
      case "block":
        this.#printBlock(statement.body);
        break;
      case "if":
        statement.branches.forEach(({ condition, body }, i) => {
          this.#append(condition ? (i === 0 ? "if" : "elseif") : "else");
          if (condition) this.#printExpression(condition);
          if (condition) this.#append("then");
          this.printBody(body);
        });
        this.#append("end");
        break;
      case "while":
        this.#append("while");
        this.#printExpression(statement.condition);
        this.#printBlock(statement.body);
        break;
      case "repeat":
        this.#append("repeat");
        this.printBody(statement.body);
        this.#append("until");
        this.#printExpression(statement.condition);
        break;
      case "numericFor":
        this.#append("for");
        this.#printNames([statement.variable]);
        this.#append("=");
        this.#printList(statement.range);
        this.#printBlock(statement.body);
        break;
      case "genericFor":
        this.#append("for");
        this.#printNames(statement.variables);
        this.#append("in");
        this.#printList(statement.iterators);
        this.#printBlock(statement.body);
        break;
      case "define":
        this.#append("local");
        this.#append("function");
        this.#printNames([statement.variable]);
        this.#printFunction(statement);
        break;
      case "return":
        this.#append("return");
        this.#printList(statement.values);
        break;
      case "break":
        this.#append("break");
        break;
    }
  }

  #printBlock(body: readonly Statement[]): void {
    this.#append("do");
    this.printBody(body);
    this.#append("end");
  }

  #printFunction({ params, isVararg, body }: FunctionBody): void {
    this.#append("(");
    this.#printNames(params);
    if (isVararg) this.#append(params.length > 0 ? ",..." : "...");
    this.#append(")");
    this.printBody(body);
    this.#append("end");
  }

  #printNames(variables: readonly Variable[]): void {
    this.#printSeparated(variables, (each) => this.#append(this.#nameOf(each)));
  }

  #printList(expressions: readonly Expression[]): void {
    this.#printSeparated(expressions, (each) => this.#printExpression(each));
  }

  /** Prints items with a comma before each but the first. */
  #printSeparated<T>(items: readonly T[], print: (item: T) => void): void {
    for (const [i, item] of items.entries()) {
      if (i > 0) this.#append(",");
      print(item);
    }
  }

  /** Prints an expression, in parentheses if it binds less than the operator around it. */
  #printExpression(expression: Expression, outerPrecedence = 0): void {
    switch (expression.kind) {
      case "literal":
        this.#append(expression.text);
        break;
      case "vararg":
        this.#append("...");
        break;
      case "variable":
        this.#append(this.#nameOf(expression.variable));
        break;
      case "global":
        this.#append(expression.name);
        break;
      case "field":
        this.#printPrefix(expression.base);
        this.#append(`.${expression.name}`);
        break;
      case "index":
        this.#printPrefix(expression.base);
        this.#append("[");
        this.#printExpression(expression.index);
        this.#append("]");
        break;
      case "call":
        this.#printPrefix(expression.callee);
        this.#append("(");
        this.#printList(expression.args);
        this.#append(")");
        break;
      case "binary":
        this.#printBinary(expression, outerPrecedence);
        break;
      case "unary": {
        const precedence = PRECEDENCE.unary as number;
        this.#printInParentheses(outerPrecedence > precedence, () => {
          this.#append(expression.operator);
          this.#printExpression(expression.operand, precedence);
        });
        break;
      }
      case "table":
        this.#printTable(expression);
        break;
      case "function":
        this.#append("function");
        this.#printFunction(expression);
        break;
    }
  }

  #printBinary({ operator, left, right }: Extract<Expression, { kind: "binary" }>, outerPrecedence: number): void {
    const precedence = PRECEDENCE[operator];
    if (precedence === undefined) throw new Error(`no operator ${operator}`);
    const isRightAssociative = RIGHT_ASSOCIATIVE.has(operator);
    this.#printInParentheses(outerPrecedence > precedence, () => {
      this.#printExpression(left, isRightAssociative ? precedence + 1 : precedence);
      this.#append(operator);
      this.#printExpression(right, isRightAssociative ? precedence : precedence + 1);
    });
  }

  #printTable({ items }: Extract<Expression, { kind: "table" }>): void {
    this.#append("{");
    this.#printSeparated(items, ({ key, value }) => {
      if (typeof key === "string") this.#append(`${key}=`);
      if (typeof key === "object") {
        this.#append("[");
        this.#printExpression(key);
        this.#append("]=");
      }
      this.#printExpression(value);
    });
    this.#append("}");
  }

  /** Prints the base of a call or an index, in parentheses unless it is a name, a field, an index or a call. */
  #printPrefix(base: Expression): void {
    const isBare = base.kind === "variable" || base.kind === "global" || base.kind === "field" || base.kind === "index";
    this.#printInParentheses(!isBare && base.kind !== "call", () => this.#printExpression(base));
  }

  #printInParentheses(isNeeded: boolean, print: () => void): void {
    if (isNeeded) this.#append("(");
    print();
    if (isNeeded) this.#append(")");
  }

  /** Appends a token to the text. A space precedes it if the two would otherwise be read as one. */
  #append(token: string): void {
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
