// The texts of a source file that people read: its comments, and the titles of its tests.

/** A text, and the line on which it begins. */
export interface Text {
  line: number;
  text: string;
}

const COMMENT = /^\s*(?:\/\/|\/\*\*?|\*\/?|--)(?: (?!\s*(?:@|biome-ignore))|$)/;
const TITLE = /(?:\b(?:test|it|describe)(?:\.\w+)*|\])\(\s*"((?:[^"\\]|\\.)+)"/g;

/** Returns the comments that stand on lines of their own. Consecutive lines are one comment, until an empty one. */
export function commentsOf(source: string): Text[] {
  const comments: Text[] = [];
  let isCode = false;
  let open: Text | undefined;
  for (const [i, line] of source.split("\n").entries()) {
    const text = line.replace(COMMENT, "").replace(/\s*\*\/$/, "");
    if (!COMMENT.test(line) || text.trim() === "") {
      open = undefined;
      continue;
    }
    if (/^\s*@example/.test(text)) isCode = true;
    if (!/^\s*\*/.test(line)) isCode = false;
    if (isCode) continue;
    if (open) open.text += ` ${text.trim()}`;
    else {
      open = { line: i + 1, text: text.trim() };
      comments.push(open);
    }
  }
  return comments;
}

/** Returns the titles of tests and of their groups. */
export function titlesOf(source: string): Text[] {
  return [...source.matchAll(TITLE)].map((match) => ({
    line: source.slice(0, match.index).split("\n").length,
    text: match[1] ?? "",
  }));
}

/** Returns the sentences of a text. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:]) (?=[A-Z])/);
}
