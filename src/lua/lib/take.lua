include "gone"
include "place"
include "read"

-- How many ids are passed over, because they have no record or their job is past its time to live.
local MOST_LOST = 1000

-- Whether this unit completes a job.
local function isFinished(unit, id)
  if not unit.isFinished then
    unit.isFinished = {}
    for _, each in ipairs(unit.finished) do unit.isFinished[each] = true end
  end
  return unit.isFinished[id]
end

-- Leases the jobs that are first in line, at most `count`. Returns a head of each ("id", or attempt, a tab and the id) and
-- a record of each, one text or a list; then how many they are, the fence of the first, when the leases end, and whether
-- more is in line. A script that declares no delayed jobs knows the plain case alone, and gets true at the end elsewhere.
local function take(unit, keys, jobs, offset, lease, wanted)
  local heads, records, first, ends, till, more, isOdd
  local given, looked, bytes, isFull = 0, 0, 0, false
  local usualTail = ' ' .. lease.max .. ' 0\n' .. lease.worker
  repeat
    local ids
    if looked == 0 then
      ids = redis.call('ZRANGE', keys.ready, '0', lease.count)
    else
      ids = redis.call('ZRANGE', keys.ready, digits(looked), digits(looked + wanted - given))
    end
    local size, left = #ids, wanted - given
    more = size > left
    if more then size = left end
    if keys.delayed and hasFlag(unit, 'l') then
      local some = readable(jobs, offset, ids, size, bytes)
      if some == 0 and looked == 0 and size > 0 then some = 1 end
      isFull = some < size
      size = some
      more = more or isFull
    end
    for i = #ids, size + 1, -1 do ids[i] = nil end
    if size > 0 then
      local found, only, hashes, fields
      if size == 1 then
        local number = hashNumber(ids[1])
        only, fields = jobs[offset + number], { ids[1], RUN .. ids[1] }
        found = redis.call('HMGET', only, fields[1], fields[2])
      else
        found, only, hashes, fields = readJobs(jobs, offset, ids, 2)
      end
      local list = only and unit.writes and unit.writes[only] or nil
      if not till then
        ends = unit.now + lease.duration
        till = digits(ends)
      end
      for i = 1, size do
        local id, record, run = ids[i], found[i * 2 - 1], found[i * 2]
        local hash, dies, since, tail = only or hashes[i], '0', nil, usualTail
        if record and string.byte(record, 17) ~= 58 then
          local number, tags = string.match(record, '^(%d+)([^:]*)')
          -- A damaged record tells nothing of its job.
          if #(number or '') ~= 16 then since, tags = placeOf(5, 0), '' end
          dies = string.match(tags, ' x(%d+)') or dies
          tail = ' ' .. (string.match(tags, ' m(%d+)') or lease.max) .. ' ' .. dies .. '\n' .. lease.worker
          if keys.delayed and dies ~= '0' then unit.from.expiring = with(unit.from.expiring, id) end
        end
        if not keys.delayed and (not record or dies ~= '0') then isOdd = true end
        -- One that is in line since its lease ran out may be the one that its late holder completes here.
        if not keys.delayed and run and unit.finished and string.byte(run) == 76 then
          local finishes = isFinished(unit, id)
          isOdd = isOdd or finishes
        end
        if keys.delayed and (not record or dies ~= '0' and dies - unit.now <= 0) then
          dropJob(unit, hash, id, run)
          if record then
            count(unit, 'expired', 1)
            noteEnd(unit, id, 'E')
            bytes = bytes + #record
          end
        elseif record then
          given = given + 1
          local fence = digits(unit.tick + given)
          local head, field, entry = id, fields[i * 2], nil
          if run then
            local attempt, back, place, lines = string.match(run, '^%a %d+ (%d+) (%d+) (%d+)[^\n]*\n[^\n]*(.*)$')
            attempt = digits((attempt or 0) + 1)
            head = attempt .. '\t' .. id
            entry = 'L ' .. fence .. ' ' .. attempt .. ' ' .. (back or '0') .. ' '
              .. (place or since or string.sub(record, 1, 16)) .. tail .. (lines or '\n')
          else
            entry = 'L ' .. fence .. ' 1 0 ' .. (since or string.sub(record, 1, 16)) .. tail .. '\n'
            unit.runsMore = (unit.runsMore or 0) + 1
          end
          if run and #entry <= #run then
            rewriteField(unit, hash, field, entry, run)
          else
            if run then remember(unit, hash, field, run) end
            if only then list = withPair(list, field, entry) else writeField(unit, hash, field, entry) end
          end
          if given == 1 then
            heads, records, first, unit.to.leased = head, record, fence, { till, id }
          else
            if given == 2 then heads, records = { heads }, { records } end
            heads[given], records[given] = head, record
            addPair(unit.to.leased, till, id)
          end
          bytes = bytes + #record
          unit.lastTick = fence
        end
      end
      if only and list then
        if not unit.writes then unit.writes = { [only] = list } else unit.writes[only] = list end
      end
    end
    looked = looked + size
  until isOdd or not more or isFull or given >= wanted or looked - given >= MOST_LOST
  if looked > 0 then unit.popped = looked == 1 and '0' or digits(looked - 1) end
  if given > 0 then
    unit.tick = unit.tick + given
    unit.leased = digits(unit.leased + given)
    if ends - unit.due < 0 then unit.due = till end
    if given > 15 then
      addPair(unit.to.leased, '+inf', LONG)
      unit.isLong = true
    end
  end
  return heads, records, given, first, till, more, isOdd
end
