// The compiler of the scripts: the errors that it reports, and the text that it produces.
import { describe, expect, test } from "vitest";
import { camelCase, readLua, sourcesByName } from "../../../scripts/build/lua-sources.ts";
import { compileScript, compileScripts } from "../../../scripts/lua/compile.ts";
import * as shipped from "../../../src/engine/all-scripts.ts";
import { bucketOf } from "../../../src/engine/keys.ts";
import { freshKey } from "../../setup/fresh-key.ts";
import { connectRedis, redis } from "../kit/connection.ts";

connectRedis();
const header = "-- Budget: 4000 bytes.\n";
const compile = (source: string, libraries: Record<string, string> = {}, name = "x") =>
  compileScript(name, { source: header + source, libraries });
const compileBare = (source: string) => compileScript("x", { source, libraries: {} });
const lua = readLua("src/lua");
const sources = sourcesByName(lua.scripts);
const libraries = sourcesByName(lua.libraries);

let compiled: ReturnType<typeof compileScripts> | undefined;
/** Compiles all scripts, once for all tests. */
function compileAll() {
  compiled ??= compileScripts(sources, libraries);
  return compiled;
}

describe("the compiler refuses", () => {
  test.each<[what: string, source: string, message: string]>([
    ["a global that is not allowed", "return os.time()", "x: the global os is not allowed"],
    ["a misspelled name", "local a = 1\nreturn b", "x: the global b is not allowed"],
    ["an assignment to a global", "total = 1", "x: the global total is not allowed"],
    ["KEYS after the prologue", "local a = KEYS.a\nlocal b = 1\nreturn KEYS.b", "x: KEYS is used outside the prologue"],
    ["ARGV after the prologue", "local a = KEYS.a\nreturn { ARGV[1] }", "x: ARGV is used outside the prologue"],
    [
      "ARGV in a function",
      "local a = ARGV.a\nlocal function f() return ARGV.b end\nreturn f()",
      "x: ARGV is used outside",
    ],
    ["KEYS without a prologue", "return KEYS[1]", "x: KEYS is used outside the prologue"],
    ["group after the prologue", "local a = KEYS.a\nreturn group(a, 2)", "x: group is used outside the prologue"],
    ["rest after the prologue", "local a = KEYS.a\nreturn rest(a)", "x: rest is used outside the prologue"],
    ["an include in other quotes", "include 'lists'\nreturn 1", 'x: include "name" must be on a line of its own'],
    [
      "an include within a function",
      'local function f()\n  include "lists"\nend\nreturn f()',
      'x: include "name" must be on a line of its own',
    ],
    ["a constant in the prologue", "local a, b = KEYS.a, 1", "x: the prologue may only name keys and arguments"],
    ["a computed key in the prologue", "local a = KEYS.a .. ''", "x: the prologue may only name keys and arguments"],
    ["a group without a number", "local n = group(KEYS.a, KEYS.b)", "x: the prologue may only name keys and arguments"],
    ["a key after rest()", "local a, b = rest(KEYS.a), KEYS.b", "x: nothing can follow rest(KEYS.…)"],
    ["an argument after rest()", "local a = rest(ARGV.a)\nlocal b = ARGV.b", "x: nothing can follow rest(ARGV.…)"],
    ["an unknown include", 'include "nothing"', "x: there is no lib/nothing.lua"],
    ["a method", "local a = 'x'\nreturn a:upper()", "x: a method is not supported: return a:upper()"],
    ["a call in parentheses", "local a = '1'\nreturn (string.gsub(a, '1', ''))", "x: a call in parentheses"],
    ["a call in parentheses after a space", "local a = (  unpack({}))\nreturn a", "x: a call in parentheses"],
    ["a call in parentheses as an argument", "return redis.call('ECHO', (unpack({})))", "x: a call in parentheses"],
    ["a call in parentheses in a table", "return { 1, (unpack({})) }", "x: a call in parentheses"],
    ["a call in parentheses alone in a table", "return { (unpack({})) }", "x: a call in parentheses"],
    ["varargs in parentheses", "local function f(...) return (...) end\nreturn f(1)", "x: a call in parentheses"],
    ["a function of a table", "local a = {}\nfunction a.b() end", "x: FunctionDeclaration is not supported"],
    [
      "a variable that hides a function",
      "local function f() return 1 end\nlocal function g(f) return f end\nreturn g(f())",
      "x: the variable f hides the function of that name",
    ],
    ["invalid Lua", "local local", "x: "],
    ["a statement of a newer Lua", "goto done\n::done::", "x: "],
  ])("%s", (_, source, message) => {
    expect(() => compile(source, { lists: libraries.lists ?? "" })).toThrow(message);
  });

  test.each([
    [
      "a global that is not allowed",
      "local function f() return os.clock() end",
      "lib/bad: os is neither declared nor included",
    ],
    ["a variable of a script", "local function f() return now end", "lib/bad: now is neither declared nor included"],
    [
      "a function of a library that it does not include",
      "local function f() return addPair() end",
      "lib/bad: addPair is neither declared nor included",
    ],
    ["keys", "local function f() return KEYS[1] end", "lib/bad: KEYS is neither declared nor included"],
    ["an assignment to a global", "local function f() now = 1 end", "lib/bad: now is neither declared nor included"],
    ["a statement", "redis.call('PING')", "lib/bad: a library may only declare"],
    ["two constants in one statement", "local A, B = 1, 2", "lib/bad: a library may only declare"],
    ["an unknown include", 'include "nothing"', "lib/bad: there is no lib/nothing.lua"],
  ])("a library with %s", (_, bad, message) => {
    expect(() => compile('include "bad"\nreturn 1', { bad, lists: libraries.lists ?? "" })).toThrow(message);
    expect(() => compile("return 1", { bad, lists: libraries.lists ?? "" })).toThrow(message);
  });

  test("a script without a budget, over its budget, or with too large a budget", () => {
    expect(() => compileBare("return 1")).toThrow('x: no line "-- Budget: N bytes." in its header');
    expect(() => compileBare("-- Budget: 0 bytes.\nreturn 1")).toThrow("x: no line");
    expect(() => compileBare("-- Budget: 7 bytes.\nreturn 1")).toThrow("x: 8 bytes, over its budget of 7");
    expect(compileBare("-- Budget: 8 bytes.\nreturn 1").text).toBe("return 1");
    expect(compileBare("-- Budget: 50000 bytes.\nreturn 1").text).toBe("return 1");
    expect(() => compileBare("-- Budget: 50001 bytes.\nreturn 1")).toThrow(
      "x: a budget of 50001 is over the 50000 bytes of any script",
    );
  });

  test("a script with more bytes than its budget, though not more characters", () => {
    expect(() => compileBare("-- Budget: 9 bytes.\nreturn 'ü'")).toThrow("x: 10 bytes");
  });
});

