// The operations on queues in the format of redis-work-queue.
import * as requests from "../../src/http/requests/request-schemas.ts";
import * as itemResponses from "../../src/http/responses/item-schemas.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { BAD_BODY, type Operation, withTag } from "./operation.ts";

const QUEUE = "/v1/redis-work-queues/:queue";

/** The operations. They respond with 404 if the app has no such queue. */
export const ITEM_OPERATIONS: Operation[] = withTag("Items", [
  {
    id: "getRedisWorkQueue",
    method: "get",
    path: QUEUE,
    summary: "Return the numbers of queued and leased items",
    scopes: ["read"],
    responses: { 200: ["The queue.", responses.redisWorkQueue] },
    problems: [404],
  },
  {
    id: "addItems",
    method: "post",
    path: `${QUEUE}/items`,
    summary: "Add one item, or an array of items: all of them or none",
    scopes: ["produce"],
    body: ["NewItems", requests.newItems, { data: { url: "https://example.com/cat.png" } }],
    repeatable: true,
    responses: {
      201: [
        "At least one item was created. An entry for each, in the order of the request.",
        itemResponses.addItemsResult,
      ],
      200: ["No item was created, since all ids were known.", itemResponses.addItemsResult],
    },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "listFailedItems",
    method: "get",
    path: `${QUEUE}/failed`,
    summary: "List items whose leases expired too often",
    scopes: ["read"],
    query: requests.failedItemsQuery,
    responses: { 200: ["The items, in one page.", itemResponses.itemList] },
    problems: [400, 404],
  },
  {
    id: "leaseItems",
    method: "post",
    path: `${QUEUE}/lease`,
    summary: "Lease queued items for a limited time",
    scopes: ["consume"],
    body: ["LeaseItemsRequest", requests.leaseItemsRequest, { count: 10, for: "30s" }],
    repeatable: true,
    responses: { 200: ["The items; an empty list if none is queued.", itemResponses.itemList] },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "completeItem",
    method: "post",
    path: `${QUEUE}/items/:id/complete`,
    summary: "Complete a leased item",
    scopes: ["consume"],
    body: [
      "CompleteItemRequest",
      requests.completeItemRequest,
      { lease: `w1.${"0".repeat(40)}.9f2c4e6a8b0d1f3e5c7a9b2d4f6e8c0a` },
    ],
    repeatable: true,
    responses: { 200: ["The item is completed.", responses.success] },
    problems: [...BAD_BODY, 404, 409],
  },
  {
    id: "cancelItem",
    method: "delete",
    path: `${QUEUE}/items/:id`,
    summary: "Remove an item, even a leased one",
    scopes: ["operate", "cancel"],
    responses: { 200: ["The item is removed.", itemResponses.cancelItemResult] },
    problems: [400, 404, 413],
  },
  {
    id: "redriveItems",
    method: "post",
    path: `${QUEUE}/redrive`,
    summary: "Queue failed items again: those with the given ids, or the first `limit`",
    scopes: ["operate"],
    body: ["RedriveRequest", requests.redriveItemsRequest, { limit: 100 }],
    responses: { 200: ["The result.", itemResponses.redriveItemsResult] },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "cleanItems",
    method: "post",
    path: `${QUEUE}/clean`,
    summary: "Run a light clean, which queues items with an expired lease again",
    scopes: ["operate"],
    body: ["CleanRequest", requests.cleanRequest, { limit: 500 }],
    responses: { 200: ["The result.", itemResponses.cleanItemsResult] },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "deepCleanItems",
    method: "post",
    path: `${QUEUE}/deep-clean`,
    summary: "Run a deep clean, which finds every item and repairs the lists",
    scopes: ["operate"],
    responses: { 200: ["The result.", itemResponses.deepCleanItemsResult] },
    problems: [...BAD_BODY, 404],
  },
]);
