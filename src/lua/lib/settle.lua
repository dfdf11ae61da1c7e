-- Ends the leases of jobs by what each holder asks for: c complete, r retry, f fail, g give back. Five fields an item:
-- what, id, fence, detail (a result, or the delay of a retry in ms), error. An item whose holder no longer holds its job
-- changes nothing. Returns the verdicts, a letter an item; or, when a result is refused, nothing and
-- the refusal: results are written first, so that nothing else has changed by then.
local function settle(now, sequence, lastFence)
  local ids, fences, free, entries, dropped, mortal, seen, kept, leftovers = {}, {}, {}, {}, {}, {}, {}, {}, {}
  local to = { [ready] = {}, [delayed] = {}, [failed] = {}, [done] = {} }
  for i = 1, #items, 5 do
    ids[#ids + 1] = items[i + 1]
    fences[#ids] = items[i + 2]
  end
  if #ids == 0 then return '' end
  local stored, letters, ends = verdictsOf(ids, fences, lastFence)
  for i, id in ipairs(ids) do
    local what, detail, message = items[i * 5 - 4], items[i * 5 - 1], items[i * 5]
    if letters[i] == 'L' and seen[id] then letters[i] = seen[id] end
    local total = 'stale'
    if letters[i] == 'L' then
      -- Of a job that is done and not kept, nothing more is needed.
      local keeps = what ~= 'c' or keepDone == '1'
      local fence, attempt, given, order, max, dies, rest =
        string.match(keeps and stored[i] or '', '^L (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')
      local key, score, state = ready, order, 'W'
      total = 'released'
      if what == 'c' then
        key, score, state, total = keeps and done, now, 'D', 'completed'
        if ends[i] ~= '0' then mortal[#mortal + 1] = id end
        if detail ~= '' then
          local answer = redis.pcall('SET', results[i], 'C ' .. now .. ' ' .. detail, 'PX', keepResult)
          if answer.err then
            if #kept > 0 then redis.call('DEL', unpack(kept)) end
            return nil, answer
          end
          kept[#kept + 1] = results[i]
        else
          leftovers[#leftovers + 1] = results[i]
        end
      elseif what == 'g' then
        given = given + 1
      elseif what == 'f' or attempt - given >= tonumber(max) then
        key, score, state, total = failed, now, 'F', 'failed'
      elseif tonumber(detail) > 0 then
        key, score, total = delayed, dueOf(now + detail, priorityIn(order)), 'retried'
      else
        order, total = orderOf(priorityIn(order), sequence + tally('sequence')), 'retried'
        score = order
      end
      seen[id] = state
      free[#free + 1] = id
      if key then
        local run = table.concat({ state, fence, attempt, given, order, max, dies }, ' ') .. rest
        push(to[key], score, id)
        push(entries, id, message ~= '' and withError(run, now, attempt, message) or run)
      else
        dropped[#dropped + 1] = id
      end
    end
    tally(total)
  end
  if #free > 0 then
    -- A lease that ran out may have been taken back already; nobody has leased the job since, so it is still theirs.
    if redis.call('ZREM', leased, unpack(free)) < #free then redis.call('ZREM', ready, unpack(free)) end
    for key, list in pairs(to) do
      if #list > 0 then redis.call('ZADD', key, unpack(list)) end
    end
    if #entries > 0 then redis.call('HSET', runs, unpack(entries)) end
    -- What an earlier job of the same id left is not how this one ended.
    if #leftovers > 0 then redis.call('DEL', unpack(leftovers)) end
    if #mortal > 0 then redis.call('ZREM', expiring, unpack(mortal)) end
    if #dropped > 0 then
      dropRecords(jobs, dropped)
      redis.call('HDEL', runs, unpack(dropped))
    end
  end
  return table.concat(letters)
end
