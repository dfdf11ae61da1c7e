// Explains the issues of a schema by place and fault, without any value of the request.
import type { BaseIssue } from "valibot";
import { printableKey } from "../../base/errors.ts";

type Issue = BaseIssue<unknown>;

/** Returns the most specific issue in words, such as "The body: delay is missing" for the subject "The body". */
export function explainIssues(issues: readonly Issue[], subject: string): string {
  const issue = mostSpecific(issues);
  if (!issue) return `${subject} is invalid`;
  const keys = (issue.path ?? []).map(({ key }) =>
    typeof key === "number" ? `[${key}]` : `.${printKey(String(key))}`,
  );
  const path = keys.join("").replace(/^\./, "");
  const place = path === "" ? subject : `${subject}: ${path}`;
  if (issue.expected === "never") return `${place} is not a known field`;
  if (issue.received === "undefined") return `${place} is missing`;
  return `${place} must ${requirementOf(issue)}`;
}

/** Returns a key as a message may show it: the name of a field or a header. Any other key may be data of the sender. */
function printKey(key: string): string {
  return /^[a-z]{1,12}(-[a-z]{1,12}){1,3}$/.test(key) ? key : printableKey(key);
}

/** Returns the requirement that a value does not meet, such as "be at most 9". */
function requirementOf(issue: Issue & { requirement?: unknown }): string {
  if (isOwnMessage(issue)) return `be ${issue.message}`;
  const { type, requirement, input } = issue;
  const unit = Array.isArray(input) ? "entries" : "characters";
  if (type === "min_value") return `be at least ${requirement}`;
  if (type === "max_value") return `be at most ${requirement}`;
  if (type === "min_length") return requirement === 1 ? "not be empty" : `have at least ${requirement} ${unit}`;
  if (type === "max_length") return `have at most ${requirement} ${unit}`;
  if (type === "integer") return "be a whole number";
  return issue.expected === null ? "have another format" : `be ${withArticle(issue.expected)}`;
}

/** Returns the name of a type with its article; a list of values as it is. */
function withArticle(expected: string): string {
  const word = expected.toLowerCase();
  return /^[a-z]+$/.test(word) ? `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}` : expected;
}

/** Reports whether a message is from one of our schemas, which state the requirement. Valibot's own messages repeat the value. */
function isOwnMessage(issue: Issue): boolean {
  return !issue.message.startsWith("Invalid");
}

/** Returns the issue with the longest path: the alternative of a union that came closest. */
function mostSpecific(issues: readonly Issue[]): Issue | undefined {
  const all = issues.flatMap((issue) =>
    issue.issues && !isOwnMessage(issue) ? withAlternatives(issue, issue.issues) : [issue],
  );
  return all.toSorted((a, b) => (b.path?.length ?? 0) - (a.path?.length ?? 0))[0];
}

/**
 * Returns the issue of a union, and the most specific one of its alternatives. Returns only the latter if other alternatives do
 * not accept an array at all.
 */
function withAlternatives(issue: Issue, alternatives: readonly Issue[]): Issue[] {
  const fitting = alternatives.filter(acceptsKind);
  const nearest = mostSpecific(fitting);
  if (!nearest) return [issue];
  const found = { ...nearest, path: [...(issue.path ?? []), ...(nearest.path ?? [])] } as Issue;
  return fitting.length < alternatives.length ? [found] : [issue, found];
}

/** Reports whether an issue is not that of an object schema about an array. */
function acceptsKind({ type, input, path }: Issue): boolean {
  return !(path === undefined && type === "strict_object" && Array.isArray(input));
}
