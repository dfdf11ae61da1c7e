-- Flat lists, in the form of the arguments of variadic commands.

-- Adds a pair to the end of a list.
local function pushPair(list, a, b)
  local size = #list
  list[size + 1], list[size + 2] = a, b
end

-- Returns the list with a pair added; a new list if there is none.
local function appendPair(list, a, b)
  if not list then return { a, b } end
  pushPair(list, a, b)
  return list
end

-- Returns the list with a value added; a new list if there is none.
local function append(list, value)
  if not list then return { value } end
  list[#list + 1] = value
  return list
end

-- Returns the list of a key. Creates it if it is missing.
local function listFor(lists, key)
  local list = lists[key]
  if not list then
    list = {}
    lists[key] = list
  end
  return list
end
