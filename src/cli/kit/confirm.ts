// Questions before a command destroys something.
import { UsageError } from "./cli-errors.ts";
import type { Given } from "./command.ts";

/** Asks the user to repeat a name, unless --yes is given. Throws if the answer is another, or without a terminal. */
export async function confirmByName(
  { options }: Pick<Given, "options">,
  { what, name }: { what: string; name: string },
): Promise<void> {
  if (options.yes) return;
  if (options["no-input"] || !process.stdin.isTTY)
    throw new UsageError(`${what} needs --yes where no question can be asked`);
  const { createInterface } = await import("node:readline/promises");
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await prompt.question(`This ${what}. Type its name, ${name}, to go on: `);
    if (answer !== name) throw new UsageError("nothing was changed: the answer is another name");
  } finally {
    prompt.close();
  }
}
