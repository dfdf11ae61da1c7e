include "arrange-groups"
include "job-writes"
include "make-ready"
include "read-children"

-- The number of links that a request resolves: Redis needs about 10 µs for each.
local MAX_LINKS = 250
-- The number of links of parents that are gone that a request removes.
local MAX_REMOVED = 500

-- Reads flows and the state of their jobs into `flows`: isThere, and if it is delayed
-- its score and whether it waits. A job without a flow gets false.
local function readFlows(keys, flows, ids)
  local missing = {}
  for _, id in ipairs(ids) do
    if flows[id] == nil then
      flows[id] = false
      missing[#missing + 1] = id
    end
  end
  if #missing == 0 then return end
  local found = {}
  for i, text in ipairs(redis.call('HMGET', keys.flows, unpack(missing))) do
    local flow = parseFlow(missing[i], text)
    if flow then
      flow.leaving, flows[flow.id] = 0, flow
      found[#found + 1] = flow.id
    end
  end
  if #found == 0 then return end
  for _, set in ipairs({ 'ready', 'blocked', 'leased', 'failed', 'done', 'delayed' }) do
    for i, score in ipairs(redis.call('ZMSCORE', keys[set], unpack(found))) do
      if score then
        local flow = flows[found[i]]
        flow.isThere = true
        if set == 'delayed' then flow.score, flow.isWaiting = score + 0, score - WAITING_SCORE >= 0 end
      end
    end
  end
end

-- Notes in the unit that children have ended, MAX_LINKS links at most. `texts` has the parents of each in lines, `stored` those of
-- its field, and `endings` the ending of those that have ended. Adds the parents to `parents`. Returns true if links are left.
local function endChildren(unit, keys, children, texts, stored, endings, flows, parents)
  local links, isCut = {}, false
  for _, child in ipairs(children) do
    if endings[child] and texts[child] then
      local rest = {}
      for parent in string.gmatch(texts[child], '[^\n]+') do
        if #links < MAX_LINKS * 2 then
          pushPair(links, parent, child)
          parents[#parents + 1] = parent
        else
          rest[#rest + 1] = parent
        end
      end
      isCut = isCut or rest[1] ~= nil
      putField(unit, keys.waits, child, rest[1] and table.concat(rest, '\n'), stored[child])
    else
      putField(unit, keys.waits, child, texts[child], stored[child])
    end
  end
  readFlows(keys, flows, parents)
  local members, scores = {}, nil
  for i = 1, #links, 2 do members[#members + 1] = links[i] .. PENDING .. links[i + 1] end
  if #members > 0 then scores = redis.call('ZMSCORE', keys.links, unpack(members)) end
  for i = 1, #links, 2 do
    local parent, child, at = links[i], links[i + 1], (i + 1) / 2
    -- An earlier parent of the id may have waited for the child, and left its line in the index.
    local flow = scores[at] and flows[parent]
    if scores[at] then leave(unit, 'links', members[at]) end
    if flow then
      flow.leaving = flow.leaving + 1
      if flow.isThere then
        enter(unit, 'links', '0', endedLink(parent, child, endings[child]))
        if string.byte(endings[child]) ~= 67 then flow.bad = '1' end
      end
    end
  end
  return isCut
end

-- Decides whether a parent has resolved: all its children have ended, or one without success of which it does not wait for the
-- others. Returns true if it has.
local function resolveFlow(unit, keys, flow)
  local from, to = linkRange(flow.id, PENDING)
  local isOver = flow.bad == '1' and flow.policy ~= 'r'
    or flow.open == '0' and redis.call('ZLEXCOUNT', keys.links, from, to) <= flow.leaving
  if isOver then flow.resolved = flow.bad == '0' and 'C' or 'X' end
  return isOver
end

-- Lets a parent that has waited become ready, fail, or be cancelled, by its policy. `run` is its run, or false. Returns true if it
-- has ended.
local function endWait(unit, bucket, flow, run)
  unit.tick = unit.tick + 1
  local place = placeOf(flow.score % 10, unit.tick)
  leave(unit, 'delayed', flow.id)
  if flow.bad == '0' or flow.policy == 'r' then
    makeReady(unit, bucket, flow.id, run, place, false)
    return false
  end
  leave(unit, 'expiring', flow.id)
  if flow.policy == 'c' then
    flow.isCancelled = true
    removeJob(unit, bucket, flow.id, run)
    addEnding(unit, flow.id, 'X')
    count(unit, 'cancelled', 1)
  else
    local parts = parseRun(run) or parseRun('W ' .. string.format('%015d', unit.tick) .. ' 0 0 ' .. place .. ' 0 0')
    endAttempt(parts, unit.now, 'f', '"a job that it waits for did not succeed"')
    local text = formatRun(parts, 'F')
    if run then rewriteField(unit, bucket, RUN_PREFIX .. flow.id, text, run)
    else
      writeField(unit, bucket, RUN_PREFIX .. flow.id, text)
      unit.runsMore = (unit.runsMore or 0) + 1
    end
    enter(unit, 'failed', digits(unit.now), flow.id)
    count(unit, 'failed', 1)
  end
  return true
end

-- Lets the unit remove the links of a parent that is gone, and its flow if that were all, MAX_REMOVED links of all parents at most.
-- Returns true if some are left.
local function removeLinks(unit, keys, flow)
  local room = MAX_REMOVED - (unit.removedLinks or 0)
  if room <= 0 then return true end
  local from, _ = linkRange(flow.id, PENDING)
  local _, to = linkRange(flow.id, ENDED)
  local links, seen = redis.call('ZRANGE', keys.links, from, to, 'BYLEX', 'LIMIT', '0', digits(room)), {}
  for _, link in ipairs(unit.from.links or {}) do seen[link] = true end
  for _, link in ipairs(links) do
    if not seen[link] then leave(unit, 'links', link) end
  end
  unit.removedLinks = (unit.removedLinks or 0) + #links
  if #links < room then dropField(unit, keys.flows, flow.id) end
  return #links >= room
end

-- Sets the flag of a hash if it has fields after this unit, or clears it.
local function setFlag(unit, flag, key)
  local drops, writes = unit.drops and unit.drops[key] or {}, unit.writes and unit.writes[key]
  unit.flags = string.gsub(unit.flags, flag, '')
  if writes or redis.call('HLEN', key) > #drops then unit.flags = unit.flags .. flag end
end
