-- Adds a pair to a flat list, as variadic commands take them.
local function push(list, a, b)
  list[#list + 1] = a
  list[#list + 1] = b
end
