-- runSchedule: creates jobs of a schedule beside those of its slots that are due: for `slots` that have passed, or for now if the
-- list is empty. Policies of overlaps and limits do not apply to them.
-- Returns ok and "letters ids": the letter of `addJobs` of each job, and the ids of the jobs, a line each; U if the schedule is
-- unknown.
-- Cost: 36 commands.
-- On demand.
-- Budget: 27700 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, done = KEYS.done, expiring = KEYS.expiring, seen = KEYS.seen, events = KEYS.events,
  groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides, endings = KEYS.endings,
  endedBefore = KEYS.endedBefore, schedules = KEYS.schedules, slots = KEYS.slots }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
-- The keys of the results that earlier jobs of the slots may have left.
local results, firstResult = rest(KEYS.results)
local id = ARGV.id
local slots, first = rest(ARGV.slots)

include "fire"
include "commit"
include "remove-results"

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
local fields = readScheduleFields(keys, { id })
local schedule = parseSchedule(id, fields[1], fields[2])
if not schedule then return 'ok\nU' end
readOutcomes(keys, { schedule })
local items, reason, before = {}, 'b', #schedule.runs
if not slots[first] then
  -- A schedule that is triggered twice in a millisecond has two runs.
  local time, isTaken = unit.now, {}
  for _, run in ipairs(schedule.runs) do isTaken[run.slot] = true end
  while isTaken[digits(time)] do time = time + 1 end
  reason = 't'
  fireSlot(unit, schedule, items, digits(time), reason)
  items[1] = string.gsub(items[1], '@%d+', '-')
else
  for i = first, #slots do
    if slots[i] - unit.now <= 0 then fireSlot(unit, schedule, items, slots[i], reason) end
  end
end
local ids = {}
for i = 2, #items, 3 do ids[#ids + 1] = items[i] end
local letters = ids[1] and addRuns(unit, keys, jobs, offset, items) or '-'
-- A job that exists already is no run of its own.
for i = #ids, 1, -1 do
  if string.find(letters, '^%u', i) then table.remove(schedule.runs, before + i) end
end
writeSchedule(unit, keys, schedule, redis.call('ZSCORE', keys.slots, id), unit.now + REFILL_TIME)
local text = letters .. '\n' .. table.concat(ids, '\n')
local shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
local refused = commit(unit, keys, request, text)
if refused then return refused end
local past = {}
for i = firstResult, #results do
  if string.find(letters, '^%l', i - firstResult + 1) then past[#past + 1] = results[i] end
end
removeResults(past)
if shouldWake then wake(unit) end
return 'ok\n' .. text
