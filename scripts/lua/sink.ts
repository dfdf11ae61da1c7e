// Moving functions to their uses. Redis creates a function each time a script reaches its definition, so one that only
// a rare branch calls is defined in that branch.
import type { Statement, Variable } from "./ir.ts";
import { expressionsOf, visitExpressions, visitParts } from "./walk.ts";

/** Moves each function into the innermost block that contains all its calls. */
export function sinkFunctions(script: readonly Statement[]): Statement[] {
  let current = [...script];
  // Last first, so that a function can follow its callers.
  for (const definition of script.toReversed()) {
    if (definition.kind !== "define") continue;
    current = place(
      current.filter((each) => each !== definition),
      definition,
    );
  }
  return current;
}

type Definition = Extract<Statement, { kind: "define" }>;

function place(body: readonly Statement[], definition: Definition): Statement[] {
  const users = body.filter((each) => uses([each], definition.variable));
  const [only] = users;
  if (!only) return [...body];
  const inner = users.length === 1 ? within(only, definition) : undefined;
  return body.flatMap((each) => (each === only ? (inner ? [inner] : [definition, each]) : [each]));
}

/** Returns a statement with the definition moved into it; undefined where the definition must precede it. */
function within(statement: Statement, definition: Definition): Statement | undefined {
  const { variable } = definition;
  const calledHere = expressionsOf(statement).some((each) => usesIn(each, variable));
  if (calledHere) return undefined;
  if (statement.kind === "block" || statement.kind === "repeat")
    return { ...statement, body: place(statement.body, definition) };
  if (statement.kind !== "if") return undefined;
  const users = statement.branches.filter(({ body }) => uses(body, variable));
  if (users.length !== 1) return undefined;
  return {
    ...statement,
    branches: statement.branches.map((branch) =>
      branch === users[0] ? { ...branch, body: place(branch.body, definition) } : branch,
    ),
  };
}

function uses(body: readonly Statement[], variable: Variable): boolean {
  let found = false;
  visitExpressions(body, (each) => {
    found ||= each.kind === "local" && each.variable === variable;
  });
  return found;
}

function usesIn(expression: Parameters<typeof visitParts>[0], variable: Variable): boolean {
  let found = false;
  visitParts(expression, (each) => {
    found ||= each.kind === "local" && each.variable === variable;
  });
  return found;
}
