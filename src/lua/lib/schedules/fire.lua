include "add-members"
include "add-jobs"
include "endings"
include "followers"
include "schedules"

-- The states of runs that have not ended.
local WAITING_STATES = { 'ready', 'delayed', 'blocked', 'leased' }
-- The time in ms after which a slot counts as caught up, and up to which each is: the light clean of a cron runs each minute.
local ON_TIME = 60000

-- Returns the id of the job of a slot.
local function runId(schedule, slot)
  return schedule.id .. ':' .. slot
end

-- Notes the endings of the runs of schedules, and the state of those that have not ended.
local function readOutcomes(keys, schedules)
  local ids, runs = {}, {}
  for _, schedule in ipairs(schedules) do
    for _, run in ipairs(schedule.runs) do
      if run.outcome == '-' then
        ids[#ids + 1] = runId(schedule, run.slot)
        runs[#runs + 1] = run
      end
    end
  end
  if #ids == 0 then return end
  for _, set in ipairs(WAITING_STATES) do
    for i, score in ipairs(redis.call('ZMSCORE', keys[set], unpack(ids))) do
      if score then runs[i].set = set end
    end
  end
  local failed, done = redis.call('ZMSCORE', keys.failed, unpack(ids)), redis.call('ZMSCORE', keys.done, unpack(ids))
  local endings = lastEndings(keys, ids)
  for i, run in ipairs(runs) do
    if not run.set then
      local letter, tick = string.match(endings[i] or '', '^(%u)(%d+)$')
      if failed[i] then run.outcome = 'F' .. failed[i]
      elseif done[i] then run.outcome = 'C' .. done[i]
      elseif letter then run.outcome = letter .. digits(timeOfTick(tick))
      else run.outcome = 'U0' end
    end
  end
end

-- Returns the runs of a schedule that have not ended.
local function activeRuns(schedule)
  local active = {}
  for _, run in ipairs(schedule.runs) do
    if run.outcome == '-' then active[#active + 1] = run end
  end
  return active
end

-- Adds the job of a slot to `items`, in the form of `addJobs`.
local function fireSlot(unit, schedule, items, slot, reason)
  local time, delay = slotTime(slot)
  local when, own = '-', 's' .. reason .. digits(time)
  if time + delay > unit.now then when = '@' .. digits(time + delay) end
  if schedule.own ~= '-' then own = schedule.own .. '/' .. own end
  local kind = { schedule.priority, '1', when, '0', schedule.max, schedule.ttl, own }
  if schedule.member ~= '' then kind[8] = schedule.member end
  items[#items + 1] = table.concat(kind, ' ')
  pushPair(items, runId(schedule, digits(time)), schedule.payload)
  schedule.runs[#schedule.runs + 1] = { slot = digits(time), reason = reason, firedAt = digits(unit.now), outcome = '-' }
end

-- Fires a slot that is due, if the limit of runs allows it.
local function fireDue(unit, schedule, items, slot)
  if isUsedUp(schedule) then return end
  local late = math.max(0, unit.now - slotTime(slot))
  schedule.number, schedule.late = digits(schedule.number + 1), digits(late)
  unit.lateness = math.max(unit.lateness or 0, late)
  count(unit, 'firedSlots', 1)
  fireSlot(unit, schedule, items, slot, late > ON_TIME and 'c' or 'd')
end

-- Takes the slots of a schedule that have passed. Returns those that may still be caught up, and counts the others.
local function takePassed(unit, schedule)
  local passed, rest, window = {}, {}, math.max(ON_TIME, schedule.catchUp + 0)
  for _, slot in ipairs(schedule.slots) do
    local time = slotTime(slot)
    if time > unit.now then rest[#rest + 1] = slot
    elseif unit.now - time > window then countSlots(unit, schedule, 'missed', 1)
    else passed[#passed + 1] = slot end
  end
  schedule.slots = rest
  while #passed > schedule.most + 0 do
    table.remove(passed, 1)
    countSlots(unit, schedule, 'missed', 1)
  end
  return passed
end

-- Handles the slots of a schedule that have passed, by its policy of overlaps. Adds the jobs to `items`, and the runs to cancel
-- to `cancelled`.
local function fireSchedule(unit, schedule, items, cancelled)
  local active = activeRuns(schedule)
  if schedule.buffered ~= '-' and #active == 0 then
    fireDue(unit, schedule, items, schedule.buffered)
    schedule.buffered, active = '-', activeRuns(schedule)
  end
  local passed = takePassed(unit, schedule)
  for i, slot in ipairs(passed) do
    if schedule.overlap == 'a' then
      fireDue(unit, schedule, items, slot)
    elseif schedule.overlap == 'c' and i < #passed then
      countSlots(unit, schedule, 'skipped', 1)
    elseif schedule.overlap == 'c' or #active == 0 then
      if not isUsedUp(schedule) then
        for _, run in ipairs(active) do
          cancelled[#cancelled + 1] = { id = runId(schedule, run.slot), set = run.set }
          run.outcome = 'X' .. digits(unit.now)
        end
      end
      fireDue(unit, schedule, items, slot)
      active = activeRuns(schedule)
    elseif schedule.overlap == 'b' and schedule.buffered == '-' then
      schedule.buffered = slot
    else
      countSlots(unit, schedule, 'skipped', 1)
    end
  end
  if isUsedUp(schedule) then schedule.slots, schedule.buffered = {}, '-' end
end

-- Lets the unit cancel runs.
local function cancelRuns(unit, keys, jobs, offset, cancelled)
  local ids = {}
  for i, run in ipairs(cancelled) do ids[i] = run.id end
  if #ids == 0 then return end
  local texts, oneBucket, buckets = readJobs(jobs, offset, ids, 1)
  for i, run in ipairs(cancelled) do
    local bucket = oneBucket or buckets[i]
    leave(unit, run.set, run.id)
    leave(unit, 'expiring', run.id)
    removeJob(unit, bucket, run.id, texts[i])
    removeFollower(unit, bucket, run.id)
    addEnding(unit, run.id, 'X')
  end
  count(unit, 'cancelled', #ids)
end

-- Lets the unit add the jobs of slots. Returns the letters of `addJobs`.
local function addRuns(unit, keys, jobs, offset, items)
  if not unit.writes then unit.writes = {} end
  local letters, _, created = addJobs(unit, keys, jobs, offset, items, 1, { addMember = addMember })
  local _, added = string.gsub(letters, '%l', '')
  letters = arrangeAdded(unit, keys, jobs, offset, letters, created)
  countAdded(unit, added, #letters)
  return letters
end
