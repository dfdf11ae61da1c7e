include "commit"
include "release-heads"

-- Lets more groups go on after a change of the queue's limits that had to stop early, in a unit of its own. `release` in meta
-- has the cursor in `groups`, and r if the rate of groups has changed.
local function releaseMore(unit, keys, jobs, offset)
  if not hasFlag(unit, 's') then return end
  local old, head, names = redis.call('HGET', unit.meta, 'release'), headParts(unit), {}
  local cursor, mark = string.match(old or '', '^(%d+) (%S)$')
  local found = redis.call('HSCAN', keys.groups, cursor or '0', 'COUNT', digits(MAX_TOUCHED))
  for i = 1, #found[2], 2 do
    local group = {}
    parseGroup(group, found[2][i + 1])
    if group.number > 0 or group.tat > 0 then names[#names + 1] = found[2][i] end
  end
  unit.fields = { 'release', found[1] .. ' ' .. (mark or '-') }
  saveOld(unit, unit.meta, 'release', old)
  if found[1] == '0' then unit.flags = string.gsub(unit.flags, 's', '') end
  releaseGroups(unit, keys, jobs, offset, names, mark == 'r')
  arrangeGroups(unit, keys, jobs, offset)
  if commit(unit, keys) then restoreHead(unit, head) end
  resetUnit(unit)
end
