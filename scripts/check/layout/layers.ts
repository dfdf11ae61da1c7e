// The layers of the product. Its imports point inward, and no part of it imports an instrument.
import { dirname } from "node:path";
import type { FolderGraph } from "./graph.ts";

// From the innermost layer to the outermost. A folder without an entry of its own is in the layer of the folder above it.
const LAYERS = [
  ["src/base"],
  ["src/redis"],
  ["src/engine"],
  ["src/queue/schedules/calendar"],
  ["src/queue/schedules/firing"],
  ["src/queue/jobs"],
  ["src/queue/work", "src/queue/inspect", "src/queue/operate", "src/queue/schedules"],
  ["src/queue"],
  ["src/webhooks", "src/redis-work-queue", "src/encryption", "src/otel"],
  ["src/access"],
  ["src/cron"],
  ["src/http/json"],
  ["src/http/responses"],
  ["src/http/service"],
  ["src/http/guards"],
  ["src/http/requests"],
  ["src/http/routes"],
  ["src/http"],
  ["src/worker"],
  ["src/deployment"],
  ["src/cli"],
  // The page speaks HTTP and imports nothing of the product.
  ["src/console/app/data"],
  ["src/console/app/state"],
  ["src/console/app/ui"],
  ["src/console/app/pages"],
  ["src/console/app"],
  ["src/console"],
];
// Programs that test, measure and build the product.
const INSTRUMENTS = /^(src\/instruments|scripts|test)(\/|$)/;
// The folder of the entries of the package, files that only export names of the layers.
const ENTRIES = "src";

/** Returns a fault for each folder without a layer, and for each import that does not point inward. */
export function layerFaults(graph: FolderGraph): string[] {
  const faults: string[] = [];
  for (const [folder, targets] of graph) {
    if (INSTRUMENTS.test(folder) || folder === ENTRIES) continue;
    const layer = layerOf(folder);
    if (layer < 0) faults.push(`${folder} has no layer; add it to scripts/check/layout/layers.ts`);
    for (const [target, [file]] of targets) {
      if (INSTRUMENTS.test(target))
        faults.push(`${file} is part of the product, but imports an instrument in ${target}`);
      else if (target === ENTRIES) faults.push(`${file} imports an entry of the package`);
      else if (layerOf(target) > layer) faults.push(`${file} imports from ${target}, which is in an outer layer`);
    }
  }
  return faults;
}

/** Returns the number of a folder's layer, or -1 when it has none. */
function layerOf(folder: string): number {
  for (let name = folder; name !== "."; name = dirname(name)) {
    const layer = LAYERS.findIndex((folders) => folders.includes(name));
    if (layer >= 0) return layer;
  }
  return -1;
}
