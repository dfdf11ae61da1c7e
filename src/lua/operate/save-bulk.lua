-- saveBulk: stores a bulk operation of an existing queue, unless another client has stored it since its version was read. A
-- repeated request finds its own text.
-- Returns ok, and what is stored now: the version, a space and the text, or 0 if there is no such operation. A stored text has the
-- version after the given one. full: the queue has `most` operations.
-- Beside the operations, the field `running` of the hash is the number of those that run, while there are any: the light clean
-- reads it.
-- Cost: 6 commands.
-- Budget: 1700 bytes.
local meta, bulk = KEYS.meta, KEYS.bulk
local times, id, version, text, most = ARGV.times, ARGV.id, ARGV.version, ARGV.text, tonumber(ARGV.most)

include "unit"

-- Reports whether an operation runs. Inside of a JSON string the quotes would be escaped.
local function isRunning(operation)
  return string.find(operation, '"status":"running"', 1, true) ~= nil
end

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
local before = redis.call('HGET', bulk, id)
local current = before and string.match(before, '^%d+') or '0'
if unit.isNew or current ~= version then return 'ok\n' .. (before or '0') end
if text == '' then
  redis.call('HDEL', bulk, id)
  return 'ok\n0'
end
local noted = redis.call('HGET', bulk, 'running')
if not before and redis.call('HLEN', bulk) - (noted and 1 or 0) >= most then return 'full' end
local after = digits(current + 1) .. ' ' .. text
local running = (noted or 0) + (isRunning(text) and 1 or 0) - (before and isRunning(before) and 1 or 0)
if running > 0 then
  redis.call('HSET', bulk, id, after, 'running', digits(running))
else
  redis.call('HSET', bulk, id, after)
  if noted then redis.call('HDEL', bulk, 'running') end
end
return 'ok\n' .. after
