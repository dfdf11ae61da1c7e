// The schemas of responses about queues in the format of redis-work-queue.
import * as v from "valibot";
import { withRef } from "../json/schema-ref.ts";
import { wholeNumber } from "./response-schemas.ts";

/** The ids of added items. Unlike jobs, items have no states. */
export const addItemsResult = withRef(
  "AddItemsResult",
  v.strictObject({ items: v.array(v.strictObject({ id: v.string(), created: v.boolean() })) }),
);

// `data` for JSON, `base64` for other bytes; the lease only of a leased item.
const item = withRef(
  "Item",
  v.strictObject({
    id: v.string(),
    data: v.exactOptional(v.unknown()),
    base64: v.exactOptional(v.string()),
    lease: v.exactOptional(v.string()),
  }),
);
/** Leased or failed items. */
export const itemList = withRef("Items", v.strictObject({ items: v.array(item) }));

/** The number of failed items that were queued again. */
export const redriveItemsResult = v.strictObject({ redriven: wholeNumber });

const cleanFields = {
  finished: v.boolean(),
  examined: wholeNumber,
  returned: wholeNumber,
  failed: wholeNumber,
  lost: wholeNumber,
  strays: wholeNumber,
  waiting: wholeNumber,
};
/** The counts of a light clean. */
export const cleanItemsResult = withRef("CleanItemsResult", v.strictObject(cleanFields));
/** The counts of a deep clean. */
export const deepCleanItemsResult = withRef(
  "DeepCleanItemsResult",
  v.strictObject({ ...cleanFields, doubles: wholeNumber, unclear: wholeNumber }),
);
/** The id of an item that was removed. */
export const cancelItemResult = v.strictObject({ id: v.string(), ok: v.literal(true) });
