include "unit"

-- An answer is a text of lines, the records of the leased jobs, and the histories of those that were leased before. Lines:
-- letters, or -; then "now endsAt more due flags fence", where - stands for an absent value; then a head for each leased
-- job. Only the lines are remembered as a reply.

-- A record below this size is joined to the lines, which costs less than a list of two.
local SMALL_RECORD = 4000

-- Formats an answer with leased jobs. It omits the time, which follows from the end of the leases.
local function formatLeased(unit, letters, heads, taken, fence, endsAt, more)
  if taken > 1 then heads = table.concat(heads, '\n') end
  return letters .. '\n- ' .. endsAt .. (more and ' 1 ' or ' 0 ') .. unit.due .. ' -' .. unit.flags .. ' ' .. fence .. '\n' .. heads
end

-- Formats an answer without leased jobs.
local function formatSettled(unit, letters, due, more)
  return letters .. '\n' .. digits(unit.now) .. (more and ' - 1 ' or ' - 0 ') .. due .. ' -' .. unit.flags .. ' -'
end

-- Joins an answer to its records and histories.
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
