-- progress: notes how far a job is, for the one that still holds it, and prolongs its lease if asked.
-- Returns ok, a letter (lib/verdicts.lua).
-- Cost: 4 commands, 5 with a longer lease.
-- Budget: 1150 bytes.
local meta, ready, leased, runs, results = KEYS.meta, KEYS.ready, KEYS.leased, KEYS.runs, rest(KEYS.result)
local clock, duration, id, fence, progress = ARGV.clock, ARGV.duration, ARGV.id, ARGV.fence, ARGV.progress

include "clock"
include "meta"
include "verdicts"

local sequence, lastFence = readMeta()
if not sequence then return { 'newer_layout' } end
local stored, letters = verdictsOf({ id }, { fence }, lastFence)
if letters[1] == 'L' then
  local head, tail = string.match(stored[1], '^([^\n]*\n[^\n]*\n)[^\n]*(.*)$')
  redis.call('HSET', runs, id, (head or stored[1] .. '\n\n') .. progress .. (tail or ''))
  if duration ~= '' and redis.call('ZADD', leased, timeNow() + duration, id) > 0 then redis.call('ZREM', ready, id) end
end
return { 'ok', letters[1] }
