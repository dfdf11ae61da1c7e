// A mistake in the Lua: where it is made, a scenario that shows it, and the violation that the rules find.
import type { Alteration } from "../../setup/altered-lua.ts";
import type { Scenario, TurnScript } from "./scenarios.ts";

/** A mistake in some scripts, and the rule that it breaks. */
export interface Mistake {
  /** The end of the title "the rules find …". */
  title: string;
  /** A part of the violation. */
  violation: string;
  scripts: string[];
  alteration: Alteration;
  scenario: Scenario;
  turnScript: TurnScript;
}

const TURN_SCRIPTS: TurnScript[] = ["turn", "turnPlain"];

/** Returns the same mistake in the full script and in the plain one. */
export function inBothTurnScripts(mistake: Omit<Mistake, "scripts" | "turnScript">): Mistake[] {
  return TURN_SCRIPTS.map((turnScript) => ({ ...mistake, turnScript, scripts: [turnScript] }));
}

/** Returns a mistake in the scripts that it names. */
export function inScripts(mistake: Omit<Mistake, "turnScript">): Mistake {
  const turnScript = mistake.scripts.includes("turnPlain") ? "turnPlain" : "turn";
  return { turnScript, ...mistake };
}
