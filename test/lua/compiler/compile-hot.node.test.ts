// Scripts that are compiled for speed: their functions are inlined and their records split, and their results stay the same.
import { describe, expect, test } from "vitest";
import { compileScript, compileScripts } from "../../../scripts/lua/compile.ts";
import { connectRedis, redis } from "../kit/connection.ts";

connectRedis();
const HEADER = "-- Hot.\n-- Budget: 9000 bytes.\n";
const hot = (source: string, libraries: Record<string, string> = {}) =>
  compileScript("x", { source: HEADER + source, libraries }).text;

/** Declares the function `note`, which records the order of evaluation. */
const NOTES = "local notes = {}\nlocal function note(value) notes[#notes + 1] = value return value end\n";

test.each([
  ["a function that is called once", "local function f(a, b) local c = a + b return c * 2 end\nreturn f(3, 4)"],
  [
    "a function that is called several times",
    "local function f(a) local b = a + 1 return b end\nlocal x, y = f(1), f(f(2))\nreturn { x, y, f(x) + f(y) }",
  ],
  [
    "parameters that are assigned to",
    "local function f(a) a = a + 1 local b = a a = b * 2 return a end\nlocal a = 5\nlocal b = f(a)\nreturn { a, b }",
  ],
  [
    "a variable that changes during a call to which it is passed",
    "local a = 1\nlocal function f(b) a = a + 10 return b end\nlocal c = f(a)\nreturn { a, c }",
  ],
  ["missing arguments", "local function f(a, b) if b then return 1 end return a end\nlocal c = f(7)\nreturn c"],
  [
    "variables of the same name",
    "local a = 1\nlocal function f(b) local a = b + 1 return a end\nlocal b = f(a)\nlocal c = f(b)\nreturn { a, b, c }",
  ],
  [
    "returns in many branches",
    `local function f(a)
  if a < 0 then return 'less' end
  if a == 0 then return 'none' elseif a == 1 then local b = a + 1 return 'one' .. b end
  local c = a * 2
  if c > 8 then return 'more' else return c .. '' end
end
local out = {}
for i = -1, 6 do local text = f(i) out[#out + 1] = text end
return out`,
  ],
  [
    "several returned values",
    "local function f(a) if a then return 1, 2 end return 3 end\nlocal a, b = f(true)\nlocal c, d = f(false)\nreturn { a, b, c, d == nil }",
  ],
  [
    "a value that is used though not every branch returns one",
    "local function f(a) if a then return 5 end end\nlocal b = f(true)\nlocal c = f(false)\nreturn { b, c == nil }",
  ],
  [
    "a function as a condition",
    `${NOTES}local function f(a) note(a) if a > 1 then return true end return false end
if f(1) then note('no') elseif f(2) then note('yes') end
if not f(1) then note('not') end
return notes`,
  ],
  [
    "a function as the condition of a loop",
    "local n = 0\nlocal function more() n = n + 1 if n > 4 then return false end return true end\nwhile more() do end\nlocal m = n\nrepeat local done = not more() until done\nreturn { m, n }",
  ],
  [
    "the order of side effects",
    `${NOTES}local function f(a, b) note('in') return a .. b end
local text = f(note('a'), note('b')) .. note('c')
note(text)
return notes`,
  ],
  [
    "side effects of operands that are not always evaluated",
    `${NOTES}local function f(a) note(a) return a end
local a = false and f(1) or f(2)
local b = f(nil) or f(3)
return { a, b, #notes, notes[1], notes[#notes] }`,
  ],
  [
    "functions that call each other",
    "local function f(a) return a + 1 end\nlocal function g(a) local b = f(a) return b * f(b) end\nlocal function h(a) return g(a) + g(a + 1) end\nlocal a = h(2)\nreturn { a, h(3) }",
  ],
  [
    "a function that calls itself",
    "local function f(n) if n < 2 then return n end return f(n - 1) + f(n - 2) end\nreturn f(12)",
  ],
  [
    "a function as a value",
    "local function f(a, b) return a > b end\nlocal t = { 1, 3, 2 }\ntable.sort(t, f)\nreturn t",
  ],
  ["varargs", "local function f(...) local a, b = ... return { b, a, 7, ... } end\nreturn f(1, 2, 3)"],
  [
    "a loop with a return in a function",
    "local function f(list, value) for i, each in ipairs(list) do if each == value then return i end end return 0 end\nreturn { f({ 5, 6 }, 6), f({ 5, 6 }, 7) }",
  ],
  [
    "breaks",
    "local function f(a) local n = 0 for i = 1, a do if i > 3 then break end n = n + i end return n end\nlocal a = f(9)\nlocal b = f(2)\nreturn { a, b }",
  ],
  [
    "a record",
    "local r = { a = 1, b = 'x' }\nlocal function f(r) r.a = r.a + 1 r.c = r.b .. r.a return r.c end\nlocal x = f(r)\nlocal y = f(r)\nreturn { r.a, r.b, r.c, x, y, r.d == nil }",
  ],
  [
    "records in a record",
    "local r = { to = {}, from = { a = 1 } }\nr.to.x = 5\nr.to.x = r.to.x + r.from.a\nif not r.to.y then r.to.y = 9 end\nreturn { r.to.x, r.to.y, r.from.a }",
  ],
  [
    "a loop over the fields of a record",
    `local r = { to = {} }
r.to.a = { 1, 2 }
r.to.b = nil
local out = {}
for key, list in pairs(r.to) do for i = 1, #list do out[#out + 1] = key .. list[i] end end
return out`,
  ],
  [
    "a record with a computed field",
    "local r = { a = 1 }\nlocal name = 'b'\nr[name] = 2\nlocal n = 0\nfor _, value in pairs(r) do n = n + value end\nreturn { r.a, r.b, n }",
  ],
  [
    "a field that is false, and one that is set to nil",
    "local r = { a = false, b = 1 }\nr.b = nil\nlocal n = 0\nfor _ in pairs({ r.a, 1 }) do n = n + 1 end\nreturn { tostring(r.a), tostring(r.b), n }",
  ],
  [
    "loops over constants",
    "local out = {}\nfor i, name in ipairs({ 'a', 'b', 'c' }) do local n = i * 2 out[#out + 1] = name .. n end\nreturn out",
  ],
  [
    "breaks in loops over constants",
    "local out = {}\nfor i, name in ipairs({ 'a', 'b', 'c' }) do if i == 2 then break end out[#out + 1] = name end\nreturn out",
  ],
  [
    "closures of a loop over constants",
    "local out = {}\nfor i, name in ipairs({ 'a', 'b' }) do out[i] = function() return name .. i end end\nreturn { out[1](), out[2]() }",
  ],
  [
    "constants",
    "local A, B = 2, 3\nlocal C = A * B + 1\nlocal D = C > 6 and 'x' or 'y'\nreturn { A + B, C, D .. C, 7 % 4, 9 / 2 .. '', 1e15 + 1 .. '', '1' + 1, -A ^ 2, 2 - (3 - 4) }",
  ],
  [
    "branches that never run",
    `${NOTES}local LARGE = false
if LARGE then note('no') elseif note(false) then note('never') else note('yes') end
if LARGE or note(1) then note(2) end
if not LARGE then note(3) end
while LARGE do note('no') end
return notes`,
  ],
  [
    "unread variables whose values have side effects",
    "local function f() return redis.call('INCR', KEYS[1]) end\nlocal a = f()\nlocal b, c = f(), 1\nlocal d = f()\nreturn { d, redis.call('DEL', KEYS[1]) }",
  ],
  [
    "calls of an expression whose value is not used",
    "local function f() return redis.call('INCR', KEYS[1]) + 1 end\nf()\nf()\nreturn { redis.call('GET', KEYS[1]), redis.call('DEL', KEYS[1]) }",
  ],
  [
    "variables that stand for other variables",
    "local a = 5\nlocal b = a\na = 6\nlocal c = b\nb = 7\nreturn { a, b, c }",
  ],
  [
    "swaps",
    "local a, b = 1, 2\na, b = b, a\nlocal t = { 1, 2 }\nlocal i = 1\ni, t[i] = i + 1, 20\nreturn { a, b, i, t[1], t[2] }",
  ],
  [
    "blocks with shadowing variables",
    "local a = 1\ndo local a = a + 1 do local a = a * 10 if a == 20 then a = 0 end end end\nlocal a = a + 5\nreturn a",
  ],
  [
    "built-in functions in loops",
    "local function f(list) local t = {} for i, each in ipairs(list) do t[i] = tonumber(each) + #string.rep('x', i) end return t end\nlocal a = f({ '1', '2' })\nlocal b = f({ '3' })\nreturn { a[1], a[2], b[1], unpack(f({ '4', '5' })) }",
  ],
])("compiled for speed, %s have the same result", async (_, source) => {
  const options = { keys: ["{compile-hot}"], arguments: [] };
  const plain = await redis().eval(source, options);
  // The compiler refuses KEYS after the prologue.
  const text = hot(source.replaceAll("KEYS[1]", "'{compile-hot}'"));
  expect(await redis().eval(text, options)).toEqual(plain);
});

