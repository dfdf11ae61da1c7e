-- Remembers a reply, unless `text` is false, and forgets those that have arrived. Being out of memory is ignored, since the
-- work of the request is done. Called last: Redis checks its memory only until a script has written something.
local function remember(reply, text, keep, answered, first)
  if text then redis.pcall('SET', reply, text, 'PX', keep) end
  if answered[first] then redis.call('DEL', unpack(answered, first)) end
end