describe("the compiler", () => {
  test("replaces the names of keys and arguments by their positions, in order", () => {
    const { text, keys, args } = compile(`
local b, a = KEYS.b, KEYS.a
local all, tail = group(KEYS.all, 16), rest(KEYS.tail)
local two, one, list = tonumber(ARGV.two), ARGV.one, rest(ARGV.list)
return { b, a, all[1], all[16], tail[1], two + 1, one, list[2] }`);
    expect(keys).toEqual(["b", "a", "all*16", "tail..."]);
    expect(args).toEqual(["two", "one", "list..."]);
    expect(text).toContain("KEYS[1],KEYS[2]");
    expect(text).toContain("(KEYS,3,18)},");
    expect(text).toContain("(KEYS,19)}");
    expect(text).toContain("tonumber(ARGV[1]),ARGV[2],");
  });

  test("joins the reads of a statement that names several entries of one table", async () => {
    const { text } = compile(`
local a, b, c = KEYS.a, KEYS.b, KEYS.c
local one, two, three, four = ARGV.one, tonumber(ARGV.two), ARGV.three, tonumber(ARGV.four)
return { a, b, c, one, type(one), two, type(two), three, type(three), four, type(four) }`);
    expect(text).toContain("=unpack(KEYS,1,3)");
    expect(text).toContain("=unpack(ARGV,1,4)");
    const reply = await redis().eval(text, { keys: ["{x}1", "{x}2", "{x}3"], arguments: ["1", "2", "3", "4"] });
    expect(reply).toEqual(["{x}1", "{x}2", "{x}3", "1", "string", 2, "number", "3", "string", 4, "number"]);
  });

  test("keeps the positions of keys and arguments when the script does not use them", () => {
    const { text, keys, args } = compile("local unused = KEYS.a\nlocal b = KEYS.b\nreturn b");
    expect({ text, keys, args }).toEqual({ text: "local a=KEYS[2]return a", keys: ["a", "b"], args: [] });
  });

  test("removes comments, and keeps strings", () => {
    const { text } = compile(`--[[ long
comment ]] local a = "-- no comment" -- comment
--[==[ another ]==]
return { a, '%d\\n"', [[ --x ]] } --`);
    expect(text).toBe(`local a="-- no comment"return{a,'%d\\n"',[[ --x ]]}`);
  });

  test("includes each library once, in the order of their uses, and only the functions that are called", () => {
    const libraries = {
      one: "local ONE = 1\nlocal function one() return ONE end\nlocal function never() return one() + 41 end",
      two: 'include "one"\nlocal function two() return one() + one() end',
    };
    const { text } = compile('include "two"\ninclude "one"\nreturn two() + one()', libraries);
    expect(text.match(/function/g)).toHaveLength(2);
    expect(text).not.toContain("41");
  });

  test("keeps a call whose result is not used", () => {
    const { text } = compile("local unused = redis.call('INCR', 'x')\nlocal count = 1\nreturn count");
    expect(text).toContain("INCR");
  });

  test("produces the same text each time, for every script", () => {
    const first = compileAll();
    expect(compileScripts(sources, libraries)).toEqual(first);
    for (const { text, keys } of first) {
      expect(text.replace(/'[^']*'/g, "''")).not.toContain("--");
      expect(keys.length).toBeGreaterThan(0);
    }
  });

  test("produces the texts that are shipped", () => {
    const texts = compileAll().map(({ name, text }) => [camelCase(name), text]);
    expect(
      Object.entries(shipped)
        .map(([name, { text }]) => [name, text])
        .sort(),
    ).toEqual(texts.sort());
  });

  test("produces the same text for a function in each script that calls it", () => {
    const libraries = { one: "local function one(first, second) return first + second end" };
    const sources = {
      a: `${header}include "one"\nreturn one(1, 2)`,
      b: `${header}local x, y = ARGV.x, ARGV.y\ninclude "one"\nlocal z = one(x, y)\nreturn one(z, z)`,
    };
    const [a, b] = compileScripts(sources, libraries);
    expect(a?.pieces[0]).toEqual({ text: expect.stringContaining("function"), declares: "one" });
    expect(b?.pieces).toContainEqual(a?.pieces[0]);
    expect(b?.text).toContain(a?.pieces[0]?.text);
  });
});

/** Returns the replies of a source as it is written, and when it is compiled. */
async function evalBoth(source: string): Promise<[unknown, unknown]> {
  return [await redis().eval(source), await redis().eval(compile(source).text)];
}

test.each([
  ["numbers and dots", "local a = 1\nreturn { a .. 2 .. '', 3 .. a, 0x10 .. '', 1e3 .. '', a - - a, a - -1, - -a }"],
  ["adjacent words", "local a, b = true, nil\nreturn { not b and 'x' or 'y', a and not b and 1 or 0, #{ 1, 2 } }"],
  [
    "fields with the names of variables",
    "local a, len = { a = 1, len = 2, ['b'] = 3 }, 'x'\nreturn { a.a, a.len, a.b, len }",
  ],
  [
    "calls of fields and of table items",
    "local t = { f = string.upper }\nreturn { t.f('a'), (t.f)('b'), ({ string.rep })[1]('x', 3) }",
  ],
  [
    "shadowing",
    "local a = 1\nlocal function f(a) local b = a do local a = b + 1 b = a end return b end\nreturn { f(5), a }",
  ],
  ["varargs", "local function f(...) local a, b = ... return b, a, ... end\nreturn { f(1, 2, 3) }"],
  ["closures and loops", "local t = {}\nfor i = 3, 1, -1 do t[#t + 1] = (function() return i end)() end\nreturn t"],
  ["repeat and break", "local n = 0\nrepeat local m = n + 1 n = m if n > 5 then break end until m > 3\nreturn n"],
  ["long strings and escapes", "local a = [==[ ]] -- ]==]\nreturn { a, '\\065\\'\\n', \"\\\"\", 'ü😀' }"],
  ["recursion", "local function f(n) return n < 2 and n or f(n - 1) + f(n - 2) end\nreturn f(15)"],
  [
    "many names",
    `${Array.from({ length: 120 }, (_, i) => `local name${i} = ${i}`).join("\n")}\nreturn { ${Array.from({ length: 120 }, (_, i) => `name${i}`).join(", ")} }`,
  ],
  [
    "functions called often",
    "local t = {}\nfor i, v in ipairs({ '1', '2' }) do t[i] = tonumber(v) + tonumber(v) end\nfor i, v in ipairs(t) do t[i] = tostring(v) .. string.sub('abc', v, v) .. string.sub('abc', 1, 1) .. string.sub('x', 1) end\nreturn t",
  ],
])("compiled, %s have the same result", async (_, source) => {
  const [plain, minified] = await evalBoth(source);
  expect(minified).toEqual(plain);
});

test("scripts that are compiled together have the same results as when compiled alone", async () => {
  const libraries = {
    one: "local BASE = 7\nlocal function one(a, b) local c = a * BASE return c + b end",
    two: 'include "one"\nlocal function two(b, c) local a = one(c, b) return a - BASE end',
  };
  const sources = {
    a: 'include "one"\nlocal a, b = 1, 2\nlocal c = one(b, a)\nreturn { a, b, c }',
    b: 'include "two"\nlocal b, c = 3, 4\nlocal function more(a) return two(a, b) + c end\nlocal a = more(c)\nreturn { a, b, c }',
    c: 'include "two"\ninclude "one"\nlocal BASE = 2\nfor a = 1, 2 do local b = two(a, BASE) BASE = one(b, a) end\nreturn { BASE }',
  };
  const withHeaders = Object.fromEntries(Object.entries(sources).map(([name, source]) => [name, header + source]));
  for (const { name, text } of compileScripts(withHeaders, libraries)) {
    const plain = compile(sources[name as keyof typeof sources], libraries).text;
    expect(await redis().eval(text)).toEqual(await redis().eval(plain));
  }
  expect(await redis().eval(compileScripts(withHeaders, libraries)[0]?.text ?? "")).toEqual([1, 2, 15]);
});

test("a compiled script writes the same", async () => {
  const key = freshKey();
  const body = `
for i = 1, #list do redis.call('RPUSH', key, list[i] .. '-' .. count) end
local all = redis.call('LRANGE', key, 0, -1)
redis.call('DEL', key)
return { all, count + 1 }`;
  const plain = `local key, count, list = KEYS[1], tonumber(ARGV[1]), { unpack(ARGV, 2) }${body}`;
  const { text } = compile(`local key, count, list = KEYS.key, tonumber(ARGV.count), rest(ARGV.list)${body}`);
  const options = { keys: [key], arguments: ["7", "a", "%", "ü"] };
  expect(await redis().eval(text, options)).toEqual(await redis().eval(plain, options));
});

test("bucketOf is the same in TypeScript and in Lua", async () => {
  const alphabet = [..."aZ09 %-_/:{}\"'\\", "é", "ü", "ß", "€", "漢", "😀", "\u2028", "\u00a0"];
  const below = (limit: number) => Math.floor(Math.random() * limit);
  const ids = Array.from({ length: 800 }, (_, i) =>
    Array.from({ length: 1 + (i % 40) }, () => alphabet[below(alphabet.length)]).join(""),
  );
  ids.push(...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)), "x".repeat(256));
  const source =
    'local ids = rest(ARGV.ids)\ninclude "jobs"\nfor i, id in ipairs(ids) do ids[i] = bucketOf(id) - 1 end\nreturn ids';
  const { text } = compile(source, { jobs: libraries.jobs ?? "" });
  expect(await redis().eval(text, { keys: [], arguments: ids })).toEqual(ids.map(bucketOf));
});
