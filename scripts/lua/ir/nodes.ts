// The nodes of the intermediate representation: Lua's statements and expressions. Each local variable is an object, so that
// variables of the same name do not clash.

/** A local variable. Two variables may have the same name. */
export class Variable {
  readonly name: string;
  /** True when it is assigned to after its declaration. */
  isReassigned: boolean;

  constructor(name: string, isReassigned = false) {
    this.name = name;
    this.isReassigned = isReassigned;
  }
}

/** An expression. A literal keeps its source text. */
export type Expression =
  | { kind: "literal"; text: string }
  | { kind: "vararg" }
  | { kind: "variable"; variable: Variable }
  | { kind: "global"; name: string }
  | { kind: "field"; base: Expression; name: string }
  | { kind: "index"; base: Expression; index: Expression }
  | Call
  | { kind: "binary"; operator: string; left: Expression; right: Expression }
  | { kind: "unary"; operator: string; operand: Expression }
  | { kind: "table"; items: TableItem[] }
  | ({ kind: "function" } & FunctionBody);

/** A function call. */
export interface Call {
  kind: "call";
  callee: Expression;
  args: Expression[];
}

/** An item of a table constructor. The key is a name, an expression, or undefined for the next index. */
export interface TableItem {
  key: string | Expression | undefined;
  value: Expression;
}

/** The parameters and statements of a function. */
export interface FunctionBody {
  params: Variable[];
  isVararg: boolean;
  body: Statement[];
}

/** A branch of an if statement. The last branch may have no condition. */
export interface Branch {
  condition: Expression | undefined;
  body: Statement[];
}

/** A definition of a local function. */
export type Definition = { kind: "define"; variable: Variable } & FunctionBody;

/** A loop over the values of an iterator: `for … in …`. */
export interface GenericFor {
  kind: "genericFor";
  variables: Variable[];
  iterators: Expression[];
  body: Statement[];
}

/** A statement. */
export type Statement =
  | { kind: "declare"; variables: Variable[]; values: Expression[] }
  | { kind: "assign"; targets: Expression[]; values: Expression[] }
  | { kind: "call"; call: Call }
  | { kind: "block"; body: Statement[] }
  | { kind: "if"; branches: Branch[] }
  | { kind: "while"; condition: Expression; body: Statement[] }
  | { kind: "repeat"; body: Statement[]; condition: Expression }
  | { kind: "numericFor"; variable: Variable; range: Expression[]; body: Statement[] }
  | GenericFor
  | Definition
  | { kind: "return"; values: Expression[] }
  | { kind: "break" };

/** Returns the expression of a literal, such as `nil`, `12` or `'text'`, from its source text. */
export function toLiteral(text: string): Expression {
  return { kind: "literal", text };
}

/** Returns a reference to a variable. */
export function reference(variable: Variable): Expression {
  return { kind: "variable", variable };
}

/** Returns the declaration of one variable with a value. */
export function declaration(variable: Variable, value: Expression): Statement {
  return { kind: "declare", variables: [variable], values: [value] };
}

/** Returns the variable and the value of a declaration of one variable with one value. */
export function singleDeclaration(statement: Statement): { variable: Variable; value: Expression } | undefined {
  if (statement.kind !== "declare" || statement.variables.length !== 1 || statement.values.length !== 1)
    return undefined;
  return { variable: statement.variables[0] as Variable, value: statement.values[0] as Expression };
}

/** Reports whether a statement is a loop. */
export function isLoop({ kind }: Statement): boolean {
  return ["while", "repeat", "numericFor", "genericFor"].includes(kind);
}

/** The literal nil. */
export const NIL: Expression = toLiteral("nil");
/** The literal true. */
export const TRUE: Expression = toLiteral("true");
