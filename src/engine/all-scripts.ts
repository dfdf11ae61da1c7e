// All scripts of queues, for tools and tests. The library imports those that it needs, and loads others on demand.
export * from "./on-demand-scripts.gen.ts";
export * from "./scripts.gen.ts";
