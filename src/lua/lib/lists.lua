-- Flat lists, as variadic commands take them.

-- Adds a pair to a list.
local function addPair(list, a, b)
  local size = #list
  list[size + 1], list[size + 2] = a, b
end

-- A list with a pair more; a new one where there is none.
local function withPair(list, a, b)
  if not list then return { a, b } end
  addPair(list, a, b)
  return list
end

-- A list with a value more; a new one where there is none.
local function with(list, value)
  if not list then return { value } end
  list[#list + 1] = value
  return list
end

-- The list of a key, which is made where it is missing.
local function listOf(lists, key)
  local list = lists[key]
  if not list then
    list = {}
    lists[key] = list
  end
  return list
end
