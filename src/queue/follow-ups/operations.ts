// The operations on follow-ups: what a program loads when it first needs them (`FollowUpOperations`).
export { addTo } from "./add-to-item.ts";
export { forward } from "./forward.ts";
export { listOutbox } from "./list-outbox.ts";
export { settleLinked } from "./settle-linked.ts";
