// Merge patches: the examples of RFC 7396, and payloads whose bytes must stay.
import fc from "fast-check";
import { expect, test } from "vitest";
import { mergePatchText, mergePatchValue } from "../../src/base/merge-patch.ts";

// Appendix A of RFC 7396.
const EXAMPLES: [target: string, patch: string, merged: string][] = [
  ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
  ['{"a":"b"}', '{"a":null}', "{}"],
  ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
  ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
  ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
  ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
  ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
  ['["a","b"]', '["c","d"]', '["c","d"]'],
  ['{"a":"b"}', '["c"]', '["c"]'],
  ['{"a":"foo"}', "null", "null"],
  ['{"a":"foo"}', '"bar"', '"bar"'],
  ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
  ["[1,2]", '{"a":"b","c":null}', '{"a":"b"}'],
  ["{}", '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
];

test.each(EXAMPLES)("%s with the patch %s becomes %s", (target, patch, merged) => {
  expect(mergePatchText(target, patch)).toBe(merged);
  expect(mergePatchValue(JSON.parse(target), JSON.parse(patch))).toEqual(JSON.parse(merged));
});

test.each<[what: string, target: string, patch: string, merged: string]>([
  [
    "numbers that JavaScript rounds",
    '{"id":12345678901234567890,"rate":1.10,"n":1}',
    '{"n":2}',
    '{"id":12345678901234567890,"rate":1.10,"n":2}',
  ],
  ["the order of keys", '{"b":1,"10":2,"a":3,"9":4}', '{"a":5,"c":6}', '{"b":1,"10":2,"a":5,"9":4,"c":6}'],
  [
    "escapes and white space",
    ' { "\\u0061" : "\\/" ,\n "b" : [ 1 , 2 ] } ',
    '{"b":0}',
    ' { "\\u0061" : "\\/" ,\n "b" : 0 } ',
  ],
  ["a key that is escaped", '{"\\u0061":1,"b":2}', '{"a":3}', '{"\\u0061":3,"b":2}'],
  ["repeated keys, of which the last counts", '{"a":1,"b":2,"a":3}', '{"a":4}', '{"a":1,"b":2,"a":4}'],
  ["other repeated keys", '{"a":1,"b":2,"a":3,"b":4}', '{"a":null}', '{"b":2,"b":4}'],
  [
    "the inner of an object beside the change",
    '{"u":{"id":9007199254740993,"n":-0}}',
    '{"u":{"m":-0}}',
    '{"u":{"id":9007199254740993,"n":-0,"m":-0}}',
  ],
  ["text that looks like JSON", '{"a":"}\\",{\\"b\\":1","b":2}', '{"b":3}', '{"a":"}\\",{\\"b\\":1","b":3}'],
  ["the last property without a comma", '{ "a" : 1 , "b" : 2 }', '{"b":null}', '{ "a" : 1 }'],
  ["the first property without a comma", '{ "a" : 1 , "b" : 2 }', '{"a":null}', '{ "b" : 2 }'],
  ["an empty object with white space", "{ }", '{"a":1}', '{"a":1 }'],
  [
    "a key named __proto__",
    '{"__proto__":{"x":1},"b":1}',
    '{"__proto__":{"y":2}}',
    '{"__proto__":{"x":1,"y":2},"b":1}',
  ],
])("a patch keeps %s", (_what, target, patch, merged) => {
  expect(mergePatchText(target, patch)).toBe(merged);
});

test("the text and the value have the same result for any target and patch", () => {
  fc.assert(
    fc.property(
      fc.json({ maxDepth: 4 }),
      fc.json({ maxDepth: 4 }),
      fc.constantFrom(undefined, 1),
      (target, patch, indent) => {
        const written = JSON.stringify(JSON.parse(target), null, indent);
        const merged = mergePatchText(written, patch);
        expect(JSON.parse(merged)).toEqual(mergePatchValue(JSON.parse(target), JSON.parse(patch)));
      },
    ),
  );
});

test("a payload that is nested deeply is patched", () => {
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  expect(mergePatchText(`{"deep":${deep},"n":1}`, '{"n":2}')).toBe(`{"deep":${deep},"n":2}`);
});
