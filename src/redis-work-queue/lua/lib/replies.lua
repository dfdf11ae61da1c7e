-- Remembers a reply for a number of ms, unless `text` is false, and deletes the replies of answered requests. A lack of
-- memory is ignored, since the work of the request is done. Called last: Redis checks its memory only until a script
-- writes.
local function rememberReply(reply, text, remember, answered, first)
  if text then redis.pcall('SET', reply, text, 'PX', remember) end
  if answered[first] then redis.call('DEL', unpack(answered, first)) end
end
