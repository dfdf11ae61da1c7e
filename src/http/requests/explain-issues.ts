// Explains the issues of a schema by place and kind, without any content of the request.
import type { BaseIssue } from "valibot";
import { printableKey } from "../../base/errors.ts";

type Issue = BaseIssue<unknown>;

/** Returns the most specific issue in words. */
export function explainIssues(issues: readonly Issue[]): string {
  const issue = deepest(issues);
  if (!issue) return "it is invalid";
  const path = (issue.path ?? []).map(({ key }) => (typeof key === "number" ? `[${key}]` : `.${nameOf(String(key))}`));
  const where = path.join("").replace(/^\./, "") || "it";
  // A key that the schema does not know.
  if (issue.expected === "never") return `${where} is not known here`;
  if (issue.received === "undefined") return `${where} is missing`;
  return `${where} must ${requirementOf(issue)}`;
}

/** Returns the name of a field or a header; an unknown one may be anything. */
function nameOf(key: string): string {
  return /^[a-z]{1,12}(-[a-z]{1,12}){1,3}$/.test(key) ? key : printableKey(key);
}

/** Returns what an issue's value must do, such as "be at most 9". */
function requirementOf(issue: Issue & { requirement?: unknown }): string {
  if (isOurs(issue)) return `be ${issue.message}`;
  const { type, requirement, input } = issue;
  const unit = Array.isArray(input) ? "entries" : "characters";
  if (type === "min_value") return `be at least ${requirement}`;
  if (type === "max_value") return `be at most ${requirement}`;
  if (type === "min_length") return requirement === 1 ? "not be empty" : `have at least ${requirement} ${unit}`;
  if (type === "max_length") return `have at most ${requirement} ${unit}`;
  if (type === "integer") return "be a whole number";
  return issue.expected === null ? "have another form" : `be ${article(issue.expected)}`;
}

/** Returns a type's name with its article where it is a word; lists of values stay as they are. */
function article(expected: string): string {
  const word = expected.toLowerCase();
  return /^[a-z]+$/.test(word) ? `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}` : expected;
}

/** Reports whether a message is one of our schemas, which names what a value must be. Valibot's own repeat the value. */
function isOurs(issue: Issue): boolean {
  return !issue.message.startsWith("Invalid");
}

/** Returns the issue of the alternative that came closest. */
function deepest(issues: readonly Issue[]): Issue | undefined {
  const all = issues.flatMap((issue) => (issue.issues && !isOurs(issue) ? inside(issue, issue.issues) : [issue]));
  return all.toSorted((a, b) => (b.path?.length ?? 0) - (a.path?.length ?? 0))[0];
}

/** Returns an issue of alternatives, and that of the closest; the latter alone where others do not take an array at all. */
function inside(issue: Issue, alternatives: readonly Issue[]): Issue[] {
  const fitting = alternatives.filter(takesKind);
  const nearest = deepest(fitting);
  if (!nearest) return [issue];
  const found = { ...nearest, path: [...(issue.path ?? []), ...(nearest.path ?? [])] } as Issue;
  return fitting.length < alternatives.length ? [found] : [issue, found];
}

/** Reports whether an issue is none of an object where an array was sent, which passes for an object without its fields. */
function takesKind({ path }: Issue): boolean {
  return !path?.some(({ type, input }) => type === "object" && Array.isArray(input));
}
