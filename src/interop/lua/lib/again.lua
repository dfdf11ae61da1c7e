-- Remembers what a request was answered, for when it comes again. Not where memory is full: the work is done by then.
local function remember(reply, text, keep)
  redis.pcall('SET', reply, text, 'PX', keep)
end
