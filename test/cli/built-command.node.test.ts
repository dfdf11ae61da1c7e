// The command as the package has it, bundled: what it loads, and that it does the same as its sources.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { freshName } from "../setup/queue.ts";
import { COMMAND, runLeasehold, SOURCE, useConnections } from "./kit/run.ts";

const connections = useConnections();

/** Returns the modules that a module of the bundle loads at once, itself included. */
function loadedBy(path: string, loaded = new Map<string, string>()): Map<string, string> {
  if (loaded.has(path)) return loaded;
  const text = readFileSync(path, "utf8");
  loaded.set(path, text);
  for (const [, name = ""] of text.matchAll(/^(?:import|\} from|import .* from) "\.\/(.+\.js)";$/gm))
    loadedBy(join(path, "..", name), loaded);
  return loaded;
}

test("the help loads neither the library nor the API, nor anything outside Node", () => {
  const texts = [...loadedBy(COMMAND).values()];
  expect(texts.join("\n")).not.toMatch(/^\/\/ src\/(?!cli|base\/without-undefined)/m);
  expect(texts.join("\n")).not.toMatch(/^(?:import|\} from|import .* from) "(?!\.\/|node:)/m);
  expect(texts.length).toBeLessThan(20);
});

test.each(["help", "help list", "--version", "queue"])("%s prints the same as the sources", async (text) => {
  const args = text.split(" ");
  expect(await runLeasehold(args)).toEqual(await runLeasehold(args, { command: SOURCE }));
});

test.each(connections)("the sources enqueue lines and count them over %s", async (_, variables) => {
  const name = freshName();
  const env = variables();
  const input = Array.from({ length: 1_100 }, (_, i) => `{"data":${i}}\n`).join("");
  const enqueued = await runLeasehold(["enqueue", name, "--json"], { env, input, command: SOURCE });
  expect(enqueued).toEqual({ code: 0, stdout: '{"created":1100,"known":0}\n', stderr: "" });
  const { stdout } = await runLeasehold(["counts", name, "--json"], { env, command: SOURCE });
  expect(JSON.parse(stdout)).toMatchObject({ name, ready: 1_100 });
});
