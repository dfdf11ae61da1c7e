// A Redis Cluster of three nodes on loopback, formed over the wire.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@redis/client";
import { Cleanup } from "../../scripts/processes/cleanup.ts";
import { freePort, type RedisServer, startRedis } from "../../scripts/processes/redis-server.ts";
import { until } from "./wait.ts";

/** A cluster that answers, and takes any slot. */
export interface Cluster {
  /** One address a node. */
  urls: string[];
  stop(): Promise<void>;
}

const NODES = 3;
const SLOTS = 16_384;

/** Starts the nodes, gives each a third of the slots, and waits until all of them agree. */
export async function startCluster(): Promise<Cluster> {
  const cleanup = new Cleanup();
  try {
    const folder = await mkdtemp(join(tmpdir(), "leasehold-cluster-"));
    cleanup.add(() => rm(folder, { recursive: true, force: true }));
    const nodes: Node[] = [];
    for (let i = 0; i < NODES; i++) nodes.push(await startNode(folder, i, cleanup));
    for (const { server } of nodes.slice(1)) await command(server.url, ["CLUSTER", "MEET", ...addressOf(nodes[0])]);
    await until(async () => {
      const states = await Promise.all(nodes.map(({ server }) => command(server.url, ["CLUSTER", "INFO"])));
      return states.every((info) => info.includes("cluster_state:ok") && info.includes(`cluster_known_nodes:${NODES}`));
    }, 25_000);
    return { urls: nodes.map(({ server }) => server.url), stop: () => cleanup.run() };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

interface Node {
  server: RedisServer;
  busPort: number;
}

async function startNode(folder: string, index: number, cleanup: Cleanup): Promise<Node> {
  const busPort = await freePort();
  const settings = [
    ...["--cluster-enabled", "yes", "--cluster-port", String(busPort)],
    ...["--cluster-config-file", join(folder, `node-${index}.conf`), "--cluster-node-timeout", "5000"],
  ];
  const server = await startRedis({ settings });
  cleanup.add(server.stop);
  const [from, to] = [index, index + 1].map((i) => Math.floor((SLOTS * i) / NODES)) as [number, number];
  await command(server.url, ["CLUSTER", "ADDSLOTSRANGE", String(from), String(to - 1)]);
  // Nodes that meet under one epoch would have to settle first which of them goes on with it.
  await command(server.url, ["CLUSTER", "SET-CONFIG-EPOCH", String(index + 1)]);
  return { server, busPort };
}

function addressOf(node: Node | undefined): string[] {
  if (!node) throw new Error("a cluster without nodes");
  return ["127.0.0.1", new URL(node.server.url).port, String(node.busPort)];
}

/** Asks one node, whichever slots it has. */
export async function command(url: string, words: string[]): Promise<string> {
  const client = createClient({ url, RESP: 2 });
  client.on("error", () => {});
  await client.connect();
  try {
    return String(await client.sendCommand(words));
  } finally {
    client.destroy();
  }
}
