-- removeSchedules: removes schedules. The jobs of their slots stay.
-- Returns ok and a letter a schedule: r if it was removed, U if it is unknown.
-- Cost: 8 commands.
-- On demand.
-- Budget: 8500 bytes.
local keys = { meta = KEYS.meta, schedules = KEYS.schedules, slots = KEYS.slots }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local ids = rest(ARGV.ids)

include "schedules"
include "commit"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
unit.frees = true
local letters, removed = {}, {}
local fields, scores = readScheduleFields(keys, ids), redis.call('ZMSCORE', keys.slots, unpack(ids))
for i, id in ipairs(ids) do
  local definition, state = fields[i * 2 - 1], fields[i * 2]
  letters[i] = 'U'
  if not removed[id] and (definition or state or scores[i]) then
    letters[i], removed[id] = 'r', true
    local schedule = parseSchedule(id, definition, state)
    if schedule and schedule.buffered ~= '-' then unit.bufferedChange = (unit.bufferedChange or 0) - 1 end
    dropField(unit, keys.schedules, id)
    dropField(unit, keys.schedules, STATE_PREFIX .. id)
    leave(unit, 'slots', id)
  end
end
countBuffered(unit)
local text = table.concat(letters)
local refused
if not unit.isNew then refused = commit(unit, keys, request, text) end
return refused or 'ok\n' .. text
