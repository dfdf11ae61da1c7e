// Clients of a database as users make them, with settings that change how replies look.
import { Redis, type RedisConfigCloudflare } from "@upstash/redis/cloudflare";
import { inject } from "vitest";
import { type QueueOptions, upstash } from "../../src/index.ts";

const credentials = () => ({ url: inject("restUrl"), token: inject("token") });
const client = (settings: Partial<RedisConfigCloudflare>) => () => new Redis({ ...credentials(), ...settings });

/** A title, and what makes the client. */
export const CLIENTS: [title: string, redis: () => QueueOptions<unknown>["redis"]][] = [
  ["our own settings", () => upstash(credentials())],
  ["default settings", client({})],
  ["automaticDeserialization off", client({ automaticDeserialization: false })],
  ["responseEncoding off", client({ responseEncoding: false })],
  ["both off", client({ automaticDeserialization: false, responseEncoding: false })],
];
