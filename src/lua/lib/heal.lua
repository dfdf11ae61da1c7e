-- Moves what is due, at most `limit` of each kind: a lease that ran out returns its job to its place, or fails it when
-- its attempts are used up; a delayed job becomes ready.
local function heal(now, sequence)
  -- Redis writes a number that it is given as a text, and takes its time over it.
  local time = string.format('%d', now)
  local over = redis.call('ZRANGE', leased, '-inf', time, 'BYSCORE', 'LIMIT', '0', limit)
  local back, dead, ended = {}, {}, {}
  if #over > 0 then
    for i, run in ipairs(redis.call('HMGET', runs, unpack(over))) do
      local id = over[i]
      local attempt, given, order, max = string.match(run or '', '^L %d+ (%d+) (%d+) (%d+) (%d+)')
      if order and attempt - given >= tonumber(max) then
        tally('failed')
        push(dead, now, id)
        push(ended, id, withError('F' .. string.sub(run, 2), now, attempt, '"lease expired"'))
      else
        tally('reclaimed')
        -- Without a run nobody knows its place any more: before the others of the usual priority.
        push(back, order or 5 * BAND, id)
      end
    end
    redis.call('ZREM', leased, unpack(over))
    if #dead > 0 then
      redis.call('ZADD', failed, unpack(dead))
      redis.call('HSET', runs, unpack(ended))
    end
  end
  local due = redis.call('ZRANGE', delayed, '-inf', time .. '.95', 'BYSCORE', 'LIMIT', '0', limit, 'WITHSCORES')
  for i = 1, #due, 2 do
    push(back, orderOf(priorityDue(due[i + 1]), sequence + tally('sequence')), due[i])
  end
  -- By rank, not by score: more may be due at the same time than the limit let through.
  if #due > 0 then redis.call('ZREMRANGEBYRANK', delayed, 0, #due / 2 - 1) end
  if #back > 0 then redis.call('ZADD', ready, unpack(back)) end
end
