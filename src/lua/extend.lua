-- extend: prolongs leases, each for the one that still holds its job. Sent twice, it does the same twice.
-- Returns ok, a letter a job (lib/verdicts.lua), when they end.
-- Cost: 4 commands a batch.
-- Budget: 1300 bytes.
local meta, ready, leased, runs, workers = KEYS.meta, KEYS.ready, KEYS.leased, KEYS.runs, KEYS.workers
local results = rest(KEYS.result)
local clock, duration, worker, items = ARGV.clock, ARGV.duration, ARGV.worker, rest(ARGV.items)

include "list"
include "clock"
include "meta"
include "verdicts"

local sequence, fence = readMeta()
if not sequence then return { 'newer_layout' } end
local now, ids, fences, held, free = timeNow(), {}, {}, {}, {}
for i = 1, #items, 2 do
  ids[#ids + 1] = items[i]
  fences[#ids] = items[i + 1]
end
local _, letters = verdictsOf(ids, fences, fence)
for i, id in ipairs(ids) do
  if letters[i] == 'L' then
    free[#free + 1] = id
    push(held, now + duration, id)
  end
end
-- A lease that ran out may have been taken back; it is theirs again.
if #free > 0 and redis.call('ZADD', leased, unpack(held)) > 0 then redis.call('ZREM', ready, unpack(free)) end
if worker ~= '' then redis.call('ZADD', workers, now, worker) end
return { 'ok', table.concat(letters), string.format('%.0f', now + duration) }
