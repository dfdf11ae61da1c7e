// The schemas of replies about tokens and the audit log.
import * as v from "valibot";
import { SCOPES } from "../../access/token.ts";
import { named, time, whole } from "./schemas.ts";

/** A new token, which is shown this once. */
export const tokenMade = named("NewTokenMade", v.strictObject({ token: v.string(), name: v.string() }));
export const tokenInfo = named(
  "TokenInfo",
  v.strictObject({
    name: v.string(),
    scopes: v.array(v.picklist(SCOPES)),
    queues: v.exactOptional(v.array(v.string())),
    ids: v.exactOptional(v.array(v.string())),
    notBefore: v.exactOptional(time),
    expires: v.exactOptional(time),
    limits: v.strictObject({
      requests: v.exactOptional(whole),
      bytes: v.exactOptional(whole),
      waits: whole,
      inFlight: v.exactOptional(whole),
      queues: whole,
    }),
    /** False for a token of the configuration, which cannot be revoked here. */
    stored: v.boolean(),
    lastUsedAt: v.exactOptional(time),
  }),
);
export const tokens = v.strictObject({ tokens: v.array(tokenInfo) });
export const audit = named(
  "Audit",
  v.strictObject({
    entries: v.array(
      v.strictObject({
        id: v.string(),
        at: time,
        token: v.string(),
        route: v.string(),
        queue: v.exactOptional(v.string()),
        subject: v.exactOptional(v.string()),
        status: whole,
        requestId: v.exactOptional(v.string()),
      }),
    ),
    cursor: v.exactOptional(v.string()),
  }),
);
