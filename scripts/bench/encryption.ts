// `npm run bench:encryption`: the CPU time of encoding and decoding a payload with `encrypted()`, beside that of the JSON
// codec alone. Rounds of both alternate, so that load on the machine slows both.
import { randomBytes } from "node:crypto";
import { encrypted } from "../../src/encryption.ts";
import { type Codec, codecs } from "../../src/index.ts";
import { median, roundTo } from "../measuring/statistics.ts";
import { createObjects } from "./harness/payload.ts";

const SIZES = [1_000, 100_000];
const ROUNDS = 15;
const BYTES_PER_ROUND = 4_000_000;

/** Payloads of about a size as JSON. */
const PAYLOADS: Record<string, (bytes: number) => unknown> = {
  "one string": (bytes) => ({ pad: "x".repeat(bytes - 10) }),
  objects: createObjects,
};

const CODECS: Record<"json" | "encrypted", Codec<unknown>> = {
  json: codecs.json,
  encrypted: encrypted({ keys: { now: randomBytes(32) }, current: "now" }),
};

/** Encodes and decodes a payload `count` times. Returns the mean CPU time in µs. */
function timeMicros(codec: Codec<unknown>, data: unknown, { count }: { count: number }): number {
  const before = process.cpuUsage();
  let decoded = 0;
  for (let i = 0; i < count; i++) if (codec.decode(codec.encode(data)) !== undefined) decoded += 1;
  const { user, system } = process.cpuUsage(before);
  if (decoded < count) throw new Error("a payload was not decoded");
  return (user + system) / count;
}

const rows = [];
for (const bytes of SIZES) {
  for (const [payload, create] of Object.entries(PAYLOADS)) {
    const data = create(bytes);
    const [jsonBytes, encryptedBytes] = [CODECS.json, CODECS.encrypted].map((codec) => codec.encode(data).length) as [
      number,
      number,
    ];
    const count = Math.ceil(BYTES_PER_ROUND / jsonBytes);
    const times = { json: [] as number[], encrypted: [] as number[] };
    for (let round = -1; round < ROUNDS; round++) {
      for (const kind of ["json", "encrypted"] as const) {
        const time = timeMicros(CODECS[kind], data, { count });
        // The first round warms up.
        if (round >= 0) times[kind].push(time);
      }
    }
    const [jsonMicros, encryptedMicros] = [median(times.json), median(times.encrypted)];
    rows.push({
      payload: `${payload}, ${jsonBytes} bytes`,
      "JSON, µs": roundTo(jsonMicros, 1),
      "encrypted, µs": roundTo(encryptedMicros, 1),
      ratio: roundTo(encryptedMicros / jsonMicros, 1),
      "encrypted, MB/s": roundTo(jsonBytes / (encryptedMicros - jsonMicros), 0),
      "stored, ratio": roundTo(encryptedBytes / jsonBytes, 2),
    });
  }
}
console.table(rows);
console.log(JSON.stringify({ rounds: ROUNDS, bytesPerRound: BYTES_PER_ROUND, node: process.version }));
