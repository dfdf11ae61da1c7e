-- advance: fires the slots of schedules that have passed: each becomes a job whose id is the schedule's, a colon and the slot.
-- Before that it adds the slots of `refills`, each a text "version cursor next isLast missed", a line break, the slots, a line
-- break, and the id (lib/schedules/schedules.lua). A slot that a refill adds after another one has no effect. `ids` are schedules
-- to look up although none of their slots is due: those of runs that have ended, for which another slot may be buffered.
-- Returns ok, then "fired more now named"; then a line for each job that was created, its letter and its id, and for each that was
-- cancelled, x and its id, the first `named` of them, of about 10 kB; then three lines for each schedule that needs more slots: its
-- id, its times, and "version cursor catchUp most". A reply to a repeated request does not have these three.
-- Cost: 8 commands, 1 for each schedule that is due; 12 more for runs that have not ended, 32 for those that are added or
-- cancelled.
-- On demand.
-- Budget: 32000 bytes.
local keys = { meta = KEYS.meta, ready = KEYS.ready, delayed = KEYS.delayed, blocked = KEYS.blocked, leased = KEYS.leased,
  failed = KEYS.failed, done = KEYS.done, expiring = KEYS.expiring, seen = KEYS.seen, events = KEYS.events,
  groups = KEYS.groups, holders = KEYS.holders, lines = KEYS.lines, overrides = KEYS.overrides, endings = KEYS.endings,
  endedBefore = KEYS.endedBefore, schedules = KEYS.schedules, slots = KEYS.slots }
local request = { replies = KEYS.replies, lane = ARGV.lane, number = ARGV.number, times = ARGV.times }
local jobs, offset = group(KEYS.jobs, 16)
local limit, refillCount = tonumber(ARGV.limit), tonumber(ARGV.refillCount)
-- The refills, then the ids.
local items, first = rest(ARGV.items)

include "fire"
include "commit"

-- The characters of the lines after which no more jobs are named.
local MAX_NAMED = 10000

-- Returns the lines of the jobs that were created and cancelled.
local function nameJobs(letters, created, cancelled)
  local lines, size = {}, 0
  local function add(letter, id)
    if size >= MAX_NAMED then return end
    lines[#lines + 1] = letter .. ' ' .. id
    size = size + #id
  end
  for i = 1, #created / 3 do add(string.sub(letters, i, i), created[i * 3 - 1]) end
  for _, run in ipairs(cancelled) do add('x', run.id) end
  return lines
end

-- Adds slots that a client has listed, unless others were added since.
local function refill(unit, schedule, text)
  local version, cursor, next, isLast, missed, slots = string.match(text, '^(%d+) (%d+) (%d+) (%d) (%d+)\n([^\n]*)')
  if version ~= schedule.version or cursor ~= schedule.cursor then return end
  for slot in string.gmatch(slots, '%S+') do schedule.slots[#schedule.slots + 1] = slot end
  schedule.cursor, schedule.isLast = next, isLast
  countSlots(unit, schedule, 'missed', missed + 0)
end

local unit = newUnit(keys.meta)
local earlyReply = openRequest(unit, request)
if earlyReply then return earlyReply end
local refills, ids, seen = {}, {}, {}
local function add(id)
  if not seen[id] then
    seen[id] = true
    ids[#ids + 1] = id
  end
end
for i = 1, refillCount do
  local text = items[first + i - 1]
  local id = string.match(text, '([^\n]*)$')
  refills[id] = text
  add(id)
end
for i = first + refillCount, #items do add(items[i]) end
local due = redis.call('ZRANGE', keys.slots, '-inf', digits(unit.now), 'BYSCORE', 'LIMIT', '0', digits(limit))
for _, id in ipairs(due) do add(id) end
local schedules, needed, toAdd, cancelled = {}, {}, {}, {}
if #ids > 0 then
  local fields, scores = readScheduleFields(keys, ids), redis.call('ZMSCORE', keys.slots, unpack(ids))
  for i, id in ipairs(ids) do
    local schedule = parseSchedule(id, fields[i * 2 - 1], fields[i * 2])
    if schedule then
      schedule.score = scores[i]
      schedules[#schedules + 1] = schedule
    elseif scores[i] then
      leave(unit, 'slots', id)
    end
  end
  readOutcomes(keys, schedules)
end
for _, schedule in ipairs(schedules) do
  if refills[schedule.id] then refill(unit, schedule, refills[schedule.id]) end
  if schedule.paused == '-' then fireSchedule(unit, schedule, toAdd, cancelled) end
  if schedule.paused == '-' and schedule.isLast == '0' and #schedule.slots < MIN_SLOTS and not isUsedUp(schedule) then
    needed[#needed + 1] = schedule.id .. '\n' .. schedule.times .. '\n' .. table.concat({ schedule.version, schedule.cursor,
      schedule.catchUp, schedule.most }, ' ')
  end
  writeSchedule(unit, keys, schedule, schedule.score, unit.now + REFILL_TIME)
end
countBuffered(unit)
cancelRuns(unit, keys, jobs, offset, cancelled)
local fired = #toAdd / 3
noteLateness(unit)
local letters = ''
if fired + #cancelled > 0 then letters = addRuns(unit, keys, jobs, offset, toAdd) end
local lines = nameJobs(letters, toAdd, cancelled)
table.insert(lines, 1, table.concat({ digits(fired), #due >= limit and '1' or '0', digits(unit.now), digits(#lines) }, ' '))
local text = table.concat(lines, '\n')
local shouldWake = false
if schedules[1] or unit.from.slots then
  shouldWake = (unit.readied > 0 or unit.sooner) and hasListeners(unit)
  local refused = commit(unit, keys, request, text)
  if refused then return refused end
  writeEndings(unit, keys)
end
if shouldWake then wake(unit) end
return 'ok\n' .. text .. (needed[1] and '\n' .. table.concat(needed, '\n') or '')
