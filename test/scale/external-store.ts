// A second place that handlers write to, as a user's own database would be: one hash guarded by the fence, and one that
// takes whatever comes last.
import type { Adapter, Job, Script } from "../../src/index.ts";

export const GUARDED = "marks:guarded";
export const UNGUARDED = "marks:unguarded";
export const REFUSED = "marks:refused";

const MARK: Script = {
  name: "mark",
  text: `redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
local known = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or 0)
if known > tonumber(ARGV[2]) then
  redis.call('INCR', KEYS[3])
  return { 'refused' }
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return { 'ok' }`,
};

/** Writes that a job was done under its fence, unless somebody did it under a higher one. */
export async function mark(redis: Adapter, { id, fence }: Pick<Job<unknown>, "id" | "fence">): Promise<void> {
  await redis.run(MARK, [GUARDED, UNGUARDED, REFUSED], [id, String(fence)]);
}
