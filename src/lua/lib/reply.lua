-- What the first sending of this request was answered, if this is not the first. It is told even where Redis takes no
-- writes any more, and the repetition is then not counted. One that is meant for another does not count.
local function firstReply(isMeant)
  local text = redis.call('GET', reply)
  if text and (not isMeant or isMeant(text)) then redis.pcall('HINCRBY', meta, 'replayed', 1) end
  return text
end

local function remember(text)
  redis.call('SET', reply, text, 'PX', keep)
end
