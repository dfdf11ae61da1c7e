// A Redis that notes the commands of a script, for what a state does not tell.
import type { Adapter } from "../../../src/redis/adapter.ts";
import { nodeRedis } from "../../../src/redis/node-redis.ts";
import { freshName } from "../../setup/queue.ts";
import { redis } from "./state.ts";

/** Returns an adapter, and a function that returns the commands since its last call: names and arguments, keys by their last part. */
export function recording(): [adapter: () => Adapter, commands: () => Promise<string[]>] {
  const list = `recorded:${freshName()}`;
  const prefix = `local redis=(function(real)
local function note(...)
  local words={...}
  for i,word in ipairs(words) do words[i]=string.gsub(word,'^.*}:','') end
  real.call('RPUSH','${list}',table.concat(words,' '))
end
return setmetatable({
  call=function(...) note(...) return real.call(...) end,
  pcall=function(...) note(...) return real.pcall(...) end,
},{__index=real})end)(redis) `;
  const adapter = (): Adapter => ({
    run: (script, keys, args) => nodeRedis(redis()).run({ ...script, text: prefix + script.text }, keys, args),
  });
  return [
    adapter,
    async () => {
      const noted = await redis().lRange(list, 0, -1);
      await redis().del(list);
      return noted;
    },
  ];
}
