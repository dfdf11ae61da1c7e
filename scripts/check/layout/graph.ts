// The graph of folders, which must have no import cycle.
import { dirname } from "node:path";
import type { SourceFile } from "../tree/source-files.ts";
import { importsOf } from "./imports.ts";

/** The folders that each folder imports, with the files that import them. */
export type FolderGraph = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;

/** Returns the graph of the folders with code, other than Lua. */
export function folderGraph(files: readonly SourceFile[]): FolderGraph {
  const graph = new Map<string, Map<string, string[]>>();
  for (const file of files) {
    if (file.path.endsWith(".lua")) continue;
    const folder = dirname(file.path);
    const targets = graph.get(folder) ?? new Map<string, string[]>();
    graph.set(folder, targets);
    for (const target of new Set(importsOf(file).map((path) => dirname(path)))) {
      if (target !== folder) targets.set(target, [...(targets.get(target) ?? []), file.path]);
    }
  }
  return graph;
}

/** Returns a fault for each cycle that a search through the graph closes. It names a file for each import. */
export function cycleFaults(graph: FolderGraph): string[] {
  const faults: string[] = [];
  const finished = new Set<string>();
  const search = (folder: string, path: readonly string[]): void => {
    const start = path.indexOf(folder);
    if (start >= 0) {
      const cycle = [...path.slice(start), folder];
      const files = cycle.slice(1).map((target, i) => graph.get(cycle[i] ?? "")?.get(target)?.[0]);
      faults.push(`${cycle.join(" → ")} is an import cycle, closed by ${files.join(", ")}`);
    }
    if (start >= 0 || finished.has(folder)) return;
    for (const target of graph.get(folder)?.keys() ?? []) search(target, [...path, folder]);
    finished.add(folder);
  };
  for (const folder of graph.keys()) search(folder, []);
  return faults;
}

/** Returns a line for each folder, with the folders that it imports. Code in a text may name folders that do not exist. */
export function formatGraph(graph: FolderGraph): string {
  const lines = [...graph.keys()].sort().map((folder) => {
    const targets = [...(graph.get(folder)?.keys() ?? [])].filter((target) => graph.has(target)).sort();
    return targets.length === 0 ? folder : `${folder} → ${targets.join(", ")}`;
  });
  return lines.join("\n");
}
