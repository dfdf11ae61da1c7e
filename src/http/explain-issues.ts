// What a schema has found wrong, by place and kind; what somebody sent is never repeated.
import type { BaseIssue } from "valibot";
import { shownKey } from "../core/errors.ts";

type Issue = BaseIssue<unknown>;

/** The first thing that is wrong. */
export function explainIssues(issues: readonly Issue[]): string {
  const issue = deepest(issues);
  if (!issue) return "it is not what it may be";
  const path = (issue.path ?? []).map(({ key }) =>
    typeof key === "number" ? `[${key}]` : `.${shownKey(String(key))}`,
  );
  const where = path.join("").replace(/^\./, "") || "it";
  // A key that the schema does not know.
  if (issue.expected === "never") return `${where} is not known here`;
  if (issue.received === "undefined") return `${where} is missing`;
  return `${where} must be ${isOurs(issue) ? issue.message : (issue.expected ?? "something else")}`;
}

/** Messages of the schemas' own say what a value must be; those that come with the library repeat what it was. */
function isOurs(issue: Issue): boolean {
  return !issue.message.startsWith("Invalid");
}

/** Of the choices that a value could have been, the one that it came closest to. */
function deepest(issues: readonly Issue[]): Issue | undefined {
  const all = issues.flatMap((issue) => (issue.issues && !isOurs(issue) ? [issue, ...inside(issue)] : [issue]));
  return all.toSorted((a, b) => (b.path?.length ?? 0) - (a.path?.length ?? 0))[0];
}

function inside(issue: Issue): Issue[] {
  const nearest = issue.issues ? deepest(issue.issues) : undefined;
  if (!nearest) return [];
  return [{ ...nearest, path: [...(issue.path ?? []), ...(nearest.path ?? [])] } as Issue];
}
