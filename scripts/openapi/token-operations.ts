// The operations on tokens and on the audit log.
import { SCOPES } from "../../src/access/token.ts";
import * as requests from "../../src/http/requests/request-schemas.ts";
import * as tokenResponses from "../../src/http/responses/token-schemas.ts";
import { BAD_BODY, type Operation, withTag } from "./operation.ts";

/** The operations. */
export const TOKEN_OPERATIONS: Operation[] = withTag("Tokens", [
  {
    id: "makeToken",
    method: "post",
    path: "/v1/tokens",
    summary: "Create a token that is stored in Redis, with no more rights than the caller's",
    description: "Only this response contains the token. Every process accepts it within five seconds.",
    scopes: ["admin"],
    body: ["NewToken", requests.newToken, { name: "web", scopes: ["produce"], queues: ["emails", "web-*"] }],
    responses: { 201: ["The token.", tokenResponses.createdToken] },
    problems: [...BAD_BODY, 404, 409],
  },
  {
    id: "getToken",
    method: "get",
    path: "/v1/token",
    summary: "Return the name and the rights of the token that sends the request",
    scopes: SCOPES,
    responses: { 200: ["The token.", tokenResponses.ownToken] },
  },
  {
    id: "listTokens",
    method: "get",
    path: "/v1/tokens",
    summary: "List all tokens, configured and stored, without their hashes",
    scopes: ["admin"],
    responses: { 200: ["The tokens.", tokenResponses.tokenList] },
  },
  {
    id: "revokeToken",
    method: "post",
    path: "/v1/tokens/revoke",
    summary: "Revoke a stored token",
    description: "Within five seconds every process refuses the token, and the receipts that were issued to it.",
    scopes: ["admin"],
    body: ["RevokeRequest", requests.revokeRequest, { name: "web" }],
    responses: { 204: ["The token is revoked."] },
    problems: [...BAD_BODY, 404],
  },
  {
    id: "readAuditLog",
    method: "get",
    path: "/v1/audit",
    summary: "List changes and refused requests, with the tokens that sent them",
    scopes: ["admin"],
    query: requests.auditQuery,
    responses: { 200: ["Entries after an id, oldest first.", tokenResponses.auditPage] },
    problems: [400],
  },
]);
