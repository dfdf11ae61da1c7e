// A step of `npm run check`: the layout of the tree. `npm run check -- --graph` prints the folders and what they import.

import { folderGraph, graphFaults, printGraph } from "./layout/graph.ts";
import { LARGEST_FILE, LARGEST_FOLDER, sizeFaults } from "./layout/sizes.ts";
import { readTree } from "./layout/tree.ts";

const tree = readTree();
const graph = folderGraph(tree);
if (process.argv.includes("--graph")) printGraph(graph);
const faults = [...sizeFaults(tree, { file: LARGEST_FILE, folder: LARGEST_FOLDER }), ...graphFaults(graph)];
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
