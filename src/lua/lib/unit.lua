include "clock"

-- A unit of work is read first, and then written as a whole or not at all (lib/commit.lua). It is a record that the
-- compiler takes apart, so that no function may keep it. Its parts:
--   to, from        what enters and leaves each sorted set, as ZADD and ZREM take it
--   writes, drops   fields to be written to hashes and removed from them, a list for each hash
--   rewrites        fields to be written with no more bytes than they have
--   finished        jobs that leave their lease, wherever that has put them
--   totals          what is to be counted, beside what stands in the head
--   old             what stood where a write replaces something
--
-- The head is one field of meta, which each change rewrites: layout, flags, the last tick, the time before which nothing
-- is due, the number of runs, and the totals enqueued, leased and completed. Flags: p paused; l large payloads came in;
-- h somebody may be listening for wakes, until the time in the field `heard`. A number that somebody's wrong arguments
-- have made negative can be read, and is set right in time.
local HEAD = '^2 (%a*) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+) (-?%d+)$'
local NEVER = '9999999999999'
-- Of a queue that has none yet, or has lost it: something may be due.
local NEW = '2  0 0 0 0 0 0'
-- A member so long that Redis makes a table of a small sorted set, which is slow at searching a list for a whole batch.
local LONG = '-----------------------------------------------------------------'

local function newUnit(meta)
  return { meta = meta, readied = 0, to = {}, from = {} }
end

-- Reads the head and the clock. Returns a status where the queue has another layout.
local function openUnit(unit, times)
  local head = redis.call('HGET', unit.meta, 'head')
  local tick, least
  unit.flags, tick, unit.due, unit.runs, unit.enqueued, unit.leased, unit.completed = string.match(head or NEW, HEAD)
  unit.isNew, unit.head = not head, head
  if not tick or not head and redis.call('HEXISTS', unit.meta, 'layout') == 1 then return 'other_layout' end
  unit.now, least = readClock(times)
  unit.tick = tick + 0
  if unit.tick < least then unit.tick = least end
  return nil
end

-- Opens a unit for a request that may come again. Requests are numbered in their lane, where one follows the other. One
-- that its sender named has the number 0, a key of its own, and as its lane the fingerprint of what it asks for. Returns
-- the answer where it is not to be carried out: it was before, its lane is past it, or another request had its name.
local function openRequest(unit, request)
  local status = openUnit(unit, request.times)
  if status then return status end
  local before = redis.call('HGET', request.replies, request.lane)
  if before then
    local number = string.match(before, '^%d+')
    if number == request.number then
      -- Not where the queue was destroyed meanwhile, which this would bring back.
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

-- Whether a flag is set.
local function hasFlag(unit, flag)
  return unit.flags ~= '' and string.find(unit.flags, flag, 1, true) ~= nil
end

-- Counts for a total that is not in the head.
local function count(unit, total, by)
  if not unit.totals then unit.totals = {} end
  unit.totals[total] = (unit.totals[total] or 0) + by
end

-- Notes that something is due at a time.
local function dueBy(unit, time)
  if time - unit.due < 0 then unit.due = digits(time) end
end

-- Notes what stands where something is to be written.
local function remember(unit, key, member, before)
  if not unit.old then unit.old = {} end
  unit.old[key .. member] = before
end
