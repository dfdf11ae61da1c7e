include "due"
include "endings"
include "gone"
include "runs"

-- A reference is what a holder knows its job by: "L", the fence, and the id, with a space between them. A run begins with
-- the same 18 characters as long as the lease holds.
local HELD = 18

-- Why a holder no longer holds its job. A: it was leased again. W, F and C: as its run says. Without a run: as it ended,
-- or U where that is not known.
local function verdictOn(run, reference, id, keys)
  if not run then return string.sub(lastEnding(keys.endings, keys.endedBefore, id) or 'U', 1, 1) end
  local state, fence = string.match(run, '^(%a) (%d+)')
  if state == 'E' then return 'F' end
  if state == 'L' or state == 'W' and fence ~= string.sub(reference, 3, HELD - 1) then return 'A' end
  return state or 'U'
end

-- Ends the lease of a job that is done, of which nothing is kept. Returns a letter, or nothing where it is not held.
local function completeOne(unit, hash, reference)
  local id = string.sub(reference, HELD + 1)
  local field = RUN .. id
  local run = redis.call('HGET', hash, field)
  if not run or string.sub(run, 1, HELD) ~= string.sub(reference, 1, HELD) then return nil end
  unit.finished = { id }
  unit.completed = digits(unit.completed + 1)
  unit.runsLess = 1
  unit.drops = { [hash] = { id, field } }
  return 'c'
end

-- Does the same for several jobs of one hash, from `first` on: for all of them, or for none.
local function completeAll(unit, hash, items, first)
  local ids, fields, number = {}, {}, #items - first + 1
  for i = 1, number do
    local id = string.sub(items[first + i - 1], HELD + 1)
    ids[i], fields[i] = id, RUN .. id
  end
  local runs = redis.call('HMGET', hash, unpack(fields))
  for i = 1, number do
    local run = runs[i]
    if not run or string.sub(run, 1, HELD) ~= string.sub(items[first + i - 1], 1, HELD) then ids = nil break end
  end
  if not ids then return nil end
  unit.finished = ids
  unit.completed = digits(unit.completed + number)
  unit.runsLess = number
  unit.drops, unit.dropsToo = { [hash] = ids }, { [hash] = fields }
  return string.rep('c', number)
end

-- Ends leases by what each holder asks for. Four fields an item: what, reference, detail and error. What: c complete,
-- k complete and keep the job, r retry, f fail, g give back. Detail: the result of c and k, the delay of r in ms. Returns a
-- letter an item: c, f, r, d where its job has gone: done, failed, ready or delayed; else why nothing changed. Then how many
-- jobs have ended that are kept; 0 where one stands among the failed from before, since it must not be trimmed there.
local function settleEach(unit, keys, jobs, offset, items, first, results, firstResult)
  local ids, letters, seen, kept, isLate = {}, {}, {}, 0, false
  for at = first, #items, 4 do ids[#ids + 1] = string.sub(items[at + 1], HELD + 1) end
  local runs, only, hashes = readJobs(jobs, offset, ids, 1)
  local held = redis.call('ZMSCORE', keys.leased, unpack(ids))
  for i = 1, #ids do
    local id, run, hash, at = ids[i], runs[i], only or hashes[i], first + i * 4 - 4
    local what, reference, detail, message = items[at], items[at + 1], items[at + 2], items[at + 3]
    local total, letter, fence, attempt, given, place, max, dies, lines = 'stale', seen[id], nil
    local isFence = run and string.sub(run, 2, HELD) == string.sub(reference, 2, HELD)
    if letter == 'W' and not isFence then letter = 'A' end
    if not letter and (not isFence or not string.find(run, '^[LE]')) then letter = verdictOn(run, reference, id, keys) end
    if not letter then
      fence, attempt, given, place, max, dies, lines = string.match(run, '^%a (%d+) (%d+) (%d+) (%d+) (%d+) (%d+)(.*)$')
      -- A damaged run is enough only to complete its job.
      if not lines and what ~= 'c' then letter = 'U' end
    end
    if not letter then
      local state, due = 'W', nil
      if what == 'c' or what == 'k' then
        letter, state, total = 'c', 'C', 'completed'
        if detail ~= '' then
          unit.results = withPair(unit.results, results[firstResult], 'C ' .. digits(unit.now) .. ' ' .. detail)
        end
      elseif what == 'g' then
        letter, total, given = 'r', 'released', digits(given + 1)
      elseif what == 'f' or attempt - given >= tonumber(max) then
        letter, state, total = 'f', 'F', 'failed'
      else
        letter, total = detail == '0' and 'r' or 'd', 'retried'
        unit.tick = unit.tick + 1
        due = letter == 'd' and tickAfter(unit, keys.delayed, detail) or unit.tick
        place = placeOf(priorityOf(place), due)
      end
      seen[id] = state
      if held[i] then
        unit.from.leased = with(unit.from.leased, id)
      else
        -- Its lease ran out, and nobody has leased it since: it is in line, or has failed.
        local inLine = redis.call('ZSCORE', keys.ready, id)
        local hasFailed = redis.call('ZSCORE', keys.failed, id)
        isLate = isLate or hasFailed
        if inLine and letter == 'r' then remember(unit, keys.ready, id, inLine)
        elseif inLine then unit.from.ready = with(unit.from.ready, id) end
        if hasFailed and letter == 'f' then
          remember(unit, keys.failed, id, hasFailed)
          total = nil
        elseif hasFailed then
          unit.from.failed = with(unit.from.failed, id)
        end
        if dies ~= '0' and state == 'W' then remember(unit, keys.expiring, id, dies)
        elseif dies ~= '0' then unit.from.expiring = with(unit.from.expiring, id) end
      end
      if letter == 'r' then
        unit.to.ready = withPair(unit.to.ready, place, id)
        unit.readied = unit.readied + 1
      elseif letter == 'd' then
        unit.to.delayed = withPair(unit.to.delayed, dueScore(due, priorityOf(place)), id)
        unit.sooner = true
        dueBy(unit, timeOf(due))
      elseif letter == 'f' then
        unit.to.failed = withPair(unit.to.failed, digits(unit.now), id)
        kept = kept + 1
      elseif what == 'k' then
        unit.to.done = withPair(unit.to.done, digits(unit.now), id)
        kept = kept + 1
      end
      if state == 'W' and dies ~= '0' then
        unit.to.expiring = withPair(unit.to.expiring, dies, id)
        dueBy(unit, tonumber(dies))
      end
      if what == 'c' then
        dropJob(unit, hash, id, run)
        noteEnd(unit, id, 'C')
      else
        if message ~= '' then lines = withError(lines, digits(unit.now), attempt, message) end
        local entry = table.concat({ state, fence, attempt, given, place, max, dies }, ' ') .. lines
        rewriteField(unit, hash, RUN .. id, entry, run)
      end
    end
    if detail ~= '' and (what == 'c' or what == 'k') then firstResult = firstResult + 1 end
    if total == 'completed' then unit.completed = digits(unit.completed + 1)
    elseif total then count(unit, total, 1) end
    letters[i] = letter
  end
  return table.concat(letters), isLate and 0 or kept
end
