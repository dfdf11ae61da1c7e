// The operations on follow-ups and on jobs that wait for others: what a program loads when it first needs them
// (`FollowUpOperations`).
export { listChildren } from "../flows/children.ts";
export { resolveAfterTurn, resolveWaiting } from "../flows/resolve.ts";
export { addTo } from "./add-to-item.ts";
export { forward } from "./forward.ts";
export { listOutbox } from "./list-outbox.ts";
export { settleLinked } from "./settle-linked.ts";
