include "settle"

-- Moves the end of a lease, where it still holds; one that ran out holds again. Returns l, or why nothing changed.
local function holdOn(unit, keys, hash, id, run, reference, before, till)
  local state = string.match(run or '', '^[LE]')
  if not state or string.sub(run, 2, HELD) ~= string.sub(reference, 2, HELD) then
    return verdictOn(run, reference, id, keys)
  end
  unit.to.leased = withPair(unit.to.leased, digits(till), id)
  dueBy(unit, till)
  if before then
    remember(unit, keys.leased, id, before)
  elseif state == 'E' then
    unit.from.failed = with(unit.from.failed, id)
    rewriteField(unit, hash, RUN .. id, 'L' .. string.sub(run, 2), run)
  else
    unit.from.ready = with(unit.from.ready, id)
    unit.from.expiring = with(unit.from.expiring, id)
  end
  return 'l'
end
