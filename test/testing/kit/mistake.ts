// What a mistake in the Lua is: where it is made, a story that shows it, and what the checker has to say of it.
import type { Alteration } from "../../setup/altered-lua.ts";
import type { Path, Story } from "./scenarios.ts";

/** A mistake, the scripts that have it, and the rule that it breaks. */
export interface Mistake {
  what: string;
  /** What stands in the violation. */
  found: string;
  scripts: string[];
  alteration: Alteration;
  story: Story;
  path: Path;
}

const PATHS: Path[] = ["turn", "turnPlain"];

/** The same mistake in the full script and in the short one. */
export function inBoth(mistake: Omit<Mistake, "scripts" | "path">): Mistake[] {
  return PATHS.map((path) => ({ ...mistake, path, scripts: [path] }));
}

export function inOne(mistake: Omit<Mistake, "path"> & { path?: Path }): Mistake {
  const path = mistake.scripts.includes("turnPlain") ? "turnPlain" : "turn";
  return { path, ...mistake };
}
