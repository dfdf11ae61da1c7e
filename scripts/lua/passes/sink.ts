// Moves functions to their uses. Redis creates a function each time a script reaches its definition, so a function that
// only a rare branch calls is defined in that branch.
import { countUses } from "../ir/analysis.ts";
import type { Definition, Statement } from "../ir/nodes.ts";
import { expressionsOf, visitParts } from "../ir/walk.ts";

/** Moves each function into the innermost block that contains all its calls. */
export function sinkFunctions(script: readonly Statement[]): Statement[] {
  let current = [...script];
  // In reverse, so that a function can follow its callers.
  for (const definition of script.toReversed()) {
    if (definition.kind !== "define") continue;
    const others = current.filter((each) => each !== definition);
    current = insertBeforeUses(others, definition);
  }
  return current;
}

function insertBeforeUses(body: readonly Statement[], definition: Definition): Statement[] {
  const users = body.filter((each) => countUses([each], definition.variable) > 0);
  const [first] = users;
  if (!first) return [...body];
  const moved = users.length === 1 ? moveInto(first, definition) : undefined;
  return body.flatMap((each) => (each === first ? (moved ? [moved] : [definition, each]) : [each]));
}

/** Returns a statement with the definition moved into it, or undefined when the definition must precede it. */
function moveInto(statement: Statement, definition: Definition): Statement | undefined {
  const { variable } = definition;
  let isUsedDirectly = false;
  for (const expression of expressionsOf(statement)) {
    visitParts(expression, (part) => {
      isUsedDirectly ||= part.kind === "variable" && part.variable === variable;
    });
  }
  if (isUsedDirectly) return undefined;
  if (statement.kind === "block" || statement.kind === "repeat")
    return { ...statement, body: insertBeforeUses(statement.body, definition) };
  if (statement.kind !== "if") return undefined;
  const users = statement.branches.filter(({ body }) => countUses(body, variable) > 0);
  if (users.length !== 1) return undefined;
  return {
    ...statement,
    branches: statement.branches.map((branch) =>
      branch === users[0] ? { ...branch, body: insertBeforeUses(branch.body, definition) } : branch,
    ),
  };
}
