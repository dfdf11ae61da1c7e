include "unit"

-- Keeps the 1,000 workers that were seen last.
local MOST_WORKERS = '-1001'
-- The time in ms for which a queue counts as registered.
local REGISTERED = 1800000

-- Notes the time at which a worker was seen.
local function noteWorker(workers, worker, now)
  if redis.pcall('ZADD', workers, digits(now), worker) == 1 then
    redis.call('ZREMRANGEBYRANK', workers, '0', MOST_WORKERS)
  end
end

-- Reports whether the queue was lately entered into the registry.
local function isRegistered(unit)
  return unit.now - (redis.call('HGET', unit.meta, 'registered') or 0) < REGISTERED
end
