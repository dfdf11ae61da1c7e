include "unit"

-- The last rank to remove, so that the 1,000 workers that were seen last stay.
local LAST_REMOVED_RANK = '-1001'
-- The time in ms for which a queue counts as registered.
local REGISTRATION_TTL = 1800000

-- Stores the time at which a worker was seen, if it has a name.
local function noteWorker(workers, worker, now)
  if worker ~= '' and redis.pcall('ZADD', workers, digits(now), worker) == 1 then
    redis.call('ZREMRANGEBYRANK', workers, '0', LAST_REMOVED_RANK)
  end
end

-- Reports whether the queue was registered within REGISTRATION_TTL.
local function isRegistered(unit)
  return unit.now - (redis.call('HGET', unit.meta, 'registered') or 0) < REGISTRATION_TTL
end
