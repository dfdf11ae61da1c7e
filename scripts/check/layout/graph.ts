// The graph of folders: no circle, imports of the product point inward, and no instrument is imported by the product.
import { dirname } from "node:path";
import type { TreeFile } from "./tree.ts";

/** Folders, and for each folder that it imports the files that do so. */
export type FolderGraph = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

// The layers of the product, from the innermost. A folder imports its own layer's folders only where these are below it.
const LAYERS = [
  ["src/base"],
  ["src/redis"],
  ["src/engine"],
  ["src/queue/jobs"],
  ["src/queue/work", "src/queue/inspect", "src/queue/operate"],
  ["src/queue"],
  ["src/webhooks", "src/redis-work-queue", "src/encryption"],
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
];
const INSTRUMENTS = /^(src\/instruments|scripts|test)(\/|$)/;
// The entries of the package, each a file that only names what it exports.
const ENTRIES = "src";

/** Returns the graph of folders. */
export function folderGraph(tree: readonly TreeFile[]): FolderGraph {
  const graph = new Map<string, Map<string, string[]>>();
  for (const { path, imports } of tree) {
    const folder = dirname(path);
    const targets = graph.get(folder) ?? new Map<string, string[]>();
    graph.set(folder, targets);
    for (const target of new Set(imports.map((each) => dirname(each)))) {
      if (target !== folder) targets.set(target, [...(targets.get(target) ?? []), path]);
    }
  }
  return graph;
}

/** Returns the imports that the layout does not allow. */
export function graphFaults(graph: FolderGraph): string[] {
  return [...circleFaults(graph), ...outwardFaults(graph)];
}

function circleFaults(graph: FolderGraph): string[] {
  const faults: string[] = [];
  const done = new Set<string>();
  const visit = (folder: string, path: readonly string[]): void => {
    const at = path.indexOf(folder);
    if (at >= 0) {
      const circle = [...path.slice(at), folder];
      const files = circle.slice(1).map((to, i) => graph.get(circle[i] ?? "")?.get(to)?.[0]);
      faults.push(`${circle.join(" → ")} is a circle, by ${files.join(", ")}`);
    }
    if (at >= 0 || done.has(folder)) return;
    for (const target of graph.get(folder)?.keys() ?? []) visit(target, [...path, folder]);
    done.add(folder);
  };
  for (const folder of graph.keys()) visit(folder, []);
  return faults;
}

/** Returns the number of a folder's layer. A folder below one of a layer is in that layer. */
function layerOf(folder: string): number {
  for (let name = folder; name !== "."; name = dirname(name)) {
    const layer = LAYERS.findIndex((folders) => folders.includes(name));
    if (layer >= 0) return layer;
  }
  return -1;
}

function outwardFaults(graph: FolderGraph): string[] {
  const faults: string[] = [];
  for (const [folder, targets] of graph) {
    if (INSTRUMENTS.test(folder) || folder === ENTRIES) continue;
    const layer = layerOf(folder);
    if (layer < 0) faults.push(`${folder} is in no layer of scripts/check/layout/graph.ts`);
    for (const [target, [file]] of targets) {
      if (INSTRUMENTS.test(target)) faults.push(`${file} is of the product, and imports the instruments in ${target}`);
      else if (target === ENTRIES) faults.push(`${file} imports an entry of the package`);
      else if (layerOf(target) > layer) faults.push(`${file} imports outward, from ${target}`);
    }
  }
  return faults;
}

/** Prints each folder with those that it imports. */
export function printGraph(graph: FolderGraph): void {
  for (const folder of [...graph.keys()].sort()) {
    const targets = [...(graph.get(folder)?.keys() ?? [])].sort();
    console.log(targets.length === 0 ? folder : `${folder} → ${targets.join(", ")}`);
  }
}
