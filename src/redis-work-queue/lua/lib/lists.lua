-- Removes entries of a list by their places from the left: each is overwritten, then one LREM removes all. An LREM for
-- each would walk through the list each time.
local function removeAt(list, places)
  local removed = '\1leasehold:removed\1'
  for _, place in ipairs(places) do redis.call('LSET', list, place, removed) end
  if #places > 0 then redis.call('LREM', list, #places, removed) end
end

-- Puts ids back: in front of all that wait, so that the last of them is popped first; or at the back, as other clients
-- do.
local function putBack(queue, ids, toBack)
  if #ids > 0 then redis.call(toBack == '1' and 'LPUSH' or 'RPUSH', queue, unpack(ids)) end
end
