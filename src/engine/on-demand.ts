// The scripts for queues with groups, limits or followers. They are a third of all texts, and a program loads them when it first
// meets such a queue, if its bundler splits modules that are imported so.
type OnDemandScripts = typeof import("./on-demand-scripts.gen.ts");

let scripts: OnDemandScripts | undefined;

/** Loads the scripts, once. */
export async function loadOnDemandScripts(): Promise<OnDemandScripts> {
  scripts ??= await import("./on-demand-scripts.gen.ts");
  return scripts;
}
