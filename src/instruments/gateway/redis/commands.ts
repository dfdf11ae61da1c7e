// The commands that the REST API accepts. Upstash refuses commands that need a connection of their own (sessions,
// blocking reads, MULTI and EXEC) and commands that it does not have; both refusals have its texts.

/** An argument of a command: text, or bytes from a request body or a percent-encoded path. */
export type Arg = string | Buffer;

/** A command: its name, then its arguments. */
export type Command = [name: string, ...args: Arg[]];

// Upstash's list of commands, without those that Redis does not have (JSON, search).
const AVAILABLE = new Set(
  `append bitcount bitfield bitfield_ro bitop bitpos copy dbsize decr decrby del dump echo eval eval_ro evalsha
   evalsha_ro exists expire expireat expiretime fcall fcall_ro flushall flushdb function geoadd geodist geohash geopos
   georadius georadius_ro georadiusbymember georadiusbymember_ro geosearch geosearchstore get getbit getdel getex
   getrange getset hdel hexists hexpire hexpireat hexpiretime hget hgetall hgetdel hgetex hincrby hincrbyfloat hkeys
   hlen hmget hmset hpersist hpexpire hpexpireat hpexpiretime hpttl hrandfield hscan hset hsetex hsetnx hstrlen httl
   hvals incr incrby incrbyfloat info keys lindex linsert llen lmove lmpop lpop lpos lpush lpushx lrange lrem lset
   ltrim memory mget mset msetnx persist pexpire pexpireat pexpiretime pfadd pfcount pfmerge ping psetex pttl publish
   pubsub randomkey rename renamenx restore rpop rpoplpush rpush rpushx sadd scan scard script sdiff sdiffstore set
   setbit setex setnx setrange sinter sintercard sinterstore sismember smembers smismember smove spop srandmember srem
   sscan strlen sunion sunionstore time touch ttl type unlink xack xackdel xadd xautoclaim xclaim xdel xdelex xgroup
   xinfo xlen xpending xrange xread xreadgroup xrevrange xtrim zadd zcard zcount zdiff zdiffstore zincrby zinter
   zintercard zinterstore zlexcount zmpop zmscore zpopmax zpopmin zrandmember zrange zrangebylex zrangebyscore
   zrangestore zrank zrem zremrangebylex zremrangebyrank zremrangebyscore zrevrange zrevrangebylex zrevrangebyscore
   zrevrank zscan zscore zunion zunionstore`.split(/\s+/),
);

const NEEDS_OWN_CONNECTION = new Set(
  `asking auth blmove blmpop blpop brpop brpoplpush bzmpop bzpopmax bzpopmin client discard exec hello monitor multi
   psubscribe punsubscribe quit readonly readwrite reset select ssubscribe subscribe sunsubscribe unsubscribe unwatch
   wait waitaof watch`.split(/\s+/),
);

// Redis's other subcommands change the connection that all requests share, as SCRIPT DEBUG does, or are not Upstash's.
const SUBCOMMANDS: Record<string, string[]> = {
  function: ["delete", "flush", "kill", "list", "load", "stats"],
  memory: ["usage"],
  pubsub: ["channels", "numpat", "numsub"],
  script: ["exists", "flush", "kill", "load"],
  xgroup: ["create", "createconsumer", "delconsumer", "destroy", "setid"],
  xinfo: ["consumers", "groups", "stream"],
};

// The number of words that follow an option of XREAD and XREADGROUP. A word may look like an option itself.
const STREAM_OPTIONS = new Map([
  ["claim", 1],
  ["count", 1],
  ["group", 2],
]);

/** Returns the error text for a command that the REST API refuses; undefined for one that it accepts. */
export function findRefusal([name, ...args]: Command): string | undefined {
  const command = name.toLowerCase();
  const isStreamRead = command === "xread" || command === "xreadgroup";
  if (NEEDS_OWN_CONNECTION.has(command) || (isStreamRead && hasBlockOption(args))) {
    return `ERR Command "${formatName(name)}" is not allowed in REST or it has a special context path`;
  }
  if (!AVAILABLE.has(command)) return notAvailableError(name);
  const [sub] = args;
  const accepted = SUBCOMMANDS[command];
  if (!accepted || sub === undefined || accepted.includes(toLower(sub))) return undefined;
  return notAvailableError(`${name} ${sub}`);
}

/** Reports whether a command stops a running script or function. */
export function isKill([name, sub]: Command): boolean {
  return sub !== undefined && /^(script|function)$/i.test(name) && toLower(sub) === "kill";
}

/** Reports whether the options of XREAD or XREADGROUP contain BLOCK. After STREAMS come names, which may be "block". */
function hasBlockOption(args: Arg[]): boolean {
  for (let i = 0; i < args.length; i++) {
    const option = toLower(args[i] as Arg);
    if (option === "streams") return false;
    if (option === "block") return true;
    i += STREAM_OPTIONS.get(option) ?? 0;
  }
  return false;
}

/** Returns Upstash's error text for a command that it does not have. */
function notAvailableError(name: string): string {
  return `ERR Command is not available: '${formatName(name)}'. See https://upstash.com/docs/redis/overall/rediscompatibility for details`;
}

/** Returns a name for an error text: short, in capitals and without line ends. */
function formatName(name: string): string {
  return JSON.stringify(name.slice(0, 64).toUpperCase()).slice(1, -1);
}

function toLower(arg: Arg): string {
  return String(arg).toLowerCase();
}
