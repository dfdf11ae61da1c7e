-- deepClean: audits a bounded number of entries and goes on next time where it stopped. Every record is in exactly one
-- state; every id in a state has a record, and a run if it is leased; no run and no time to live without a record;
-- counters right.
-- Returns ok, "finished examined orphans doubles lost stray counters", what was repaired of each.
-- Cost: at most 25 scans, 7 commands more for each that finds records, 17 for each that finds ids, and what it repairs. A
-- small queue is audited whole in one request.
-- Budget: 3600 bytes.
local meta, ready, delayed, leased, failed, done = KEYS.meta, KEYS.ready, KEYS.delayed, KEYS.leased, KEYS.failed, KEYS.done
local expiring, runs, jobs = KEYS.expiring, KEYS.runs, group(KEYS.jobs, 16)
local clock, limit = ARGV.clock, tonumber(ARGV.limit)

include "list"
include "clock"
include "meta"
include "order"
include "records"

local sequence, fence, place = readMeta('audit')
if not sequence then return { 'newer_layout' } end
local stage, cursor = string.match(place or '', '^([1-9]%d*) (%d+)$')
stage, cursor = tonumber(stage or 1), cursor or '0'
local states = { ready, delayed, leased, failed, done }
local stateOf = { L = { leased, ready }, W = { ready, delayed }, F = { failed }, D = { done } }
local now, ids, scores = timeNow(), {}, {}
local orphans, doubles, lost, stray, wrong = 0, 0, 0, 0, { sequence = 0, fence = 0, enqueued = 0 }

local function scan(command, key)
  local reply = redis.call(command, key, cursor, 'COUNT', limit)
  cursor = reply[1]
  for i = 1, #reply[2], 2 do
    ids[#ids + 1] = reply[2][i]
    scores[#ids] = reply[2][i + 1]
  end
end

local function freshOrder(record)
  return orderOf(string.match(record, '^%d+ (%d)') or 5, sequence + tally('sequence'))
end

-- Counters that fell back with an old meta. Fences then go on from the clock, as in a new queue: those of jobs that have
-- ended since are not known.
local function sawSequence(order)
  local seen, known = math.ceil(order % BAND), sequence + tally('sequence', 0)
  if seen > known then
    wrong.sequence = 1
    tally('sequence', seen - known)
  end
end

local function sawFence(given)
  local known = fence + tally('fence', 0)
  if given > known then
    wrong.fence = 1
    tally('fence', math.max(given, now * 1000) - known)
  end
end

local finished, examined, spent = 0, 0, 0
repeat
  ids, scores = {}, {}
  if stage <= 16 then
    scan('HSCAN', jobs[stage])
    if #ids > 0 then
      local found, stored = {}, redis.call('HMGET', runs, unpack(ids))
      for i = 1, #ids do found[i] = {} end
      for _, key in ipairs(states) do
        for i, score in ipairs(redis.call('ZMSCORE', key, unpack(ids))) do
          if score then push(found[i], key, score) end
        end
      end
      for i, id in ipairs(ids) do
        local letter, order, since = string.match(stored[i] or '', '^(%a) %d+ %d+ %d+ (%d+) %d+ %d+ (%d+)')
        -- A run that is older than the record is of another job, which had the same id and lost its record.
        if since and tonumber(since) < tonumber(string.match(scores[i], '^%d+') or 0) then letter, order = nil, nil end
        local wanted = stateOf[letter] or { leased, ready, delayed, failed, done }
        if #found[i] == 0 then
          orphans = orphans + 1
          local key = (letter == 'F' or letter == 'D') and wanted[1] or ready
          redis.call('ZADD', key, key == ready and (order or freshOrder(scores[i])) or now, id)
        elseif #found[i] > 2 then
          doubles = doubles + 1
          local keep = found[i][1]
          for w = #wanted, 1, -1 do
            for f = 1, #found[i], 2 do
              if found[i][f] == wanted[w] then keep = wanted[w] end
            end
          end
          for f = 1, #found[i], 2 do
            if found[i][f] ~= keep then redis.call('ZREM', found[i][f], id) end
          end
        end
      end
    end
  elseif stage <= 21 then
    local key = states[stage - 16]
    scan('ZSCAN', key)
    if #ids > 0 then
      local records, stored = recordsOf(jobs, ids), redis.call('HMGET', runs, unpack(ids))
      for i, id in ipairs(ids) do
        if key == ready then sawSequence(scores[i]) end
        if not records[i] then
          lost = lost + 1
          redis.call('ZREM', key, id)
          redis.call('HDEL', runs, id)
        elseif key == leased and not string.find(stored[i] or '', '^L %d+ %d+ %d+ %d+ %d+ %d+') then
          stray = stray + 1
          redis.call('ZREM', key, id)
          redis.call('ZADD', ready, freshOrder(records[i]), id)
        end
      end
    end
  elseif stage <= 23 then
    scan(stage == 22 and 'HSCAN' or 'ZSCAN', stage == 22 and runs or expiring)
    if #ids > 0 then
      for i, record in ipairs(recordsOf(jobs, ids)) do
        local given, order = string.match(scores[i], '^%a (%d+) %d+ %d+ (%d+)')
        if order then
          sawSequence(order)
          sawFence(tonumber(given))
        end
        if not record then
          stray = stray + 1
          redis.call('HDEL', runs, ids[i])
          redis.call('ZREM', expiring, ids[i])
        end
      end
    end
  else
    local totals, right = redis.call('HMGET', meta, 'enqueued', 'completed', 'cancelled', 'expired', 'purged'), 0
    for i = 2, 5 do right = right + (totals[i] or 0) end
    for i = 1, 4 do right = right + redis.call('ZCARD', states[i]) end
    if tonumber(totals[1] or 0) ~= right then
      wrong.enqueued = 1
      redis.call('HSET', meta, 'enqueued', right)
    end
    cursor = '0'
  end

  -- A scan may find nothing and still cost something; 25 of them use a request up.
  examined, spent = examined + #ids, spent + math.max(#ids, limit / 25)
  if cursor == '0' then
    finished = stage == 24 and 1 or 0
    stage = stage % 24 + 1
  end
until finished == 1 or spent >= limit
redis.call('HSET', meta, 'audit', stage .. ' ' .. cursor)
addTotals()
local counters = wrong.sequence + wrong.fence + wrong.enqueued
return { 'ok', table.concat({ finished, examined, orphans, doubles, lost, stray, counters }, ' ') }
