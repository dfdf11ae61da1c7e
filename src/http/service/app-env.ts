// The variables that the middleware and handlers of one request share.
import type { Access } from "../../access/token.ts";
import type { Service } from "./service.ts";

/** The environment of the app's routes, as Hono types it. */
export interface AppEnv {
  Variables: {
    requestId: string;
    access: Access;
    /** The subject of a request beside its queue, for the audit log. */
    subject: string;
    /** True if a request changes payloads or options of jobs, for the audit log. */
    changesJobs: true;
    service: Service;
    /** Releases the slot that the request takes among those in flight. */
    releaseSlot: () => void;
    /** The time in ms that the request has waited for Redis. */
    redisTime: number;
    /** True if JSON.stringify of the parsed body changes none of its values. */
    isExact: boolean;
  };
}
