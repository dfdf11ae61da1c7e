include "unit"

-- The reply of turn: lines, then the records of the leased jobs, then the histories of those that were leased before.
-- The lines are the letters, or -; "now endsAt more due flags fence", with - for an absent value; and a head for each
-- leased job (src/queue/jobs/stored/head.ts). Only the lines are remembered for a repeated request.

-- In bytes. A single record below this size is appended to the lines, which costs less than a list of two texts.
local SMALL_RECORD = 4000

-- Formats the lines of a reply with leased jobs: `letters` for the settled items or -, `taken`, the number of leased
-- jobs, and their heads, a text for one job and a list for several. The lines omit the time, because the client
-- subtracts the duration of the leases from their end.
local function formatLeased(unit, letters, heads, taken, fence, endsAt, more)
  if taken > 1 then heads = table.concat(heads, '\n') end
  return letters .. '\n- ' .. endsAt .. (more and ' 1 ' or ' 0 ') .. unit.due .. ' -' .. unit.flags .. ' ' .. fence .. '\n' .. heads
end

-- Formats the lines of a reply without leased jobs: `letters` for the settled items or -, the time, true in `more` if
-- another request may find jobs, and `due`, the time before which nothing is due or -.
local function formatSettled(unit, letters, due, more)
  return letters .. '\n' .. digits(unit.now) .. (more and ' - 1 ' or ' - 0 ') .. due .. ' -' .. unit.flags .. ' -'
end

-- Returns the whole reply to a turn. `text` has its lines, and `taken` is the number of leased jobs: without any,
-- `records` is nil; for one it is the text of its record, for several a list. The reply is a list of texts, the lines
-- first, then the records and the histories. It is a single text if there are no records, and also if there is one
-- small record, after an empty line, which costs less than a list of two texts.
local function withRecords(unit, text, records, taken)
  if not records then return 'ok\n' .. text end
  if taken == 1 and not unit.histories and #records < SMALL_RECORD then return 'ok\n' .. text .. '\n\n' .. records end
  if taken == 1 then records = { records } end
  table.insert(records, 1, 'ok\n' .. text)
  if unit.histories then
    for _, history in ipairs(unit.histories) do records[#records + 1] = history end
  end
  return records
end
