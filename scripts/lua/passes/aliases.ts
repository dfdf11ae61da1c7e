// Gives built-in functions a local name, which is shorter, and faster to access.
import {
  type Definition,
  declaration,
  type Expression,
  isLoop,
  reference,
  type Statement,
  Variable,
} from "../ir/nodes.ts";
import { mapExpressions, visitExpressions, visitStatements } from "../ir/walk.ts";

const FUNCTIONS = new Set(["ipairs", "pairs", "tonumber", "unpack", "type"]);
const MODULES = new Set(["redis", "string", "table", "math"]);

/** Adds aliases of built-in functions where they make the script shorter, and to functions whose loops use them. */
export function addAliases(script: readonly Statement[]): Statement[] {
  const main = script.filter(({ kind }) => kind !== "define");
  const uses = [...findUses(main)].filter(
    ([name, { count }]) => count * (name.length - 1) > "local a= ".length + name.length,
  );
  // Functions do not use these aliases: each captured variable costs time whenever a function is created.
  const withLoopAliases = script.map((each) => (each.kind === "define" ? addLoopAliases(each) : each));
  return declareAliases(withLoopAliases, { uses, isReplaced: ({ kind }) => kind !== "define" });
}

/** Adds aliases to a function for the built-in functions that its loops use. */
function addLoopAliases(definition: Definition): Statement {
  const loops: Statement[] = [];
  visitStatements(definition.body, (each) => {
    if (isLoop(each)) loops.push(each);
  });
  const uses = [...findUses(loops)];
  return { ...definition, body: declareAliases(definition.body, { uses, isReplaced: () => true }) };
}

interface Use {
  count: number;
  expression: Expression;
}

/** Returns the built-in functions that a body uses, by their names. */
function findUses(body: readonly Statement[]): Map<string, Use> {
  const uses = new Map<string, Use>();
  visitExpressions(body, (expression) => {
    const name = builtInFunctionName(expression);
    if (name) uses.set(name, { count: (uses.get(name)?.count ?? 0) + 1, expression });
  });
  return uses;
}

/** Returns a body after declarations of aliases, with the aliases in the statements for which `isReplaced` is true. */
function declareAliases(
  body: readonly Statement[],
  { uses, isReplaced }: { uses: [name: string, use: Use][]; isReplaced: (statement: Statement) => boolean },
): Statement[] {
  const aliases = new Map(uses.map(([name]) => [name, new Variable(`alias_${name.replace(".", "_")}`)]));
  const declarations = uses.map(([name, { expression }]) => declaration(aliases.get(name) as Variable, expression));
  const replaced = body.flatMap((statement) => {
    if (!isReplaced(statement)) return [statement];
    return mapExpressions([statement], (expression) => {
      const alias = aliases.get(builtInFunctionName(expression) ?? "");
      return alias ? reference(alias) : expression;
    });
  });
  return [...declarations, ...replaced];
}

function builtInFunctionName(expression: Expression): string | undefined {
  if (expression.kind === "global") return FUNCTIONS.has(expression.name) ? expression.name : undefined;
  if (expression.kind !== "field" || expression.base.kind !== "global") return undefined;
  return MODULES.has(expression.base.name) ? `${expression.base.name}.${expression.name}` : undefined;
}
