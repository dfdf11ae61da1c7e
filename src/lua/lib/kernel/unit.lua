include "clock"
include "lists"

-- A unit of work: the changes that a script collects while it reads, and then writes as a whole or not at all
-- (lib/kernel/commit.lua). In hot scripts the compiler turns this record into variables, so no function may store a
-- unit. Fields:
--   to, from        the entries to add to each sorted set and to remove from it, in the form of ZADD and ZREM
--   writes, drops   fields to write to hashes and to remove from them, a list for each hash
--   oneHash         the only hash to which most units write, with its fields in the list `oneWrite`: a table of lists
--                   would cost more
--   rewrites        fields to write with no more bytes than they have
--   finished        completed jobs to remove from `leased`, or from `ready` and `expiring` if their leases have expired
--   totals          increments of the totals that are not in the head
--   failures        jobs that have failed and have a follower, which is the job of their id now
--   latencies       the letters at the end of the head; `measured` has those to add (lib/kernel/latency.lua)
--   members, groups the groups of jobs (lib/groups/groups.lua)
--   followed        the groups of followers that become the jobs of their ids (lib/duplicates/followers.lua)
--   old             the values that writes replace, to restore if the unit is refused
--   frees           true if the unit frees memory or lets jobs proceed, and may write even if memory is full
--
-- The head is one field of meta, rewritten by each change: layout, flags, last tick, the time before which nothing is
-- due, number of fields of jobs beside their records, and the totals enqueued, leased and completed; then a bar and new latencies
-- (lib/kernel/latency.lua). Flags: p paused; e events are recorded (lib/steps/event-log.lua); l large payloads were
-- enqueued; g jobs may have groups or costs; o groups have limits of their own; s a change of limits has not reached all groups
-- (lib/groups/release-groups.lua); f jobs may have followers (lib/duplicates/followers.lua); q the outbox has entries
-- (lib/follow-ups/outbox.lua); c there are or were schedules (lib/schedules/schedules.lua), b some of them have a buffered slot;
-- h a listener may wait for wakes, until the time in the field `heard`. Numbers may be negative after a wrong repair by hand; such a
-- head can be read, and the deep clean corrects it.
local HEAD_PATTERN = '^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)|()'
local NEVER = '9999999999999'
-- The head of a new queue, or of one that has lost its head: something may be due.
local NEW_HEAD = '2  0 0 0 0 0 0|'
-- A member that makes Redis store a small sorted set as a table: a list is slow to search for a whole batch.
local PADDING = '-----------------------------------------------------------------'

-- Creates an empty unit of the queue with the key `meta`.
local function newUnit(meta)
  return { meta = meta, readied = 0, measured = '', to = {}, from = {} }
end

-- Reads the head and the clock. Returns a status if the queue has another layout or the clock is out of range, else
-- nil.
local function openUnit(unit, times)
  local head = redis.call('HGET', unit.meta, 'head')
  local tick, clockTick, latencies
  unit.flags, tick, unit.due, unit.runs, unit.enqueued, unit.leased, unit.completed, latencies =
    string.match(head or NEW_HEAD, HEAD_PATTERN)
  unit.isNew, unit.head = not head, head
  if not tick or not head and redis.call('HEXISTS', unit.meta, 'layout') == 1 then return 'other_layout' end
  unit.latencies = string.sub(head or NEW_HEAD, latencies)
  unit.now, clockTick = readClock(times)
  unit.tick = tick + 0
  if unit.tick < clockTick then unit.tick = clockTick end
  unit.openTick = unit.tick
  -- Ticks have 15 digits, and stay below a band of priorities: from 2020 to 2048.
  if clockTick < 0 or unit.tick >= 899000000000000 then return 'bad_clock' end
  return nil
end

-- Opens the unit of a request that may be sent again. Requests of one lane are numbered, and each lane remembers the
-- reply to its last one. A request with an idempotency key has the number 0, a key of its own, and the fingerprint of
-- its content as its lane. Returns nil if the script is to run, else its reply: `again` and the first reply to a
-- repeated request, `late` if its lane has a later request, `reused` if its idempotency key belongs to other content,
-- or the status of `openUnit`. `unit.before` gets the last reply of the lane, or nil for a new one: `commit` writes a
-- longer reply among the writes that may be refused for lack of memory, and restores this one if the unit is refused.
local function openRequest(unit, request)
  local status = openUnit(unit, request.times)
  if status then return status end
  local before = redis.call('HGET', request.replies, request.lane)
  if before then
    local number = string.match(before, '^%d+')
    if number == request.number then
      -- The count would create a destroyed queue again.
      if not unit.isNew then redis.pcall('HINCRBY', unit.meta, 'replayed', 1) end
      return 'again\n' .. string.sub(before, #number + 2)
    end
    if number - request.number > 0 then return 'late' end
  elseif request.number == '0' and redis.call('EXISTS', request.replies) == 1 then
    return 'reused'
  end
  unit.before = before
  return nil
end

-- Reports whether the head has a flag.
local function hasFlag(unit, flag)
  return unit.flags ~= '' and string.find(unit.flags, flag, 1, true) ~= nil
end

-- Adds to a total of the queue that is a field of its own in meta, such as `failed`. The head contains the others.
local function count(unit, total, by)
  if not unit.totals then unit.totals = {} end
  unit.totals[total] = (unit.totals[total] or 0) + by
end

-- Lets the unit put a job into a state: the sorted set `set`, with a score.
local function enter(unit, set, score, id)
  unit.to[set] = appendPair(unit.to[set], score, id)
end

-- Lets the unit take a job out of a state, the sorted set `set`.
local function leave(unit, set, id)
  unit.from[set] = append(unit.from[set], id)
end

-- Lowers the time before which nothing is due, which is kept in the head, to `time` if that is earlier.
local function lowerDue(unit, time)
  if time - unit.due < 0 then unit.due = digits(time) end
end

-- Saves the value that a write replaces, to restore it if the unit is refused.
local function saveOld(unit, key, member, before)
  if not unit.old then unit.old = {} end
  unit.old[key .. member] = before
end
