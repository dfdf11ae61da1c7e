-- resume: jobs are leased again, and whoever waits is told.
-- Returns ok.
-- Cost: 5 commands.
-- Budget: 5100 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready }
local times = ARGV.times

include "commit"
include "wake"

local unit = newUnit(keys.meta)
local status = openUnit(unit, times)
if status then return status end
if hasFlag(unit, 'p') then
  unit.flags = string.gsub(unit.flags, 'p', '')
  unit.frees = true
  local refused = commit(unit, keys)
  if refused then return refused end
  unit.readied = redis.call('ZCARD', keys.ready)
  if isHeard(unit) then wake(unit) end
end
return 'ok'
