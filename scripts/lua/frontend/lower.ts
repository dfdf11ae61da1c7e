// Lowers the syntax tree to the intermediate representation, and binds each identifier to its variable.
import type * as lua from "luaparse";
import {
  type Expression,
  type FunctionBody,
  reference,
  type Statement,
  type TableItem,
  toLiteral,
  Variable,
} from "../ir/nodes.ts";
import { parse, rangeOf, sourceOf } from "./parse.ts";

type Scope = ReadonlyMap<string, Variable>;

/** Parses a script and returns its statements. */
export function lower(name: string, source: string): Statement[] {
  return new Lowering(name, source).lowerStatements(parse(name, source).body, new Map()).body;
}

class Lowering {
  readonly #name: string;
  readonly #source: string;
  readonly #functions = new Set<Variable>();

  constructor(name: string, source: string) {
    this.#name = name;
    this.#source = source;
  }

  lowerStatements(statements: readonly lua.Statement[], outer: Scope): { body: Statement[]; scope: Scope } {
    const scope = new Map(outer);
    return { body: statements.map((each) => this.#lowerStatement(each, scope)), scope };
  }

  #lowerStatement(node: lua.Statement, scope: Map<string, Variable>): Statement {
    const body = (statements: readonly lua.Statement[]) => this.lowerStatements(statements, scope).body;
    switch (node.type) {
      case "LocalStatement": {
        const values = this.#lowerExpressions(node.init, scope);
        return { kind: "declare", variables: node.variables.map((each) => this.#declare(each, scope)), values };
      }
      case "AssignmentStatement": {
        const values = this.#lowerExpressions(node.init, scope);
        const targets = node.variables.map((each) => this.#lowerExpression(each, scope));
        for (const target of targets) if (target.kind === "variable") target.variable.isReassigned = true;
        return { kind: "assign", targets, values };
      }
      case "CallStatement": {
        const call = this.#lowerExpression(node.expression, scope);
        if (call.kind !== "call") throw this.#unsupportedError(node);
        return { kind: "call", call };
      }
      case "DoStatement":
        return { kind: "block", body: body(node.body) };
      case "IfStatement":
        return {
          kind: "if",
          branches: node.clauses.map((clause) => ({
            condition: clause.type === "ElseClause" ? undefined : this.#lowerExpression(clause.condition, scope),
            body: body(clause.body),
          })),
        };
      case "WhileStatement":
        return { kind: "while", condition: this.#lowerExpression(node.condition, scope), body: body(node.body) };
      case "RepeatStatement": {
        // The condition may use variables that the body declares.
        const inner = this.lowerStatements(node.body, scope);
        return { kind: "repeat", body: inner.body, condition: this.#lowerExpression(node.condition, inner.scope) };
      }
      case "ForNumericStatement": {
        const range = [node.start, node.end, ...(node.step ? [node.step] : [])];
        const values = range.map((each) => this.#lowerExpression(each, scope));
        const inner = new Map(scope);
        const variable = this.#declare(node.variable, inner);
        return { kind: "numericFor", variable, range: values, body: this.lowerStatements(node.body, inner).body };
      }
      case "ForGenericStatement": {
        const iterators = this.#lowerExpressions(node.iterators, scope);
        const inner = new Map(scope);
        const variables = node.variables.map((each) => this.#declare(each, inner));
        return { kind: "genericFor", variables, iterators, body: this.lowerStatements(node.body, inner).body };
      }
      case "FunctionDeclaration": {
        if (!node.isLocal || node.identifier?.type !== "Identifier") throw this.#unsupportedError(node);
        const variable = this.#declare(node.identifier, scope);
        this.#functions.add(variable);
        return { kind: "define", variable, ...this.#lowerFunctionBody(node, scope) };
      }
      case "ReturnStatement":
        return { kind: "return", values: this.#lowerExpressions(node.arguments, scope) };
      case "BreakStatement":
        return { kind: "break" };
      default:
        throw this.#unsupportedError(node);
    }
  }

  #lowerFunctionBody(node: lua.FunctionDeclaration, outer: Scope): FunctionBody {
    const scope = new Map(outer);
    const params = node.parameters.flatMap((each) => (each.type === "Identifier" ? [this.#declare(each, scope)] : []));
    const isVararg = node.parameters.some((each) => each.type === "VarargLiteral");
    return { params, isVararg, body: this.lowerStatements(node.body, scope).body };
  }

  #lowerExpression(node: lua.Expression, scope: Scope): Expression {
    const lowered = (each: lua.Expression) => this.#lowerExpression(each, scope);
    switch (node.type) {
      case "Identifier": {
        const variable = scope.get(node.name);
        return variable ? reference(variable) : { kind: "global", name: node.name };
      }
      case "StringLiteral":
      case "NumericLiteral":
      case "BooleanLiteral":
      case "NilLiteral":
        return toLiteral(sourceOf(node, this.#source));
      case "VarargLiteral":
        return { kind: "vararg" };
      case "MemberExpression":
        if (node.indexer === ":") throw this.#unsupportedError(node, "a method");
        return { kind: "field", base: lowered(node.base), name: node.identifier.name };
      case "IndexExpression":
        return { kind: "index", base: lowered(node.base), index: lowered(node.index) };
      case "CallExpression":
        return {
          kind: "call",
          callee: lowered(node.base),
          args: this.#lowerExpressions(node.arguments, scope, rangeOf(node.base)[1]),
        };
      case "StringCallExpression":
        return { kind: "call", callee: lowered(node.base), args: [lowered(node.argument)] };
      case "BinaryExpression":
      case "LogicalExpression":
        return { kind: "binary", operator: node.operator, left: lowered(node.left), right: lowered(node.right) };
      case "UnaryExpression":
        return { kind: "unary", operator: node.operator, operand: lowered(node.argument) };
      case "TableConstructorExpression":
        this.#refuseLastCallInParentheses(node);
        return { kind: "table", items: node.fields.map((field) => this.#lowerTableItem(field, scope)) };
      case "FunctionDeclaration":
        return { kind: "function", ...this.#lowerFunctionBody(node, scope) };
      default:
        throw this.#unsupportedError(node);
    }
  }

  #lowerTableItem(field: lua.TableKey | lua.TableKeyString | lua.TableValue, scope: Scope): TableItem {
    const value = this.#lowerExpression(field.value, scope);
    if (field.type === "TableValue") return { key: undefined, value };
    return { key: field.type === "TableKeyString" ? field.key.name : this.#lowerExpression(field.key, scope), value };
  }

  /**
   * Lowers a list of expressions. Refuses a last call in parentheses, which reduce it to one value: the parser drops them, so
   * the script would use all values. The arguments of a call begin at `argumentsFrom`, with a parenthesis of their own.
   */
  #lowerExpressions(nodes: readonly lua.Expression[], scope: Scope, argumentsFrom?: number): Expression[] {
    const last = nodes.at(-1);
    if (last && (last.type === "CallExpression" || last.type === "VarargLiteral")) {
      const before = nodes.at(-2);
      const from = before ? rangeOf(before)[1] : argumentsFrom;
      const [start] = rangeOf(last);
      const gap = this.#source.slice(from ?? this.#source.slice(0, start).trimEnd().length - 1, start);
      const expected = !before && argumentsFrom !== undefined ? 1 : 0;
      if (gap.split("(").length - 1 > expected) throw this.#unsupportedError(last, "a call in parentheses");
    }
    return nodes.map((each) => this.#lowerExpression(each, scope));
  }

  /**
   * Throws for a last item of a table that is a call in parentheses. In Lua `{ (f()) }` has one value and `{ f() }` all values
   * of `f`, but the parser drops the parentheses, so the compiled script would silently differ.
   */
  #refuseLastCallInParentheses(node: lua.TableConstructorExpression): void {
    const last = node.fields.at(-1);
    if (last?.type !== "TableValue" || (last.value.type !== "CallExpression" && last.value.type !== "VarargLiteral"))
      return;
    const before = node.fields.at(-2);
    const from = before ? rangeOf(before)[1] : rangeOf(node)[0];
    if (this.#source.slice(from, rangeOf(last.value)[0]).includes("("))
      throw this.#unsupportedError(last, "a call in parentheses");
  }

  /** Returns the error for a construct of Lua that the compiler does not know, with the line of the script. */
  #unsupportedError(node: lua.Node, construct: string = node.type): Error {
    const line = this.#source.slice(0, rangeOf(node)[0]).split("\n").length;
    return new Error(`${this.#name}: ${construct} is not supported: ${this.#source.split("\n")[line - 1]?.trim()}`);
  }

  /** Adds a variable to a scope. Throws if it hides a function, which scripts must not do. */
  #declare(identifier: lua.Identifier, scope: Map<string, Variable>): Variable {
    const hidden = scope.get(identifier.name);
    if (hidden && this.#functions.has(hidden))
      throw new Error(`${this.#name}: the variable ${identifier.name} hides the function of that name`);
    const variable = new Variable(identifier.name);
    scope.set(identifier.name, variable);
    return variable;
  }
}
