-- What the first sending of this request was answered, if this is not the first. It is told even where Redis takes no
-- writes any more, and the repetition is then not counted.
local function firstReply()
  local text = redis.call('GET', reply)
  if text then redis.pcall('HINCRBY', meta, 'replayed', 1) end
  return text
end

local function remember(text)
  redis.call('SET', reply, text, 'PX', keep)
end
