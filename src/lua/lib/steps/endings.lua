include "lists"
include "unit"

-- The endings of jobs that are gone: a hash of id → letter and tick. Letters: C done, X cancelled, E expired, F failed,
-- P purged. Endings are written to one hash until it is old and large. Then it replaces the older hash, which is
-- removed. So an ending is known for two minutes or while it is among the last 10,000, whichever is longer, unless a
-- million jobs end within these two minutes.
local MIN_ENDINGS_AGE = 120000
local MIN_ENDINGS = 10000
local MAX_ENDINGS = 1000000
-- The field with the time at which a hash was begun; no id is empty. The time is padded to a length that makes Redis
-- store the hash as a table: a list of 512 entries is slow to search.
local SINCE_FIELD = ''

-- Begins the current hash with the time.
local function beginEndings(unit, keys)
  redis.pcall('HSET', keys.endings, SINCE_FIELD, string.format('%-65d', unit.now))
end

-- Makes the current hash the older one. UNLINK frees the previous older one in the background, which RENAME would not
-- do.
local function rotateEndings(unit, keys)
  redis.call('UNLINK', keys.endedBefore)
  redis.call('RENAME', keys.endings, keys.endedBefore)
  beginEndings(unit, keys)
end

-- Rotates the hashes if the current one is older than `age` ms and has at least `minSize` fields. Removes both if the
-- current one has no endings.
local function rotateOldEndings(unit, keys, age, minSize)
  local size = redis.call('HLEN', keys.endings)
  if size < minSize then return end
  local since = redis.call('HGET', keys.endings, SINCE_FIELD)
  if not since then beginEndings(unit, keys) end
  if size >= MAX_ENDINGS or since and unit.now - since > age then
    rotateEndings(unit, keys)
    if size == 1 then redis.call('UNLINK', keys.endings, keys.endedBefore) end
  end
end

-- Writes the endings of a committed unit. A refusal is ignored, since endings are not guaranteed. If the key cannot
-- grow, another hash is begun.
local function writeEndings(unit, keys)
  if not unit.finished and not unit.endings then return end
  local list, tick, isFirst = {}, unit.lastTick
  if unit.finished then
    local ending = 'C' .. tick
    for i, id in ipairs(unit.finished) do list[i * 2 - 1], list[i * 2] = id, ending end
    -- Probably the first jobs that the queue completes, so that the hash does not exist yet.
    isFirst = unit.completed - #unit.finished == 0
  end
  if unit.endings then
    for i = 1, #unit.endings, 2 do pushPair(list, unit.endings[i], unit.endings[i + 1] .. tick) end
  end
  if keys.endedBefore then isFirst = redis.call('EXISTS', keys.endings) == 0 end
  if isFirst then beginEndings(unit, keys) end
  local result = redis.pcall('HSET', keys.endings, unpack(list))
  if keys.endedBefore and not isFirst and type(result) == 'table' and string.sub(result.err, 1, 3) ~= 'OOM' then
    rotateEndings(unit, keys)
  end
end

-- Returns the last endings of ids, a letter and a tick each; false for an unknown one.
local function lastEndings(keys, ids)
  local found = redis.call('HMGET', keys.endings, unpack(ids))
  for i, ending in ipairs(redis.call('HMGET', keys.endedBefore, unpack(ids))) do found[i] = found[i] or ending end
  return found
end
