include "job-writes"
include "latency"
include "place"
include "read-limit"

-- The number of ids without a record or past their time to live after which a lease stops searching.
local MAX_SKIPPED = 1000

-- Reports whether this unit completes the job. The first call makes a set of the completed jobs.
local function isFinished(unit, id)
  if not unit.isFinished then
    unit.isFinished = {}
    for _, finishedId in ipairs(unit.finished) do unit.isFinished[finishedId] = true end
  end
  return unit.isFinished[id]
end

-- Leases the first ready jobs, at most `maxCount`; or those in `chosen`, which the caller takes out of their states. Returns
-- heads (id, or attempt, tab and id) and records, each a text for one job and a list for several; then the number of jobs, the
-- fence of the first, the end of the leases, and true if more jobs are ready. `unit.histories` gets the histories of the jobs
-- with an attempt in their heads: H, then the lines of the run from the progress on. `unit.overtaken` gets the chosen jobs past
-- their time to live that have followers, and their runs. A script that does not declare `delayed` handles only the plain case:
-- in any other case the last value is true.
local function leaseReady(unit, keys, jobs, offset, lease, maxCount, chosen)
  local heads, records, first, ends, endsAt, more, isNotPlain
  local taken, examined, bytes, isFull = 0, 0, 0, false
  local shared
  -- Jobs that became ready in the same millisecond, which their places have in common, have the same wait.
  local sharedPlace, wait, sharing = nil, 0, 0
  local usualTail, workerLine = ' ' .. lease.max .. ' 0', '\n' .. lease.worker
  repeat
    local ids
    if chosen then
      ids = chosen
    elseif examined == 0 then
      ids = redis.call('ZRANGE', keys.ready, '0', lease.count)
    else
      ids = redis.call('ZRANGE', keys.ready, digits(examined), digits(examined + maxCount - taken))
    end
    local size, left = #ids, maxCount - taken
    more = size > left
    if more then size = left end
    -- The first record is read whatever its size.
    if hasFlag(unit, 'l') and (size > 1 or examined > 0) then
      local readable = countReadable(jobs, offset, ids, size, bytes)
      if readable == 0 and examined == 0 then readable = 1 end
      isFull = readable < size
      size = readable
      more = more or isFull
    end
    for i = #ids, size + 1, -1 do ids[i] = nil end
    if size > 0 then
      local found, oneBucket, buckets, fields
      if size == 1 then
        local number = bucketOf(ids[1])
        oneBucket, fields = jobs[offset + number], { ids[1], RUN_PREFIX .. ids[1] }
        found = redis.call('HMGET', oneBucket, fields[1], fields[2])
      else
        found, oneBucket, buckets, fields = readJobs(jobs, offset, ids, 2)
      end
      local list = nil
      if oneBucket and unit.oneHash == oneBucket then list = unit.oneWrite end
      if not endsAt then
        ends = unit.now + lease.duration
        endsAt = digits(ends)
      end
      for i = 1, size do
        local id, record, run = ids[i], found[i * 2 - 1], found[i * 2]
        local bucket, expiresAt, since, tail = oneBucket or buckets[i], '0', nil, usualTail
        if record and string.byte(record, 17) ~= 58 then
          local number, tags = string.match(record, '^(%d+)([^:]*)')
          -- The place and the options in a damaged record are not used.
          if #(number or '') ~= 16 then since, tags = placeOf(5, 0), '' end
          expiresAt = string.match(tags, ' x(%d+)') or expiresAt
          tail = ' ' .. (string.match(tags, ' m(%d+)') or lease.max) .. ' ' .. expiresAt
        end
        if not keys.delayed and (not record or expiresAt ~= '0') then isNotPlain = true end
        -- This unit may complete a job that is ready because its lease has expired.
        if not keys.delayed and run and unit.finished and string.byte(run) == 76 then
          local finishes = isFinished(unit, id)
          isNotPlain = isNotPlain or finishes
        end
        if keys.delayed and (not record or expiresAt ~= '0' and expiresAt - unit.now <= 0) then
          if record then bytes = bytes + #record end
          local isFollowed = record and hasFlag(unit, 'f') and redis.call('HEXISTS', bucket, FOLLOWER_PREFIX .. id) == 1
          if isFollowed and chosen then
            unit.overtaken = appendPair(unit.overtaken, id, run)
          elseif isFollowed then
            -- The next heal makes the follower the job: a job that leaves by its rank cannot enter `ready` again in the same unit.
            local ownPlace = redis.call('ZSCORE', keys.ready, id)
            enter(unit, 'delayed', dueScore(ownPlace % BAND, priorityOf(ownPlace)), id)
            lowerDue(unit, 0)
          else
            removeJob(unit, bucket, id, run)
            leave(unit, 'expiring', id)
            if record then
              count(unit, 'expired', 1)
              addEnding(unit, id, 'E')
            end
          end
        elseif record then
          taken = taken + 1
          if keys.delayed and expiresAt ~= '0' then leave(unit, 'expiring', id) end
          local tick, fence = unit.tick + taken, nil
          if size == 1 then
            fence = string.format('%015d', tick)
          else
            local low = tick % 100
            if low == 0 or not shared then shared = string.format('%013d', (tick - low) / 100) end
            fence = shared .. lastTwoDigits(low)
          end
          local head, field, entry, place = id, fields[i * 2], nil, since or string.sub(record, 1, 16)
          if run then
            local attempt, back, placeInRun, counts, lines =
              string.match(run, '^%a %d+ (%d+) (%d+) (%d+) ?%d* ?%d*( ?%d* ?%d*)[^\n]*\n[^\n]*(.*)$')
            attempt, lines = digits((attempt or 0) + 1), lines or '\n'
            head = attempt .. '\t' .. id
            entry = 'L ' .. fence .. ' ' .. attempt .. ' ' .. (back or '0') .. ' '
              .. (placeInRun or place) .. tail .. (counts or '') .. workerLine .. lines
            -- A job that was given back is at its earlier place, which does not state since when it is ready again.
            if string.byte(run) == 76 or string.find(lines, '\n[gbw] [^\n]*$') then place = nil
            else place = placeInRun or place end
            unit.histories = append(unit.histories, 'H' .. lines)
          else
            entry = 'L ' .. fence .. ' 1 0 ' .. place .. tail .. workerLine .. '\n'
            unit.runsMore = (unit.runsMore or 0) + 1
          end
          if place then
            local millisecond = string.sub(place, 1, 13)
            if millisecond ~= sharedPlace then
              if sharing > 0 then measure(unit, WAITS, wait, sharing) end
              -- The place in a damaged record may be no number.
              wait = unit.now - EPOCH - (tonumber(millisecond) or 0) % (BAND / 1000)
              sharedPlace, sharing = millisecond, 0
            end
            sharing = sharing + 1
          end
          if run and #entry <= #run then
            rewriteField(unit, bucket, field, entry, run)
          else
            if run then saveOld(unit, bucket, field, run) end
            if oneBucket then list = appendPair(list, field, entry) else writeField(unit, bucket, field, entry) end
          end
          if taken == 1 then
            heads, records, first, unit.to.leased = head, record, fence, { endsAt, id }
          else
            if taken == 2 then heads, records = { heads }, { records } end
            heads[taken], records[taken] = head, record
            pushPair(unit.to.leased, endsAt, id)
          end
          bytes = bytes + #record
          unit.lastTick = fence
        end
      end
      if oneBucket and list then
        if not unit.oneWrite or unit.oneHash == oneBucket then unit.oneHash, unit.oneWrite = oneBucket, list
        else
          for at = 1, #list, 2 do writeField(unit, oneBucket, list[at], list[at + 1]) end
        end
      end
    end
    examined = examined + size
  until isNotPlain or not more or isFull or taken >= maxCount or examined - taken >= MAX_SKIPPED
  if sharing > 0 then measure(unit, WAITS, wait, sharing) end
  if examined > 0 and not chosen then unit.popped = examined == 1 and '0' or digits(examined - 1) end
  if taken > 0 then
    unit.tick = unit.tick + taken
    unit.leased = digits(unit.leased + taken)
    if ends - unit.due < 0 then unit.due = endsAt end
    if taken > 15 then
      pushPair(unit.to.leased, '+inf', PADDING)
      unit.isLong = true
    end
  end
  return heads, records, taken, first, endsAt, more, isNotPlain
end
