// A gateway in a process of its own.
import { startGateway } from "../../../src/instruments/gateway/server.ts";

const gateway = await startGateway({ redisUrl: process.argv[2] ?? "" });
process.send?.({ url: gateway.url, token: gateway.token });
process.once("disconnect", () => process.exit());
