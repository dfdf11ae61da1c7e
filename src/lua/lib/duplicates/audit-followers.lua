include "audit"
include "audit-groups"
include "commit"
include "parse-follower"

-- Makes a follower the record of its id if the job has ended or is gone. Without an entry in a state it is an orphan then.
-- Returns true if it did.
local function promoteFollower(unit, keys, jobs, id)
  local bucket, field = jobs[bucketOf(id)], FOLLOWER_PREFIX .. id
  local hasEnded = redis.call('ZSCORE', keys.failed, id) or redis.call('ZSCORE', keys.done, id)
  local follower = redis.call('HGET', bucket, field)
  -- A scan may return a field twice.
  if not follower or not hasEnded and redis.call('HEXISTS', bucket, id) == 1 then return false end
  local record, cost, group = parseFollower(follower)
  local values, before = { id, record }, redis.call('HEXISTS', bucket, MEMBER_PREFIX .. id)
  if cost then
    pushPair(values, MEMBER_PREFIX .. id, formatMember({ mark = '-', cost = cost + 0, group = group ~= '' and group }))
  end
  -- Even when memory is full (lib/kernel/commit.lua).
  redis.call('HDEL', keys.meta, '')
  if isRefused(redis.pcall('HSET', bucket, unpack(values))) then return false end
  for _, set in ipairs(ALL_STATES) do redis.call('ZREM', keys[set], id) end
  local removed = redis.call('HDEL', bucket, field, RUN_PREFIX .. id)
  if cost then removed = removed - 1 + before else removed = removed + removeMember(jobs, id) end
  -- Corrected at once, since this request may compare the number in its last stage.
  unit.runs = digits(math.max(0, unit.runs - removed))
  return true
end
