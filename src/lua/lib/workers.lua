include "unit"

-- The most workers that are remembered; the ones that were seen last.
local MOST_WORKERS = '-1001'
-- How long a queue counts as registered, in ms.
local REGISTERED = 3600000

-- Notes that a worker was seen.
local function noteWorker(workers, worker, now)
  if redis.pcall('ZADD', workers, digits(now), worker) == 1 then
    redis.call('ZREMRANGEBYRANK', workers, '0', MOST_WORKERS)
  end
end

-- Whether the queue was entered into the registry within the last hour.
local function isRegistered(unit)
  return unit.now - (redis.call('HGET', unit.meta, 'registered') or 0) < REGISTERED
end
