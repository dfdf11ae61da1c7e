// Clients as users create them, with the settings of @upstash/redis that change the form of replies.
import { Redis, type RedisConfigCloudflare } from "@upstash/redis/cloudflare";
import { inject } from "vitest";
import { type QueueOptions, upstash } from "../../src/index.ts";

const credentials = () => ({ url: inject("restUrl"), token: inject("token") });
const client = (settings: Partial<RedisConfigCloudflare>) => () => new Redis({ ...credentials(), ...settings });

/** The title and the factory of each client. */
export const CLIENTS: [title: string, redis: () => QueueOptions<unknown>["redis"]][] = [
  ["our own settings", () => upstash(credentials())],
  ["default settings", client({})],
  ["automaticDeserialization off", client({ automaticDeserialization: false })],
  ["responseEncoding off", client({ responseEncoding: false })],
  ["both off", client({ automaticDeserialization: false, responseEncoding: false })],
];
