// The language step of `npm run check` finds each fault in a planted tree.
import { expect, test } from "vitest";
import { runStepOn } from "./planted-tree.ts";

test("plain sentences, and texts that are not sentences, have no fault", async () => {
  const files = {
    "src/a.ts": `// The queue. It is small: Redis stores it.

/** Returns the queue. A name such as whoami is not an opener. */
export function findQueue(): string {
  return "what"; // what follows code is not checked
}

/** A queue. */
export interface Queue {}
/** Returns a number. */
export function count(value: string): number;
export function count(value: number): number {
  return value;
}

/**
 * Enqueues a job.
 *
 * @example
 * how("to enqueue");
 */
export const enqueue = 1;
// biome-ignore lint: a reason
export const ignored = 2;
`,
    "src/scripts.gen.ts": "// What is generated is not checked.\n",
    "src/lua/take.lua": "-- take: leases jobs.\n-- Returns a status.\n",
    "test/a.test.ts": 'test("a job is leased", () => {});\nexport const value = 1;\n',
  };
  expect(await runStepOn(files, "language")).toEqual([]);
});

test.each(["What", "Who", "Whom", "Whose", "Whatever", "Whichever", "Someone", "How", "Whether", "Where"])(
  "a sentence that begins with %s is a fault",
  async (word) => {
    const fault = `a sentence begins with "${word}"`;
    const files = {
      "src/a.ts": `// The beginning.\n//\n// ${word} begins this one.\n`,
      "src/b.lua": `-- The first sentence. ${word} begins the second, on\n-- two lines.\n`,
      "src/c.mjs": `/**\n * ${word} begins this one.\n */\n`,
      "test/d.test.ts": `\ntest("${word} begins a title", () => {});\n`,
    };
    expect(await runStepOn(files, "language")).toEqual([
      `src/a.ts:3: ${fault}`,
      `src/b.lua:1: ${fault}`,
      `src/c.mjs:2: ${fault}`,
      `test/d.test.ts:2: ${fault}`,
    ]);
  },
);

test.each([
  ["The lock of nobody is free.", "nobody", "name the caller, the worker or the client"],
  ["It waits for ever.", "for ever", "forever"],
  ["A worker is told.", "is told", "name the signal, the event or the reply"],
  ["A signal is not heard.", "is not heard", "name the message or the subscription"],
  ["It says whether it works.", "says whether", "reports whether"],
  ["It runs to its end.", "to its end", "until it ends, or to the end"],
  ["It works the other way round.", "the other way round", "in reverse"],
  ["It runs at night.", "at night", "state the time"],
])("%s is a fault", async (sentence, phrase, advice) => {
  const files = {
    "src/a.ts": `// ${sentence}\n`,
    "test/b.test.ts": `test.each([\n  1,\n])("${sentence}", () => {});\n`,
  };
  expect(await runStepOn(files, "language")).toEqual([
    `src/a.ts:1: "${phrase}": ${advice}`,
    `test/b.test.ts:3: "${phrase}": ${advice}`,
  ]);
});

test.each(["Nobody", "Somebody", "Whoever"])("%s is a fault, also at the beginning of a sentence", async (word) => {
  expect(await runStepOn({ "src/a.ts": `// ${word} waits.\n` }, "language")).toEqual([
    `src/a.ts:1: a sentence begins with "${word}"`,
    `src/a.ts:1: "${word}": name the caller, the worker or the client`,
  ]);
});

test.each(["function name() {}", "async function name() {}", "class name {}", "interface name {}", "type name = 1;"])(
  "export %s without TSDoc is a fault",
  async (declaration) => {
    const files = { "src/a.ts": `const a = 1;\nexport ${declaration}\n`, "test/b.test.ts": `export ${declaration}\n` };
    expect(await runStepOn(files, "language")).toEqual(["src/a.ts:2: name has no TSDoc"]);
  },
);

test("a function whose TSDoc does not begin with a verb in the third person is a fault", async () => {
  const files = { "src/a.ts": "/** The queue of a name. */\nexport function findQueue() {}\n" };
  expect(await runStepOn(files, "language")).toEqual([
    'src/a.ts:2: the TSDoc of findQueue begins with "The", not with a verb in the third person',
  ]);
});

test("arguments restrict the step to some paths", async () => {
  const files = { "src/a.ts": "// What.\n", "src/b/c.ts": "// How.\n" };
  expect(await runStepOn(files, "language", ["src/b"])).toEqual(['src/b/c.ts:1: a sentence begins with "How"']);
});
