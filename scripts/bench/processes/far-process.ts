// A far network in a process of its own: forwards bytes after half a round trip each way.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

const [port, roundTrip] = process.argv.slice(2).map(Number);

const server = createServer((near) => {
  const far = connect({ port: port ?? 0, host: "127.0.0.1", noDelay: true });
  near.setNoDelay();
  passOn(near, far);
  passOn(far, near);
});
server.listen(0, "127.0.0.1", () => process.send?.({ port: (server.address() as AddressInfo).port }));
process.once("disconnect", () => process.exit());

function passOn(from: Socket, to: Socket): void {
  const later = (what: () => void) => setTimeout(what, (roundTrip ?? 0) / 2);
  from.on("data", (bytes) => later(() => to.write(bytes)));
  from.on("close", () => later(() => to.destroy()));
  from.on("error", () => {});
}
