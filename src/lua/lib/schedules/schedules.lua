include "job-writes"
include "wake"

-- A schedule is two fields of the hash `schedules`: its id holds the definition, and STATE_PREFIX and the id hold its state. The
-- set `slots` has each schedule with the time at which `advance` is to handle it, NEVER if it is paused or has ended. A queue
-- that has had a schedule has the flag c.
--
-- Definition: "digest overlap catchUp most limit priority max ttl own" and perhaps "cost group"; the times, a line of JSON that only
-- clients read; then the payload. The digest tells one definition from another.
-- `overlap` is s skip, b buffer, c cancel, a allow; `limit` is the largest number of runs, - for none.
--
-- State: "version made changed cursor isLast runs missed skipped late paused buffered"; the note of a pause; the stored slots; then
-- a line for each of the last runs, newest last: "slot reason firedAt outcome".
--   version    the tick at which the times were set, or the stored slots dropped: a refill for another version has no effect
--   cursor     the last slot that was stored, or the time from which slots count: a refill continues here
--   isLast     1 if no slot follows the cursor
--   late       the lateness of the last run that was due, in ms
--   paused     the time of a pause, - for none
--   buffered   a slot that waits for the end of the run before it, - for none
-- A slot is its time, and perhaps + and the ms by which its job is delayed. A reason is d due, c caught up, t triggered,
-- b backfilled. An outcome is - for a run that waits or is leased, else the letter and the time of its ending, U0 if unknown.
local STATE_PREFIX = '\t'
local DEFINITION = '^(%x+) (%l) (%d+) (%d+) (%S+) (%d) (%S+) (%S+) (%S+) ?([^\n]*)\n([^\n]*)\n(.*)$'
local SCHEDULE_STATE = '^(%d+) (%d+) (%d+) (%d+) (%d) (%d+) (%d+) (%d+) (%d+) (%S+) (%S+)\n([^\n]*)\n([^\n]*)(.*)$'
-- The number of runs in the history of a schedule. Only these count for its policy of overlaps.
local MAX_HISTORY = 10
-- The number of stored slots below which a client is to add others.
local MIN_SLOTS = 8
-- The time in ms after which another client is asked for slots.
local REFILL_TIME = 5000
-- The time in ms after which the run before a buffered slot is looked up again, if no client tells of its end.
local BUFFER_TIME = 60000

-- Returns the fields of schedules: the definition and the state of each in turn, false for a missing one.
local function readScheduleFields(keys, ids)
  local fields = {}
  for i, id in ipairs(ids) do fields[i * 2 - 1], fields[i * 2] = id, STATE_PREFIX .. id end
  return redis.call('HMGET', keys.schedules, unpack(fields))
end

