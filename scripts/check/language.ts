// A step of `npm run check`: the language of comments, TSDoc and titles of tests. Spelling is cspell's.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { languageFaults } from "./language/rules.ts";

const [...under] = process.argv.slice(2);
const listed = execFileSync(
  "git",
  ["ls-files", "-co", "--exclude-standard", ...(under.length > 0 ? under : ["src", "scripts", "test"])],
  {
    encoding: "utf8",
  },
);
const faults = listed
  .split("\n")
  .filter((path) => /\.(ts|tsx|mjs|lua)$/.test(path) && !path.endsWith(".gen.ts") && existsSync(path))
  .flatMap((path) => languageFaults(path, readFileSync(path, "utf8")));
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
