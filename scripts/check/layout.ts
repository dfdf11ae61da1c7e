// A step of `npm run check`: the sizes of folders and files, and the imports between folders. With --graph, prints the
// folders with their imports instead.
import { cycleFaults, folderGraph, formatGraph } from "./layout/graph.ts";
import { layerFaults } from "./layout/layers.ts";
import { sizeFaults } from "./layout/sizes.ts";
import { readSourceFiles, reportFaults } from "./tree/source-files.ts";

const files = readSourceFiles(".");
const graph = folderGraph(files);
if (process.argv.includes("--graph")) console.log(formatGraph(graph));
else reportFaults([...sizeFaults(files), ...cycleFaults(graph), ...layerFaults(graph)]);
