include "endings"
include "flows"

-- Returns the endings of children by id, a letter and a time; none for those that have not ended. U stands for an ending that is not
-- known, or for a child that the queue has never had. `hints` has the letters of the endings that a client has told of.
local function readChildren(unit, keys, children, hints)
  local outcomes, all, ids, flows, isLive, now = {}, {}, {}, {}, {}, digits(unit.now)
  for _, child in ipairs(children) do
    local list = string.byte(child) == 2 and flows or all
    list[#list + 1] = child
  end
  if #all > 0 then
    for _, set in ipairs({ 'ready', 'delayed', 'leased', hasFlag(unit, 'g') and 'blocked' or nil }) do
      for i, score in ipairs(redis.call('ZMSCORE', keys[set], unpack(all))) do isLive[i] = isLive[i] or score end
    end
    for i, id in ipairs(all) do
      local letter = hints[id]
      if not isLive[i] and letter then outcomes[id] = letter .. now elseif not isLive[i] then ids[#ids + 1] = id end
    end
  end
  if #ids > 0 then
    local failed, done = redis.call('ZMSCORE', keys.failed, unpack(ids)), redis.call('ZMSCORE', keys.done, unpack(ids))
    local endings = lastEndings(keys, ids)
    for i, id in ipairs(ids) do
      local letter, tick = string.match(endings[i] or '', '^(%u)(%d+)$')
      if failed[i] then outcomes[id] = 'F' .. failed[i]
      elseif done[i] then outcomes[id] = 'C' .. done[i]
      elseif letter then outcomes[id] = letter .. digits(timeOfTick(tick))
      else outcomes[id] = 'U' .. now end
    end
  end
  if #flows > 0 then
    local parents = {}
    for i, child in ipairs(flows) do parents[i] = string.sub(child, 2) end
    for i, text in ipairs(redis.call('HMGET', keys.flows, unpack(parents))) do
      local flow = parseFlow(parents[i], text)
      if not flow or flow.resolved ~= '-' then outcomes[flows[i]] = (flow and flow.resolved or 'U') .. now end
    end
  end
  return outcomes
end
