// Reads items in the replies of scripts, and validates their ids.
import { invalidArgument } from "../base/arguments.ts";
import { badReplyError, type Reply } from "../engine/call.ts";
import { fromReply } from "./bytes.ts";
import { Item } from "./item.ts";

const MAX_ID_BYTES = 1_024;
const DIGEST_CHARACTERS = 40;

/** Reads the items of a reply: for each "i", the digest of its data and its id; then "d" and its data. */
export function readItems(reply: Reply, holder?: string): Item[] {
  const { values } = reply;
  const items: Item[] = [];
  for (let at = 0; at + 1 < values.length; at += 2) {
    const [head = "", data = ""] = [values[at], values[at + 1]];
    if (!/^i[0-9a-f]{40}/.test(head) || !data.startsWith("d")) throw badReplyError(reply);
    const digest = head.slice(1, DIGEST_CHARACTERS + 1);
    const id = fromReply(head.slice(DIGEST_CHARACTERS + 1));
    items.push(new Item(fromReply(data.slice(1)), id, holder && `${holder}.${digest}`));
  }
  return items;
}

/** Validates an id before it is sent. The other clients treat an empty id as none. */
export function validateItemId(id: Uint8Array): Uint8Array {
  if (id instanceof Uint8Array && id.length > 0 && id.length <= MAX_ID_BYTES) return id;
  throw invalidArgument(`an id must be 1 to ${MAX_ID_BYTES} bytes`);
}
