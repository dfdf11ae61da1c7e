// Runs the passes that make a script smaller or faster.
import { countStatements } from "../ir/analysis.ts";
import type { Statement } from "../ir/nodes.ts";
import { visitExpressions } from "../ir/walk.ts";
import { addAliases } from "./aliases.ts";
import { removeUncalledFunctions, removeUnreadVariables } from "./dead-code.ts";
import { foldConstants } from "./fold.ts";
import { inlineFunctions } from "./inline.ts";
import { joinReads } from "./join-reads.ts";
import { propagateConstants } from "./propagate.ts";
import { sinkFunctions } from "./sink.ts";
import { splitRecords } from "./split-records.ts";
import { unrollLoops } from "./unroll.ts";

/** Optimizes a script for size. */
export function optimizeForSize(script: Statement[]): Statement[] {
  const called = removeUncalledFunctions(script);
  return removeUncalledFunctions(repeatPasses(called, (body) => removeUnreadVariables(foldAll(body))));
}

/** Optimizes a script for speed. */
export function optimizeForSpeed(script: readonly Statement[]): Statement[] {
  const simplify = (body: readonly Statement[]) =>
    repeatPasses(body, (each) => removeUnreadVariables(foldAll(unrollLoops(each))));
  let current = simplify(inlineFunctions(script));
  // A record may contain records.
  for (let split = splitRecords(current); split; split = splitRecords(current)) current = simplify(split);
  return sinkFunctions(addAliases(joinReads(current)));
}

const foldAll = (body: readonly Statement[]) => foldConstants(propagateConstants(body));

/** Repeats passes until they no longer change the number of statements and expressions. */
function repeatPasses(body: readonly Statement[], passes: (body: readonly Statement[]) => Statement[]): Statement[] {
  for (let current = [...body]; ; ) {
    const next = passes(current);
    if (formatNodeCounts(next) === formatNodeCounts(current)) return next;
    current = next;
  }
}

function formatNodeCounts(body: readonly Statement[]): string {
  let expressions = 0;
  visitExpressions(body, () => {
    expressions += 1;
  });
  return `${countStatements(body)} ${expressions}`;
}
