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

/** Returns a mistake twice: in the full script of a turn, and in the plain one. */
export function inBothTurnScripts(mistake: Omit<Mistake, "scripts" | "turnScript">): Mistake[] {
  return TURN_SCRIPTS.map((turnScript) => ({ ...mistake, turnScript, scripts: [turnScript] }));
}

/** Adds to a mistake the script by which its scenario takes turns: the plain one if the mistake is in it. */
export function inScripts(mistake: Omit<Mistake, "turnScript">): Mistake {
  const turnScript = mistake.scripts.includes("turnPlain") ? "turnPlain" : "turn";
  return { turnScript, ...mistake };
}
