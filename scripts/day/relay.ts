// A TCP relay before the gateway that ends all its connections without an error, as a proxy does.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A relay that listens. */
export interface Relay {
  url: string;
  /** Ends all connections. Returns their number. */
  cut(): number;
  close(): Promise<void>;
}

/** Starts a relay to a port of loopback. */
export async function startRelay(port: number): Promise<Relay> {
  const sockets = new Set<Socket>();
  const server = createServer((from) => {
    const to = connect(port, "127.0.0.1");
    for (const [a, b] of [
      [from, to],
      [to, from],
    ] as const) {
      sockets.add(a);
      a.pipe(b);
      a.on("error", () => b.destroy());
      a.on("close", () => {
        sockets.delete(a);
        b.destroy();
      });
    }
  });
  await new Promise<void>((resolve, reject) => server.listen(0, "127.0.0.1", resolve).once("error", reject));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      const connections = sockets.size / 2;
      for (const socket of sockets) socket.end();
      return connections;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
