// The schemas of responses about tokens and the audit log.
import * as v from "valibot";
import { SCOPES } from "../../access/token.ts";
import { withRef } from "../json/schema-ref.ts";
import { time, wholeNumber } from "./response-schemas.ts";

/** A new token. No later response contains it. */
export const createdToken = withRef("CreatedToken", v.strictObject({ token: v.string(), name: v.string() }));
const rights = {
  name: v.string(),
  scopes: v.array(v.picklist(SCOPES)),
  queues: v.exactOptional(v.array(v.string())),
  ids: v.exactOptional(v.array(v.string())),
  groups: v.exactOptional(v.array(v.string())),
};
/** The rights of the token that sends a request. */
export const ownToken = withRef("OwnToken", v.strictObject(rights));
/** A token without its hash. */
export const tokenInfo = withRef(
  "TokenInfo",
  v.strictObject({
    ...rights,
    notBefore: v.exactOptional(time),
    expires: v.exactOptional(time),
    limits: v.strictObject({
      requests: v.exactOptional(wholeNumber),
      bytes: v.exactOptional(wholeNumber),
      waits: wholeNumber,
      inFlight: v.exactOptional(wholeNumber),
      queues: wholeNumber,
      maxCost: v.exactOptional(wholeNumber),
    }),
    /** False for a token of the configuration, which POST /v1/tokens/revoke cannot revoke. */
    stored: v.boolean(),
    lastUsedAt: v.exactOptional(time),
  }),
);
/** The tokens that the caller may see. */
export const tokenList = v.strictObject({ tokens: v.array(tokenInfo) });
/** A page of the audit log. */
export const auditPage = withRef(
  "AuditPage",
  v.strictObject({
    entries: v.array(
      v.strictObject({
        id: v.string(),
        at: time,
        token: v.string(),
        route: v.string(),
        queue: v.exactOptional(v.string()),
        subject: v.exactOptional(v.string()),
        change: v.exactOptional(v.literal(true)),
        status: wholeNumber,
        requestId: v.exactOptional(v.string()),
      }),
    ),
    cursor: v.exactOptional(v.string()),
  }),
);
