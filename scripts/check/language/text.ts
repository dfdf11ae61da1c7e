// The comments of a source file, and the titles of its tests.

/** A text, and the line on which it begins. */
export interface TextAtLine {
  line: number;
  text: string;
}

// The beginning of a line with a comment, except a tag such as @param or an instruction for biome.
const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*\/?|--)(?: (?!\s*(?:@|biome-ignore))|$)/;
// A title follows the name of the function, or the parentheses of a table: `test.each([…])("…"`.
const TITLE = /(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*"((?:[^"\\]|\\.)+)"/g;

/** Returns the comments on lines of their own, without code examples. Consecutive lines are one comment. */
export function commentsIn(source: string): TextAtLine[] {
  const comments: TextAtLine[] = [];
  let isExample = false;
  let current: TextAtLine | undefined;
  for (const [i, line] of source.split("\n").entries()) {
    if (/^\s*\* @example/.test(line)) isExample = true;
    else if (!/^\s*\*/.test(line)) isExample = false;
    const text = line
      .replace(COMMENT, "")
      .replace(/\s*\*\/$/, "")
      .trim();
    if (isExample || !COMMENT.test(line) || text === "") {
      current = undefined;
    } else if (current) {
      current.text += ` ${text}`;
    } else {
      current = { line: i + 1, text };
      comments.push(current);
    }
  }
  return comments;
}

/** Returns the titles of tests and of their groups. */
export function titlesIn(source: string): TextAtLine[] {
  return [...source.matchAll(TITLE)].map((match) => ({
    line: source.slice(0, match.index).split("\n").length,
    text: match[1] ?? "",
  }));
}

/** Splits a text into sentences. */
export function splitSentences(text: string): string[] {
  return text.split(/(?<=[.!?:]) (?=[A-Z])/);
}
