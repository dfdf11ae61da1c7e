// The depth of JSON text: brackets count outside of strings, however a string is escaped.
import fc from "fast-check";
import { expect, test } from "vitest";
import { isNestedTooDeeply, MAX_LEVELS } from "../../../src/http/json/nesting.ts";

/** Returns a JSON text of nested arrays around another text. */
const nest = (levels: number, inner: string) => `${"[".repeat(levels)}${inner}${"]".repeat(levels)}`;

test.each([
  ["brackets", "[".repeat(600)],
  ["quotes and brackets", '"['.repeat(600)],
  ["backslashes at the end", "[".repeat(600) + "\\".repeat(7)],
  ["an escaped quote after each backslash", '\\"['.repeat(600)],
])("a string with %s has no levels", (_what, text) => {
  expect(isNestedTooDeeply(nest(MAX_LEVELS, JSON.stringify(text)))).toBe(false);
  expect(isNestedTooDeeply(nest(MAX_LEVELS + 1, JSON.stringify(text)))).toBe(true);
});

test("the depth of any JSON is that of its value", () => {
  const depthOf = (value: unknown): number =>
    typeof value === "object" && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  fc.assert(
    fc.property(fc.jsonValue(), fc.string({ unit: fc.constantFrom('"', "\\", "[", "{", "}", "é") }), (value, text) => {
      const levels = MAX_LEVELS - depthOf({ [text]: value });
      const inner = JSON.stringify({ [text]: value });
      expect(isNestedTooDeeply(nest(levels, inner))).toBe(false);
      expect(isNestedTooDeeply(nest(levels + 1, inner))).toBe(true);
    }),
  );
});

test("text that is not JSON ends the search", () => {
  for (const text of ['"', '"\\', '"\\"', `[${'"\\"'.repeat(200)}`])
    expect(isNestedTooDeeply(text.padEnd(600, "x"))).toBe(false);
});
