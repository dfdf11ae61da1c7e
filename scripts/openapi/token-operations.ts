// The operations on tokens and on the audit log, in the OpenAPI document.

import * as requests from "../../src/http/requests/request-schemas.ts";
import * as tokenResponses from "../../src/http/responses/token-schemas.ts";
import { BAD_BODY, type Operation } from "./operation.ts";

export const TOKEN_OPERATIONS: Operation[] = [
  {
    id: "makeToken",
    method: "post",
    path: "/v1/tokens",
    tag: "Tokens",
    summary: "Make a token that is kept in Redis, with no more rights than the one that makes it",
    description: "The token is in the reply, and is shown this once. It is accepted everywhere within five seconds.",
    scopes: ["admin"],
    body: ["NewToken", requests.newToken, { name: "web", scopes: ["produce"], queues: ["emails", "web-*"] }],
    responses: { 201: ["The token.", tokenResponses.createdToken] },
    problems: [...BAD_BODY, 404, 409],
  },
  {
    id: "listTokens",
    method: "get",
    path: "/v1/tokens",
    tag: "Tokens",
    summary: "All tokens, configured and stored, without what would prove them",
    scopes: ["admin"],
    responses: { 200: ["The tokens.", tokenResponses.tokenList] },
  },
  {
    id: "revokeToken",
    method: "post",
    path: "/v1/tokens/revoke",
    tag: "Tokens",
    summary: "Revoke a stored token",
    description: "It is refused everywhere within five seconds, and so are the receipts that it was given.",
    scopes: ["admin"],
    body: ["RevokeRequest", requests.revokeRequest, { name: "web" }],
    responses: { 204: ["It is revoked."] },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "readAuditLog",
    method: "get",
    path: "/v1/audit",
    tag: "Tokens",
    summary: "What holders of tokens have changed, and what they were refused",
    scopes: ["admin"],
    query: requests.auditQuery,
    responses: { 200: ["Entries after an id, oldest first.", tokenResponses.auditPage] },
    problems: [400],
  },
];
