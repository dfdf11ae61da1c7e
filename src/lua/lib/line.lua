include "gone"
include "place"

-- Puts a job into line at a place. Its run says the place, with its attempts as they were, or none of them used.
local function putInLine(unit, hash, id, run, place, isFresh)
  local fence, attempt, given, max, dies, lines =
    string.match(run or '', '^%a (%d+) (%d+) (%d+) %d+ (%d+) (%d+)(.*)$')
  if isFresh then attempt, given = '0', '0' end
  local head = table.concat({ 'W', fence or '0', attempt or '0', given or '0', place, max or '0', dies or '0' }, ' ')
  if run then
    rewriteField(unit, hash, RUN .. id, head .. (lines or '\n\n'), run)
  else
    writeField(unit, hash, RUN .. id, head .. '\n\n')
    unit.runsMore = (unit.runsMore or 0) + 1
  end
  unit.to.ready = withPair(unit.to.ready, place, id)
  unit.readied = unit.readied + 1
  return dies
end
