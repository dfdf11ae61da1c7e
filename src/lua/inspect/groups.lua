-- groups: reads the groups of a queue, a page at a time: those with blocked jobs, then others with an override, then others
-- with leased jobs. `cursor` is "stage cursor", or - to read only the limits of the queue; `names` are the only groups to read,
-- if there are any.
-- Returns ok, then the next cursor, or - after the last page; the time; "-" and the limits of the queue; then for each group its
-- name, a tab, its description (lib/groups/groups.lua), a tab, and its override.
-- Cost: 7 commands, up to 4 to find a stage with groups, 1 for each group with blocked jobs, 1 for each group with leased ones
-- only.
-- Budget: 5000 bytes.
local meta, lines, overrides, holders = KEYS.meta, KEYS.lines, KEYS.overrides, KEYS.holders
local groups, blocked = KEYS.groups, KEYS.blocked
local times, cursor, last, limit, names = ARGV.times, ARGV.cursor, ARGV.last, tonumber(ARGV.limit), rest(ARGV.names)

include "groups"

-- A stage without groups leads to the next one in the same request.
local MAX_ROUNDS = 5

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
local isGiven, found, overridden, next, rounds = #names > 0, {}, {}, cursor, 0
local stage, at
if isGiven then next = '-' else found = names end
while #found == 0 and next ~= '-' and rounds < MAX_ROUNDS do
  rounds = rounds + 1
  stage, at = string.match(next, '^(%d) (.*)$')
  if stage == '1' then
    local page = redis.call('HSCAN', lines, at, 'COUNT', digits(limit))
    for i = 2, #page[2], 2 do found[#found + 1] = string.match(page[2][i], '^%d+ (.+)$') end
    next = page[1] ~= '0' and '1 ' .. page[1] or last == '1' and '-' or '2 0'
  elseif stage == '2' then
    local page = redis.call('HSCAN', overrides, at, 'COUNT', digits(limit))
    for i = 1, #page[2], 2 do found[#found + 1] = page[2][i] end
    next = page[1] ~= '0' and '2 ' .. page[1] or '3 '
  else
    -- Skips from one group to the next.
    for _ = 1, limit do
      local member = redis.call('ZRANGE', holders, at == '' and '-' or '(' .. at .. '\1', '+', 'BYLEX', 'LIMIT', '0', '1')[1]
      if not member then break end
      at = string.match(member, '^(%Z*)')
      found[#found + 1] = at
    end
    next = #found == limit and '3 ' .. at or '-'
  end
end
local out = { 'ok', next, digits(unit.now), '-' .. (redis.call('HGET', meta, 'limits') or '') }
local fields = {}
if #names > 0 then
  overridden, fields = redis.call('HMGET', overrides, unpack(names)), redis.call('HMGET', groups, unpack(names))
end
for i, name in ipairs(names) do
  local description, number = describeGroup(blocked, fields[i])
  local isBlocked = number > 0
  -- A group is on the page of the first stage that has it.
  if isGiven or stage == '1' and isBlocked or not isBlocked and (stage == '2' or stage == '3' and not overridden[i]) then
    out[#out + 1] = name .. '\t' .. description .. '\t' .. (overridden[i] or '')
  end
end
return table.concat(out, '\n')
