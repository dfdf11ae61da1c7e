// The compiler's tree of Lua. Each local variable is an object, so that equal names do not clash.

/** A local variable. Two variables may have the same name. */
export class Variable {
  readonly name: string;
  /** True where it is assigned to after its declaration. */
  isReassigned: boolean;

  constructor(name: string, isReassigned = false) {
    this.name = name;
    this.isReassigned = isReassigned;
  }
}

/** An expression of Lua; a literal keeps its source text. */
export type Expression =
  | { kind: "literal"; text: string }
  | { kind: "vararg" }
  | { kind: "local"; variable: Variable }
  | { kind: "global"; name: string }
  | { kind: "field"; base: Expression; name: string }
  | { kind: "index"; base: Expression; index: Expression }
  | Call
  | { kind: "binary"; operator: string; left: Expression; right: Expression }
  | { kind: "unary"; operator: string; operand: Expression }
  | { kind: "table"; items: TableItem[] }
  | ({ kind: "function" } & Body);

/** A call of a function. */
export interface Call {
  kind: "call";
  callee: Expression;
  args: Expression[];
}

/** An item of a table constructor. `key` is a name, an expression, or undefined for the next index. */
export interface TableItem {
  key: string | Expression | undefined;
  value: Expression;
}

/** The parameters and statements of a function. */
export interface Body {
  params: Variable[];
  isVararg: boolean;
  body: Statement[];
}

/** A branch of an if; the last one may have no condition. */
export interface Branch {
  condition: Expression | undefined;
  body: Statement[];
}

/** A statement of Lua. */
export type Statement =
  | { kind: "declare"; variables: Variable[]; values: Expression[] }
  | { kind: "assign"; targets: Expression[]; values: Expression[] }
  | { kind: "call"; call: Call }
  | { kind: "block"; body: Statement[] }
  | { kind: "if"; branches: Branch[] }
  | { kind: "while"; condition: Expression; body: Statement[] }
  | { kind: "repeat"; body: Statement[]; condition: Expression }
  | { kind: "count"; variable: Variable; range: Expression[]; body: Statement[] }
  | { kind: "each"; variables: Variable[]; iterators: Expression[]; body: Statement[] }
  | ({ kind: "define"; variable: Variable } & Body)
  | { kind: "return"; values: Expression[] }
  | { kind: "break" };

/** The literal nil. */
export const NIL: Expression = { kind: "literal", text: "nil" };
/** The literal true. */
export const TRUE: Expression = { kind: "literal", text: "true" };
