-- The time in ms for which a queue that was removed keeps its inbox. A client may still be about to send it entries that it has
-- received, or may not have removed them from the outbox: a new queue of its name skips them.
local INBOX_TTL = '2592000000'

-- Lets the inbox of a queue that is removed expire. A queue that receives further entries keeps it (follow-ups/receive.lua).
local function expireInbox(inbox)
  redis.call('PEXPIRE', inbox, INBOX_TTL)
end
