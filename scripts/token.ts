// `npm run token -- --scopes produce,consume [--queues emails,web-*]`: a new token, and the line that lets it in.
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { sha256 } from "../src/core/hex.ts";
import { tokensIn } from "../src/functions/variables.ts";

const { values } = parseArgs({
  options: { scopes: { type: "string", default: "produce,consume,operate,read" }, queues: { type: "string" } },
});
const token = `lh_${randomBytes(24).toString("base64url")}`;
const line = [await sha256(token), values.scopes, values.queues].filter(Boolean).join(" ");
try {
  tokensIn(line);
  console.log(`token             ${token}\nLEASEHOLD_TOKENS  ${line}`);
  console.error(
    "\nThe token is shown this once. Put the second line into LEASEHOLD_TOKENS; several stand one to a line.",
  );
} catch (error) {
  console.error(`leasehold: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
