-- pauseSchedule: pauses a schedule with a note, or with `-` as `paused` lets it go on. Slots that pass during a pause do not count
-- as missed.
-- Returns ok and p if the schedule is paused now, a if it is active; U if it is unknown.
-- Cost: 6 commands.
-- On demand.
-- Budget: 10400 bytes.
local keys = { meta = KEYS.meta, schedules = KEYS.schedules, slots = KEYS.slots }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local id, paused, note = ARGV.id, ARGV.paused, ARGV.note

include "schedules"
include "commit"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
local fields = readScheduleFields(keys, { id })
local schedule = parseSchedule(id, fields[1], fields[2])
if not schedule then return 'ok\nU' end
if paused == '-' and schedule.paused ~= '-' then
  schedule.paused, schedule.note = '-', ''
  while schedule.slots[1] and slotTime(schedule.slots[1]) <= unit.now do table.remove(schedule.slots, 1) end
  if not schedule.slots[1] and schedule.isLast == '0' then restartSlots(unit, schedule) end
elseif paused ~= '-' then
  if schedule.paused == '-' then schedule.paused = digits(unit.now) end
  schedule.note = note
end
local text = schedule.paused == '-' and 'a' or 'p'
writeSchedule(unit, keys, schedule, redis.call('ZSCORE', keys.slots, id), unit.now)
local shouldWake = unit.sooner and hasListeners(unit)
local refused = commit(unit, keys, request, text)
if refused then return refused end
if shouldWake then wake(unit) end
return 'ok\n' .. text
