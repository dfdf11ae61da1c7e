-- Flat lists, as variadic commands take them.

-- Adds a pair to the end of a list.
local function pushPair(list, a, b)
  local size = #list
  list[size + 1], list[size + 2] = a, b
end

-- Returns the list with a pair added; a new list where there is none.
local function appendPair(list, a, b)
  if not list then return { a, b } end
  pushPair(list, a, b)
  return list
end

-- Returns the list with a value added; a new list where there is none.
local function append(list, value)
  if not list then return { value } end
  list[#list + 1] = value
  return list
end

-- Returns the list of a key, and creates it where it is missing.
local function listFor(lists, key)
  local list = lists[key]
  if not list then
    list = {}
    lists[key] = list
  end
  return list
end
