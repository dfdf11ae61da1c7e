-- putSchedules: stores schedules. One whose definition has the same digest stays as it is. Other times take effect at once: the
-- stored slots are dropped. Any other change takes effect with the next slot.
-- `items` are an id and a definition in turn (lib/schedules/schedules.lua).
-- Returns ok and a letter a schedule: n new, c changed, s the same; full if the queue would have more than `most`.
-- Cost: 6 commands, 2 for each changed schedule.
-- On demand.
-- Budget: 10600 bytes.
local keys = { meta = KEYS.meta, schedules = KEYS.schedules, slots = KEYS.slots }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local most = tonumber(ARGV.most)
local items, first = rest(ARGV.items)

include "schedules"
include "heartbeat"
include "commit"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
local ids, letters, added, changed = {}, {}, 0, false
for i = first, #items, 2 do ids[#ids + 1] = items[i] end
local fields, scores = readScheduleFields(keys, ids), redis.call('ZMSCORE', keys.slots, unpack(ids))
for i, id in ipairs(ids) do
  local definition, before, state = items[first + i * 2 - 1], fields[i * 2 - 1], fields[i * 2]
  local schedule = parseSchedule(id, before, state)
  local next = parseSchedule(id, definition, schedule and state
    or '0 ' .. digits(unit.now) .. ' 0 0 0 0 0 0 0 - -\n\n')
  -- One that a loss of data has left without its entry, or the queue without its flag, is stored anew.
  if schedule and schedule.digest == next.digest and scores[i] and hasFlag(unit, 'c') then
    letters[i] = 's'
  else
    letters[i], changed = schedule and 'c' or 'n', true
    if not before then added = added + 1 end
    next.changed, next.text = digits(unit.now), state
    if not schedule or schedule.times ~= next.times or isUsedUp(schedule) or not scores[i] then restartSlots(unit, next) end
    putField(unit, keys.schedules, id, definition, before)
    writeSchedule(unit, keys, next, scores[i], unit.now)
  end
end
if added > 0 and redis.call('ZCARD', keys.slots) + added > most then return 'full' end
local text = table.concat(letters)
local registered = isRegistered(unit)
if changed then
  if not hasFlag(unit, 'c') then unit.flags = unit.flags .. 'c' end
  beginQueue(unit)
  local refused = commit(unit, keys, request, text)
  if refused then return refused end
end
return 'ok\n' .. text .. (registered and '' or '\nu')
