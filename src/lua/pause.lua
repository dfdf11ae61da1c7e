-- pause: nothing is leased until resume; everything else goes on.
-- Returns ok.
-- Cost: 3 commands.
-- Budget: 4500 bytes.
local keys = { meta = KEYS.meta }
local times = ARGV.times

include "commit"

local unit = newUnit(keys.meta)
local status = openUnit(unit, times)
if status then return status end
if not hasFlag(unit, 'p') then
  unit.flags = unit.flags .. 'p'
  local refused = commit(unit, keys)
  if refused then return refused end
end
return 'ok'
