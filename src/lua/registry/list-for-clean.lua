-- listForClean: lists the queues of a prefix for a clean, and returns the cursor of the last clean of this kind. A deep
-- clean also corrects the numbers of the makers' queues.
-- Returns ok; the cursor of the last clean, or -; and a line for each queue: its name, its maker or -, and for a deep
-- clean its stamp if that is older than `idle` ms.
-- Cost: 3 commands, and those of the corrections.
-- Budget: 1600 bytes.
local registry, makers, rounds = KEYS.registry, KEYS.makers, KEYS.rounds
local kind, times, idle = ARGV.kind, ARGV.times, tonumber(ARGV.idle)

include "registry"

local lines = { 'ok', redis.call('HGET', rounds, kind) or '-' }
local found, counts, isDeep = {}, {}, kind == 'deep'
local fields = redis.call('HGETALL', makers)
for i = 1, #fields, 2 do found[fields[i]] = fields[i + 1] end
local now = readClock(times)
local entries = redis.call('ZRANGE', registry, '0', '-1', 'WITHSCORES')
for i = 1, #entries, 2 do
  local name, stamp = entries[i], entries[i + 1]
  if name ~= LAST_STAMP then
    local maker = found[name]
    if maker then
      found[name] = nil
      counts[COUNT_PREFIX .. maker] = (counts[COUNT_PREFIX .. maker] or 0) + 1
    end
    lines[#lines + 1] = name .. ' ' .. (maker or '-') .. (isDeep and now - stamp >= idle and ' ' .. stamp or '')
  end
end
if isDeep then
  -- `found` still has the numbers of the makers, and the makers of queues that are not registered.
  for field, count in pairs(counts) do
    if tonumber(found[field]) ~= count then
      -- If memory is full, Redis accepts the next write after one that uses no memory.
      redis.call('HDEL', makers, '')
      redis.call('HSET', makers, field, digits(count))
    end
  end
  for field in pairs(found) do
    if not counts[field] then redis.call('HDEL', makers, field) end
  end
end
return table.concat(lines, '\n')
