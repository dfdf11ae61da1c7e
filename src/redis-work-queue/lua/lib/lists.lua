-- Takes entries out of a list by their places, counted from the left: each is overwritten, then all go in one walk. LREM
-- for each would walk through the list once an entry.
local function removeAt(list, places)
  local removed = '\1leasehold:removed\1'
  for _, place in ipairs(places) do redis.call('LSET', list, place, removed) end
  if #places > 0 then redis.call('LREM', list, #places, removed) end
end

-- Puts ids before all that wait, the last of them first to be popped; or behind, in the order of the other clients.
local function putBack(queue, ids, behind)
  if #ids > 0 then redis.call(behind == '1' and 'LPUSH' or 'RPUSH', queue, unpack(ids)) end
end
