include "unit"

-- An answer is a text of lines, and the records of jobs that were leased. Lines: letters, or -; then "now till more due
-- flags fence", where - stands for what is not there; then the heads. The lines are remembered, the records are not.

-- Records up to this size are joined to the lines, which costs less than a list of two.
local SMALL = 4000

-- The lines of an answer that hands out jobs; the caller knows the time from when the leases end.
local function leasedText(unit, letters, heads, given, fence, till, more)
  if given > 1 then heads = table.concat(heads, '\n') end
  return letters .. '\n- ' .. till .. (more and ' 1 ' or ' 0 ') .. unit.due .. ' -' .. unit.flags .. ' ' .. fence .. '\n' .. heads
end

-- The lines of an answer that hands out nothing.
local function settledText(unit, letters, due, more)
  return letters .. '\n' .. digits(unit.now) .. (more and ' - 1 ' or ' - 0 ') .. due .. ' -' .. unit.flags .. ' -'
end

-- The whole answer.
local function withRecords(text, records, given)
  if not records then return 'ok\n' .. text end
  if given > 1 then
    table.insert(records, 1, 'ok\n' .. text)
    return records
  end
  if #records < SMALL then return 'ok\n' .. text .. '\n\n' .. records end
  return { 'ok\n' .. text, records }
end
