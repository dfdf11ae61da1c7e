// A TCP proxy in front of the gateway that ends all its connections on request, without an error, as a real proxy does.
import { connect, createServer, type Socket } from "node:net";
import { listenOnLoopback } from "../processes/loopback.ts";

/** A proxy that listens on loopback. */
export interface TcpProxy {
  url: string;
  /** Ends all connections. Returns their number. */
  endConnections(): number;
  close(): Promise<void>;
}

/** Starts a proxy to a port of loopback. */
export async function startTcpProxy(port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const forward = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.pipe(to);
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
  };
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1");
    forward(near, far);
    forward(far, near);
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    url,
    endConnections() {
      const connections = sockets.size / 2;
      for (const socket of sockets) socket.end();
      return connections;
    },
    async close() {
      const closed = close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