-- Parses a schedule from its fields. Returns nil if there is none, or if a field is damaged.
local function parseSchedule(id, definition, state)
  local schedule, note, slots, history = { id = id, text = state, definition = definition, slots = {}, runs = {} }, nil, nil, nil
  schedule.digest, schedule.overlap, schedule.catchUp, schedule.most, schedule.limit, schedule.priority, schedule.max, schedule.ttl,
    schedule.own, schedule.member, schedule.times, schedule.payload = string.match(definition or '', DEFINITION)
  schedule.version, schedule.made, schedule.changed, schedule.cursor, schedule.isLast, schedule.number, schedule.missed,
    schedule.skipped, schedule.late, schedule.paused, schedule.buffered, note, slots, history = string.match(state or '', SCHEDULE_STATE)
  if not schedule.digest or not schedule.version then return nil end
  schedule.note, schedule.wasBuffered = note, schedule.buffered
  for slot in string.gmatch(slots, '%S+') do schedule.slots[#schedule.slots + 1] = slot end
  for slot, reason, firedAt, outcome in string.gmatch(history, '(%d+) (%l) (%d+) (%S+)') do
    schedule.runs[#schedule.runs + 1] = { slot = slot, reason = reason, firedAt = firedAt, outcome = outcome }
  end
  return schedule
end

-- Adds slots to a number of a schedule, `missed` or `skipped`, and to that of all schedules in meta: `missedSlots`, `skippedSlots`.
local function countSlots(unit, schedule, name, by)
  if by == 0 then return end
  schedule[name] = digits(schedule[name] + by)
  count(unit, name .. 'Slots', by)
end

-- Returns the time of a stored slot, and the delay of its job.
local function slotTime(slot)
  local time, delay = string.match(slot, '^(%d+)%+?(%d*)$')
  return tonumber(time) or 0, tonumber(delay) or 0
end

-- Returns the text of the state of a schedule.
local function formatSchedule(schedule)
  local lines = { table.concat({ schedule.version, schedule.made, schedule.changed, schedule.cursor, schedule.isLast,
    schedule.number, schedule.missed, schedule.skipped, schedule.late, schedule.paused, schedule.buffered }, ' '),
    schedule.note, table.concat(schedule.slots, ' ') }
  for i = math.max(1, #schedule.runs - MAX_HISTORY + 1), #schedule.runs do
    local run = schedule.runs[i]
    lines[#lines + 1] = table.concat({ run.slot, run.reason, run.firedAt, run.outcome }, ' ')
  end
  return table.concat(lines, '\n')
end

-- Reports whether a schedule has had as many runs as it may have.
local function isUsedUp(schedule)
  return schedule.limit ~= '-' and schedule.number - schedule.limit >= 0
end

-- Returns the time at which a schedule is to be handled next.
local function nextSlotTime(unit, schedule, refillAt)
  if schedule.paused ~= '-' then return NEVER end
  local time = NEVER
  if not isUsedUp(schedule) then
    if schedule.slots[1] then time = digits(slotTime(schedule.slots[1]))
    elseif schedule.isLast == '0' then time = digits(refillAt) end
  end
  local bufferAt = digits(unit.now + BUFFER_TIME)
  if schedule.buffered ~= '-' and bufferAt - time < 0 then time = bufferAt end
  return time
end

-- Drops the stored slots of a schedule, so that a client adds those after the time of the unit.
local function restartSlots(unit, schedule)
  unit.tick = unit.tick + 1
  schedule.version, schedule.cursor, schedule.isLast, schedule.slots = digits(unit.tick), digits(unit.now), '0', {}
end

-- Lets the unit write the state of a schedule and its entry in `slots`. `score` is its present entry, or false.
local function writeSchedule(unit, keys, schedule, score, refillAt)
  putField(unit, keys.schedules, STATE_PREFIX .. schedule.id, formatSchedule(schedule), schedule.text)
  local time = nextSlotTime(unit, schedule, refillAt)
  if time ~= score then
    saveOld(unit, keys.slots, schedule.id, score)
    enter(unit, 'slots', time, schedule.id)
    if time - unit.due < 0 then
      lowerDue(unit, time)
      unit.sooner = true
    end
  end
  local change = (schedule.buffered == '-' and 0 or 1) - (schedule.wasBuffered == '-' and 0 or 1)
  if change ~= 0 then unit.bufferedChange = (unit.bufferedChange or 0) + change end
end

-- Notes the lateness of the last slots that were fired in `lateness` of meta.
local function noteLateness(unit)
  if not unit.lateness then return end
  local change = unit.lateness - (redis.call('HGET', unit.meta, 'lateness') or 0)
  if change ~= 0 then count(unit, 'lateness', change) end
end

-- Counts the schedules with a buffered slot in `buffered` of meta. The flag b tells clients that there are some.
local function countBuffered(unit)
  local change = unit.bufferedChange or 0
  if change == 0 then return end
  local before = redis.call('HGET', unit.meta, 'buffered') or '0'
  count(unit, 'buffered', change)
  unit.flags = string.gsub(unit.flags, 'b', '')
  if before + change > 0 then unit.flags = unit.flags .. 'b' end
end
