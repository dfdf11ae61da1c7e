-- Leases up to `most` ready jobs for `duration`, fewer where their records pass 4 MB: more than that is no reply that a
-- function could hold. Ids without a record and jobs past their time to live are dropped on the way, until `limit` of them
-- were. Returns heads ("fence attempt id"), records, and whether nothing was left.
local function take(now, most, fence)
  local heads, records, held, entries, gone, back, bytes, drained = {}, {}, {}, {}, {}, {}, 0, false
  fence = fence + tally('fence', 0)
  -- Numbers are made texts once, not for each job: that is most of what a job costs here.
  local over, since = string.format('%d', now + duration), string.format(' %d\n', now) .. worker
  -- `limit` is a text, as commands take it; a subtraction makes a number of it, and a comparison would not.
  while #heads < most and #gone - limit < 0 and #back == 0 and not drained do
    local ids, orders, step = {}, {}, math.min(100, most - #heads)
    local popped = redis.call('ZPOPMIN', ready, step)
    for i = 1, #popped, 2 do
      ids[#ids + 1] = popped[i]
      orders[#ids] = popped[i + 1]
    end
    drained = #ids < step
    if #ids > 0 then
      local found, before = recordsOf(jobs, ids), redis.call('HMGET', runs, unpack(ids))
      for i, id in ipairs(ids) do
        local record = found[i] or ''
        local created, own, ttl = string.match(record, '^(%d+) %d (%S+) (%S+)\n')
        local dies = tonumber(ttl) and created + ttl or 0
        if dies > 0 and dies <= now then tally('expired') end
        if not found[i] or dies > 0 and dies <= now then
          gone[#gone + 1] = id
        elseif bytes > 4e6 then
          push(back, orders[i], id)
        else
          bytes = bytes + #record
          local attempt, given, rest = string.match(before[i] or '', '^%a %d+ (%d+) (%d+)[^\n]*\n[^\n]*(.*)$')
          local fresh = string.format('%d %d ', fence + #heads + 1, (attempt or 0) + 1)
          heads[#heads + 1] = fresh .. id
          records[#heads] = record
          push(held, over, id)
          push(entries, id, 'L ' .. fresh .. (given or '0') .. ' ' .. orders[i] .. ' ' .. (tonumber(own) or max) .. ' '
            .. (dies > 0 and dies or '0') .. since .. (rest or '\n'))
        end
      end
    end
  end
  if #gone > 0 then
    dropRecords(jobs, gone)
    redis.call('ZREM', expiring, unpack(gone))
    redis.call('HDEL', runs, unpack(gone))
  end
  if #back > 0 then
    redis.call('ZADD', ready, unpack(back))
    drained = false
  end
  tally('fence', #heads)
  tally('leased', #heads)
  if #heads > 0 then
    redis.call('ZADD', leased, unpack(held))
    redis.call('HSET', runs, unpack(entries))
  end
  return heads, records, drained
end

-- Answers with what a caller plans by ("now more wake paused", where wake is when there will next be something to do),
-- then head and record of each job. The heads are remembered for a request that comes again.
local function answer(letters, now, paused, heads, records, drained)
  local more, wake, out = 0, nil, { 'ok', letters }
  if not paused and not drained and redis.call('ZCARD', ready) > 0 then
    more, wake = 1, now
  else
    for _, key in ipairs({ delayed, leased }) do
      local score = tonumber(string.match(redis.call('ZRANGE', key, 0, 0, 'WITHSCORES')[2] or '', '^%d+'))
      wake = score and math.min(score, wake or score) or wake
    end
  end
  out[3] = string.format('%d %d %d %s', now, more, wake or 0, paused or 0)
  remember(table.concat(out, '\n', 2) .. '\n' .. table.concat(heads, '\n'))
  for i, head in ipairs(heads) do push(out, head, records[i]) end
  return out
end

-- Brings back what is due, leases the next jobs, and answers.
local function leaseNext(letters, now, sequence, fence, paused)
  heal(now, sequence)
  -- Fences begin at the clock's µs, so that they go on growing when meta was lost, or its queue destroyed and made again.
  tally('fence', fence == 0 and now * 1000 or 0)
  local heads, records, drained = take(now, paused and 0 or count, fence)
  if worker ~= '' then redis.call('ZADD', workers, now, worker) end
  addTotals()
  return answer(letters, now, paused, heads, records, drained)
end
