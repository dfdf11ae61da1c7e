// A store that handlers write to, in place of a user's own database: one hash is guarded by the fence, the other one keeps
// the last write.
import type { Adapter, Job, Script } from "../../src/index.ts";

/** The hash of the highest fence that was written for each job id. */
export const GUARDED_KEY = "marks:guarded";
/** The hash of the fence that was written last for each job id. */
export const UNGUARDED_KEY = "marks:unguarded";
/** The number of writes that the guard refused. */
export const REFUSED_KEY = "marks:refused";

const WRITE: Script = {
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

/** Records that a job was handled under its fence. The guarded hash refuses a fence that is lower than the recorded one. */
export async function writeCompletion(
  redis: Adapter,
  { id, fence }: Pick<Job<unknown>, "id" | "fence">,
): Promise<void> {
  await redis.run(WRITE, [GUARDED_KEY, UNGUARDED_KEY, REFUSED_KEY], [id, String(fence)]);
}
