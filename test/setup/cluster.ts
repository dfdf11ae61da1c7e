// A Redis Cluster of three nodes on loopback.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { type Cleanup, startOrCleanUp } from "../../scripts/processes/cleanup.ts";
import { findFreePort } from "../../scripts/processes/ports.ts";
import { type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import { until } from "./wait.ts";

/** A cluster that accepts commands for all slots. */
export interface Cluster {
  /** The URL of each node. */
  urls: string[];
  stop(): Promise<void>;
}

const NODES = 3;
const SLOTS = 16_384;

/** Starts the nodes, assigns each a third of the slots, and waits until all of them know all others. */
export function startCluster(): Promise<Cluster> {
  return startOrCleanUp(async (cleanup) => {
    const folder = await mkdtemp(join(tmpdir(), "leasehold-cluster-"));
    cleanup.add(() => rm(folder, { recursive: true, force: true }));
    const nodes: Node[] = [];
    for (let i = 0; i < NODES; i++) nodes.push(await startNode(i, { folder, cleanup }));
    for (const { server } of nodes.slice(1))
      await sendCommand(server.url, ["CLUSTER", "MEET", ...meetAddressOf(nodes[0])]);
    await until(async () => {
      const states = await Promise.all(nodes.map(({ server }) => sendCommand(server.url, ["CLUSTER", "INFO"])));
      return states.every((info) => info.includes("cluster_state:ok") && info.includes(`cluster_known_nodes:${NODES}`));
    }, 25_000);
    return { urls: nodes.map(({ server }) => server.url), stop: () => cleanup.run() };
  });
}

interface Node {
  server: RedisServer;
  busPort: number;
}

/** Starts a node and assigns it its share of the slots. */
async function startNode(index: number, { folder, cleanup }: { folder: string; cleanup: Cleanup }): Promise<Node> {
  const busPort = await findFreePort();
  const settings = [
    ...["--cluster-enabled", "yes", "--cluster-port", String(busPort)],
    ...["--cluster-config-file", join(folder, `node-${index}.conf`), "--cluster-node-timeout", "5000"],
  ];
  const server = cleanup.stopAtEnd(await startRedis({ settings }));
  const [from, to] = [index, index + 1].map((i) => Math.floor((SLOTS * i) / NODES)) as [number, number];
  await sendCommand(server.url, ["CLUSTER", "ADDSLOTSRANGE", String(from), String(to - 1)]);
  // Different epochs, because nodes that meet with the same epoch first have to resolve the conflict.
  await sendCommand(server.url, ["CLUSTER", "SET-CONFIG-EPOCH", String(index + 1)]);
  return { server, busPort };
}

function meetAddressOf(node: Node | undefined): string[] {
  if (!node) throw new Error("the cluster has no nodes");
  return ["127.0.0.1", new URL(node.server.url).port, String(node.busPort)];
}

/** Sends a command to one node, without a redirect. Resolves with the reply as text. */
export async function sendCommand(url: string, command: string[]): Promise<string> {
  const client = createClient({ url, RESP: 2 });
  client.on("error", () => {});
  await client.connect();
  try {
    return String(await client.sendCommand(command));
  } finally {
    client.destroy();
  }
}
