// The operations on jobs that wait for others: what a program loads when it first needs them.
export { Batch, startBatch } from "./batch.ts";
export { listChildren } from "./children.ts";
export { enqueueWaiting } from "./enqueue-waiting.ts";
export { enqueueFlow } from "./flow.ts";
