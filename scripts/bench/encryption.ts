// `npm run bench:encryption`: the CPU time of encoding and decoding a payload with `encrypted()`, beside that of the JSON
// codec alone. Rounds of both alternate, so that load on the machine slows both.
import { randomBytes } from "node:crypto";
import { encrypted } from "../../src/encryption.ts";
import { type Codec, codecs } from "../../src/index.ts";

const SIZES = [1_000, 100_000];
const ROUNDS = 15;
// In bytes of payloads as JSON.
const PER_ROUND = 4_000_000;

/** Payloads of about a size as JSON. */
const PAYLOADS: Record<string, (bytes: number) => unknown> = {
  "one string": (bytes) => ({ pad: "x".repeat(bytes - 10) }),
  objects: (bytes) =>
    Array.from({ length: bytes / 80 }, (_, n) => ({
      id: `item-${n}`,
      price: n * 1.25,
      tags: ["a", "b"],
      isSold: true,
      at: "2026-11-18",
    })),
};

const CODECS: Record<"json" | "encrypted", Codec<unknown>> = {
  json: codecs.json,
  encrypted: encrypted({ keys: { now: randomBytes(32) }, current: "now" }),
};

/** Encodes and decodes a payload `count` times and returns the CPU time in µs of one. */
function timeOf(codec: Codec<unknown>, data: unknown, count: number): number {
  const before = process.cpuUsage();
  let length = 0;
  for (let i = 0; i < count; i++) length += JSON.stringify(codec.decode(codec.encode(data)) === undefined).length;
  const { user, system } = process.cpuUsage(before);
  if (length !== count * "false".length) throw new Error("a payload was not decoded");
  return (user + system) / count;
}

const rows = [];
for (const bytes of SIZES) {
  for (const [payload, make] of Object.entries(PAYLOADS)) {
    const data = make(bytes);
    const [plain, sealed] = [CODECS.json, CODECS.encrypted].map((codec) => codec.encode(data).length) as [
      number,
      number,
    ];
    const count = Math.ceil(PER_ROUND / plain);
    const times = { json: [] as number[], encrypted: [] as number[] };
    for (let round = -1; round < ROUNDS; round++) {
      for (const kind of ["json", "encrypted"] as const) {
        const time = timeOf(CODECS[kind], data, count);
        // The first round warms up.
        if (round >= 0) times[kind].push(time);
      }
    }
    const [json, both] = [median(times.json), median(times.encrypted)];
    rows.push({
      payload: `${payload}, ${plain} bytes`,
      "JSON, µs": Number(json.toFixed(1)),
      "encrypted, µs": Number(both.toFixed(1)),
      ratio: Number((both / json).toFixed(1)),
      "encrypted, MB/s": Number((plain / (both - json)).toFixed(0)),
      "stored, ratio": Number((sealed / plain).toFixed(2)),
    });
  }
}
console.table(rows);
console.log(JSON.stringify({ rounds: ROUNDS, bytesPerRound: PER_ROUND, node: process.version }));

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? Number.NaN;
}
