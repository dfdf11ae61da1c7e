// The scripts of the deployed Worker: its bundle has their digests, and its static files their texts.
import { LeaseholdError } from "../base/errors.ts";
import type { ExternalScripts } from "../redis/upstash.ts";
import { DIGESTS } from "./digests.gen.ts";

/** The binding of the static files. */
export interface Assets {
  fetch(url: string): Promise<Response>;
}

// The host does not matter to the binding.
const URL_OF_TEXTS = "https://assets/scripts.json";

/** Returns the digests of the scripts, and a function that loads their texts when Redis does not know a script. */
export function scriptsInAssets(assets: Assets): ExternalScripts {
  const findDigest: ExternalScripts["findDigest"] = ({ name }) => DIGESTS[name];
  // Not a promise: in Workers no request may wait for another's.
  let texts: Readonly<Record<string, string>> = {};
  return {
    findDigest,
    async loadText(script) {
      const digest = findDigest(script) ?? "";
      if (!texts[digest]) texts = await fetchTexts(assets);
      const text = texts[digest];
      if (text) return text;
      throw new LeaseholdError(
        "not_configured",
        `the text of the script ${script.name} is not in /scripts.json; deploy the static files with the Worker`,
      );
    },
  };
}

/** Fetches the texts of all scripts, by their digests. Resolves with none if there is no such file. */
async function fetchTexts(assets: Assets): Promise<Readonly<Record<string, string>>> {
  const response = await assets.fetch(URL_OF_TEXTS);
  return response.ok ? response.json() : {};
}
