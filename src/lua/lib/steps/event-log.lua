include "unit"

-- The events of a queue with the flag e: a stream of texts. The first line of a text is the time. Each other line is
-- the letter and the id of a job that has entered a state or is gone. Letters: R ready, D delayed, B blocked, L leased,
-- F failed, C done, X cancelled, E expired, P purged. Ids contain no control characters.
--
-- The texts are numbered: text n is the entry n-0, and `recorded` in meta is the number of the last one. It is written
-- with the unit and before the entry, so a missing number shows that events were dropped or that their entry was
-- refused. The field `events` of meta is the number of entries to keep, and the number before the first one.
--
-- A unit usually has one text. A longer one is divided, so that 10,000 entries stay below the 100 MB of one key.
local MAX_TEXT_BYTES = 8000
local EVENT_LETTERS = { done = 'C', failed = 'F', delayed = 'D', blocked = 'B', ready = 'R', leased = 'L' }

-- Returns the texts of the events of a unit; an empty list if no job enters a state or is gone.
local function formatEvents(unit, keys)
  local lines, texts, trimmed = {}, {}, {}
  local endings, time = unit.endings or {}, digits(unit.now)
  -- Retention removes done jobs, whose end is already recorded.
  for _, id in ipairs(unit.from.done or {}) do trimmed[id] = true end
  for i = 1, #endings, 2 do
    local id, letter = endings[i], unit.from.state and 'P' or endings[i + 1]
    if letter ~= 'F' and (letter ~= 'C' or not trimmed[id]) then lines[#lines + 1] = letter .. id end
  end
  -- A failed job whose follower takes over does not stay in `failed`.
  for _, id in ipairs(unit.failures or {}) do lines[#lines + 1] = 'F' .. id end
  for _, set in ipairs({ 'done', 'failed', 'delayed', 'blocked', 'ready', 'leased' }) do
    local list = unit.to[set] or {}
    for i = 2, #list, 2 do
      local id = list[i]
      -- A job with an old score was already in this state.
      if id ~= PADDING and not (unit.old and unit.old[keys[set] .. id]) then lines[#lines + 1] = EVENT_LETTERS[set] .. id end
    end
  end
  local first, size = 1, 0
  for i = 1, #lines do
    size = size + #lines[i] + 1
    if size > MAX_TEXT_BYTES or i == #lines then
      texts[#texts + 1] = time .. '\n' .. table.concat(lines, '\n', first, i)
      first, size = i + 1, 0
    end
  end
  return texts
end

-- Adds the texts of a committed unit, which has already counted them in `recorded`. A refusal is ignored.
local function writeEvents(unit, keys, texts)
  local fields = redis.pcall('HMGET', unit.meta, 'events', 'recorded')
  local kept, before = string.match(fields[1] or '', '^%d+') or '0', (tonumber(fields[2]) or 0) - #texts
  for i, text in ipairs(texts) do
    redis.pcall('XADD', keys.events, 'MAXLEN', kept, digits(before + i) .. '-0', 'e', text)
  end
end
