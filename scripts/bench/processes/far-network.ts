// A TCP proxy in a process of its own that forwards bytes after half a round trip each way, as a distant server does.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

const [port = 0, roundTrip = 0] = process.argv.slice(2).map(Number);

const server = createServer((near) => {
  const far = connect({ port, host: "127.0.0.1", noDelay: true });
  near.setNoDelay();
  forwardDelayed(near, far);
  forwardDelayed(far, near);
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once("disconnect", () => process.exit());

function forwardDelayed(from: Socket, to: Socket): void {
  const delayed = (act: () => void) => setTimeout(act, roundTrip / 2);
  from.on("data", (bytes) => delayed(() => to.write(bytes)));
  from.on("close", () => delayed(() => to.destroy()));
  from.on("error", () => {});
}
