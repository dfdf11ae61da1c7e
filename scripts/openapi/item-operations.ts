// The operations of queues in the format of redis-work-queue.

import * as requests from "../../src/http/requests/request-schemas.ts";
import * as itemResponses from "../../src/http/responses/item-schemas.ts";
import * as responses from "../../src/http/responses/response-schemas.ts";
import { BAD_BODY, type Operation } from "./operation.ts";

const QUEUE = "/v1/redis-work-queues/:queue";

/** 404 where no such queue has the name. */
export const ITEM_OPERATIONS: Operation[] = [
  {
    id: "getRedisWorkQueue",
    method: "get",
    path: QUEUE,
    tag: "Items",
    summary: "The number of items that wait and that are leased",
    scopes: ["read"],
    responses: { 200: ["The queue.", responses.redisWorkQueue] },
    problems: [404],
  },
  {
    id: "addItems",
    method: "post",
    path: `${QUEUE}/items`,
    tag: "Items",
    summary: "Add one item, or an array of items: all of them or none",
    scopes: ["produce"],
    body: ["NewItems", requests.newItems, { data: { url: "https://example.com/cat.png" } }],
    repeatable: true,
    responses: {
      201: [
        "One or more items were created. An entry for each, in the order of the request.",
        itemResponses.addItemsResult,
      ],
      200: ["No item was created: all ids were known.", itemResponses.addItemsResult],
    },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "listFailedItems",
    method: "get",
    path: `${QUEUE}/failed`,
    tag: "Items",
    summary: "Items whose leases ran out too often",
    scopes: ["read"],
    query: requests.failedItemsQuery,
    responses: { 200: ["The items, in one page.", itemResponses.itemList] },
    problems: [400, 404],
  },
  {
    id: "leaseItems",
    method: "post",
    path: `${QUEUE}/lease`,
    tag: "Items",
    summary: "Take waiting items out for a limited time",
    scopes: ["consume"],
    body: ["LeaseItemsRequest", requests.leaseItemsRequest, { count: 10, for: "30s" }],
    repeatable: true,
    responses: { 200: ["The items, perhaps none.", itemResponses.itemList] },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "completeItem",
    method: "post",
    path: `${QUEUE}/items/:id/complete`,
    tag: "Items",
    summary: "Complete an item with the lease that it came with",
    scopes: ["consume"],
    body: [
      "CompleteItemRequest",
      requests.completeItemRequest,
      { lease: `w1.${"0".repeat(40)}.9f2c4e6a8b0d1f3e5c7a9b2d4f6e8c0a` },
    ],
    repeatable: true,
    responses: { 200: ["It took effect.", responses.success] },
    problems: [...BAD_BODY, 404, 409],
  },
  {
    id: "cancelItem",
    method: "delete",
    path: `${QUEUE}/items/:id`,
    tag: "Items",
    summary: "Remove an item, whoever holds it",
    scopes: ["operate", "cancel"],
    responses: { 200: ["It is cancelled.", itemResponses.cancelItemResult] },
    problems: [400, 404, 413],
  },
  {
    id: "redriveItems",
    method: "post",
    path: `${QUEUE}/redrive`,
    tag: "Items",
    summary: "Let failed items wait again: those named, or the first `limit`",
    scopes: ["operate"],
    body: ["RedriveRequest", requests.redriveRequest, { limit: 100 }],
    responses: { 200: ["The result.", itemResponses.redriveItemsResult] },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "cleanItems",
    method: "post",
    path: `${QUEUE}/clean`,
    tag: "Items",
    summary: "The light clean: puts back items whose lease ran out",
    scopes: ["operate"],
    body: ["CleanRequest", requests.cleanRequest, { limit: 500 }],
    responses: { 200: ["The result.", itemResponses.cleanItemsResult] },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "deepCleanItems",
    method: "post",
    path: `${QUEUE}/deep-clean`,
    tag: "Items",
    summary: "The deep clean: finds every item and repairs the lists",
    scopes: ["operate"],
    responses: { 200: ["The result.", itemResponses.deepCleanItemsResult] },
    problems: [...BAD_BODY, 404],
  },
];
