// `leasehold/gateway`: a local Upstash-compatible REST server over a Redis, for development and tests. Node only.
export { type Gateway, type GatewayOptions, startGateway } from "./instruments/gateway/server.ts";
