-- listSchedules: reads schedules in the order of their next slots, from the rank `from` on; or those of `ids`.
-- Returns ok and "now total"; then a line "id slot" for each schedule, and as records its definition, and its state with the
-- outcomes of the runs that have ended since.
-- Cost: 13 commands.
-- On demand.
-- Budget: 4300 bytes.
local meta = KEYS.meta
local keys = { ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased, failed = KEYS.failed,
  done = KEYS.done, endings = KEYS.endings, endedBefore = KEYS.endedBefore, schedules = KEYS.schedules, slots = KEYS.slots }
local times, from, limit = ARGV.times, tonumber(ARGV.from), tonumber(ARGV.limit)
local ids = rest(ARGV.ids)

include "fire"

local unit = newUnit(meta)
local status = openUnit(unit, times)
if status then return status end
if #ids == 0 then ids = redis.call('ZRANGE', keys.slots, digits(from), digits(from + limit - 1)) end
local lines, records, schedules = { 'ok', digits(unit.now) .. ' ' .. digits(redis.call('ZCARD', keys.slots)) }, {}, {}
if #ids > 0 then
  local fields, scores = readScheduleFields(keys, ids), redis.call('ZMSCORE', keys.slots, unpack(ids))
  for i, id in ipairs(ids) do
    local schedule = parseSchedule(id, fields[i * 2 - 1], fields[i * 2])
    if schedule then
      schedule.score = scores[i] or NEVER
      schedules[#schedules + 1] = schedule
    end
  end
  readOutcomes(keys, schedules)
  for _, schedule in ipairs(schedules) do
    lines[#lines + 1] = schedule.score .. ' ' .. schedule.id
    pushPair(records, schedule.definition, formatSchedule(schedule))
  end
end
table.insert(records, 1, table.concat(lines, '\n'))
return records
