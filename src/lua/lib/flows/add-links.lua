include "add-jobs"
include "read-children"

-- Notes children of parents: `list` has the id of a parent and of a child in turn. `created` has the ids of jobs that the unit adds.
-- `flows` has the flow of each parent, which gets the mark `bad` of children that have ended already. Returns the id of a child that
-- the queue does not know, if there is one; the unit must not be written then. A flow with a child that has not ended gets `isWaiting`.
local function addLinks(unit, keys, list, created, flows)
  local children, others, isListed = {}, {}, {}
  for i = 2, #list, 2 do
    local child = list[i]
    if not isListed[child] then
      isListed[child] = true
      children[#children + 1] = child
      if not created[child] then others[#others + 1] = child end
    end
  end
  if #children == 0 then return nil end
  local endings = {}
  if #others > 0 then
    endings = readChildren(unit, keys, others, {})
    local seen
    for i, child in ipairs(others) do
      if string.byte(endings[child] or '') == 85 then
        seen = seen or redis.call('ZMSCORE', keys.seen, unpack(others))
        if not seen[i] and string.byte(child) ~= string.byte(PENDING) then return child end
      end
    end
  end
  local before, parents, isLinked, links = {}, {}, {}, {}
  for i, text in ipairs(redis.call('HMGET', keys.waits, unpack(children))) do before[children[i]] = text end
  for i = 1, #list, 2 do links[#links + 1] = list[i] .. PENDING .. list[i + 1] end
  for i, score in ipairs(redis.call('ZMSCORE', keys.links, unpack(links))) do isLinked[links[i]] = score or nil end
  for i = 1, #list, 2 do
    local parent, child = list[i], list[i + 1]
    local link = links[(i + 1) / 2]
    -- A child that a batch has already is not counted twice.
    if not isLinked[link] then
      isLinked[link] = true
      if not endings[child] then
        enter(unit, 'links', '0', link)
        flows[parent].isWaiting = true
        local text = parents[child] or before[child]
        -- The line of an earlier parent of the id may be left.
        local isListed = text and string.find('\n' .. text .. '\n', '\n' .. parent .. '\n', 1, true)
        if not isListed then parents[child] = text and text .. '\n' .. parent or parent end
      elseif redis.call('ZLEXCOUNT', keys.links, '[' .. endedLink(parent, child, ''), '(' .. endedLink(parent, child, '~')) == 0 then
        enter(unit, 'links', '0', endedLink(parent, child, endings[child]))
        if string.byte(endings[child]) ~= 67 then flows[parent].bad = '1' end
      end
    end
  end
  for child, text in pairs(parents) do
    putField(unit, keys.waits, child, text, before[child])
    if not hasFlag(unit, 'w') then unit.flags = unit.flags .. 'w' end
  end
  return nil
end