describe("a parameter named unit", () => {
  const unit = "local unit = { to = {}, n = 0 }\n";

  test("is split into variables, through all functions that it is passed to", async () => {
    const source = `${unit}local function add(unit, by) if by < 0 then return 'less' end unit.n = unit.n + by return nil end
local function twice(unit, by) local a = add(unit, by) local b = add(unit, by) return a or b end
local a = twice(unit, 3)
local b = twice(unit, -1)
unit.to.x = unit.n
return { unit.n, unit.to.x, tostring(a), b }`;
    const text = hot(source);
    expect(text).not.toMatch(/function|\{to=/);
    expect(await redis().eval(text)).toEqual(await redis().eval(source));
  });

  test.each([
    [
      "in an expression",
      "local a = 1 + f(unit)\nreturn a",
      "x: f takes a unit, but is called where it cannot be inlined",
    ],
    ["as an argument", "return tostring(f(unit))", "x: f takes a unit, but is called where it cannot be inlined"],
    ["beside another value", "local a, b = 1, f(unit)\nreturn { a, b }", "x: f takes a unit"],
  ])("is refused in a function that is called %s", (_, call, message) => {
    const source = `${unit}local function f(unit) unit.n = unit.n + 1 if unit.n > 5 then unit.n = 0 end return unit.n end\n${call}`;
    expect(() => hot(source)).toThrow(message);
  });

  test("is refused in a function that returns in a loop", () => {
    const source = `${unit}local function f(unit) for i = 1, 3 do if i > unit.n then return i end end return 0 end\nlocal a = f(unit)\nreturn a`;
    expect(() => hot(source)).toThrow("x: f takes a unit, but is called where it cannot be inlined");
  });

  test("is refused in a function that returns in some branches only, when the value is assigned", () => {
    const source = `${unit}local function f(unit) if unit.n > 0 then return 1 end end\nlocal a = 5\na = f(unit)\nreturn a`;
    expect(() => hot(source)).toThrow("x: f must return in every branch, because its value is used");
  });
});

test("a script that is compiled for speed keeps the names of keys and arguments, and shares no text", () => {
  const libraries = { one: "local function one(a) local b = a + 1 return b * 2 end" };
  const body =
    'local key = KEYS.key\nlocal a = tonumber(ARGV.a)\ninclude "one"\nlocal b = one(a)\nreturn redis.call("SET", key, b)';
  const sources = { cold: `-- Budget: 900 bytes.\n${body}`, hot: HEADER + body };
  const [cold, fast] = compileScripts(sources, libraries);
  expect([fast?.keys, fast?.args]).toEqual([cold?.keys, cold?.args]);
  expect(cold?.text).toContain("function");
  expect(fast?.pieces).toEqual([{ text: fast?.text, declares: undefined }]);
  expect(fast?.text).not.toContain("function");
});
