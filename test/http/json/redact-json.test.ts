// Redaction of JSON text.
import { expect, test } from "vitest";
import { meetsRedacted, redactJson } from "../../../src/http/json/redact-json.ts";

const R = '"[redacted]"';
const toPaths = (paths: readonly string[]) => paths.map((path) => path.split("."));

test.each<[json: string, paths: string[], redacted: string]>([
  [
    '{"user":{"email":"a@b","id":12345678901234567890}}',
    ["user.email"],
    `{"user":{"email":${R},"id":12345678901234567890}}`,
  ],
  ['{ "b" : 1.10 ,\n "2":-0, "a":"x" }', ["a"], `{ "b" : 1.10 ,\n "2":-0, "a":${R} }`],
  ['{"a":{"b":[1,{"c":2}]},"d":"}"}', ["a"], `{"a":${R},"d":"}"}`],
  ['{"card":{"number":"4111","cvc":{"x":1}},"n":1}', ["card.*"], `{"card":{"number":${R},"cvc":${R}},"n":1}`],
  ['{"card":"4111"}', ["card.*"], `{"card":${R}}`],
  ['{"card":[4111,"12/30"]}', ["card.*"], `{"card":[${R},${R}]}`],
  ['[{"email":"a","n":1},{"email":"b"}]', ["*.email"], `[{"email":${R},"n":1},{"email":${R}}]`],
  ['{"items":[{"k":1},{"k":2}]}', ["items.1.k"], `{"items":[{"k":1},{"k":${R}}]}`],
  ['{"a":1,"b":2,"a":3}', ["a"], `{"a":${R},"b":2,"a":${R}}`],
  ['{"\\u0061":1,"b":"\\"a\\":2"}', ["a"], `{"\\u0061":${R},"b":"\\"a\\":2"}`],
  ['{"a":{"b":1}}', ["a.b", "a.*", "a"], `{"a":${R}}`],
  ['{"a":{"b":1,"c":{"d":2}}}', ["a.b", "a.c.d"], `{"a":{"b":${R},"c":{"d":${R}}}}`],
  [' "text" ', ["*"], ` ${R} `],
  ["7", ["*"], R],
  ["7", ["a"], "7"],
  ["{}", ["a", "*"], "{}"],
  ['{"a":{},"b":[]}', ["a.b", "b.*"], '{"a":{},"b":[]}'],
  ['{"toString":1}', ["constructor"], '{"toString":1}'],
])("%s without %j is %s", (json, paths, redacted) => {
  expect(redactJson(json, toPaths(paths))).toBe(redacted);
});

test("a payload that is nested deeply is redacted", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  expect(redactJson(`{"deep":${deep},"n":1}`, [["n"]])).toBe(`{"deep":${deep},"n":${R}}`);
});

test.each<[path: string, redacted: string, meets: boolean]>([
  ["user.email", "user.email", true],
  ["user", "user.email", true],
  ["user.email.domain", "user.email", true],
  ["user.name", "user.email", false],
  ["card.number", "card.*", true],
  ["card", "card.*", true],
  ["other.number", "card.*", false],
  ["anything", "*", true],
  ["list.01.email", "list.1.email", true],
  ["list.1.email", "list.01.email", true],
  ["list.2.email", "list.1.email", false],
])("a condition on %s reveals a value at %s: %j", (path, redacted, meets) => {
  expect(meetsRedacted(path.split("."), toPaths([redacted]))).toBe(meets);
});
