// Which commands the REST API takes. Upstash refuses what needs a connection of its own (sessions, blocking reads,
// transactions by hand) and whatever it does not have; both refusals carry its words.

/** One argument of a command: text, or bytes that came as a request body or percent-encoded in a path. */
export type Arg = string | Buffer;

/** A command as Redis takes it: its name, then its arguments. Never empty. */
export type Command = [name: string, ...args: Arg[]];

// Upstash's own command list; what it adds to Redis (JSON, search) is left to the server behind the gateway to refuse.
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

const NEEDS_A_CONNECTION = new Set(
  `asking auth blmove blmpop blpop brpop brpoplpush bzmpop bzpopmax bzpopmin client discard exec hello monitor multi
   psubscribe punsubscribe quit readonly readwrite reset select ssubscribe subscribe sunsubscribe unsubscribe unwatch
   wait waitaof watch`.split(/\s+/),
);

// The others of Redis change the connection that all requests share (SCRIPT DEBUG) or are not Upstash's.
const SUBCOMMANDS: Record<string, string[]> = {
  function: ["delete", "flush", "kill", "list", "load", "stats"],
  memory: ["usage"],
  pubsub: ["channels", "numpat", "numsub"],
  script: ["exists", "flush", "kill", "load"],
  xgroup: ["create", "createconsumer", "delconsumer", "destroy", "setid"],
  xinfo: ["consumers", "groups", "stream"],
};

// How many words follow an option of XREAD and XREADGROUP; they may be spelled like an option themselves.
const STREAM_OPTIONS = new Map([
  ["claim", 1],
  ["count", 1],
  ["group", 2],
]);

/** Says why the REST API will not take this command, or nothing when it will. */
export function refusal([name, ...args]: Command): string | undefined {
  const known = name.toLowerCase();
  const reads = known === "xread" || known === "xreadgroup";
  if (NEEDS_A_CONNECTION.has(known) || (reads && blocks(args))) {
    return `ERR Command "${shown(name)}" is not allowed in REST or it has a special context path`;
  }
  if (!AVAILABLE.has(known)) return notAvailable(name);
  const [sub] = args;
  const taken = SUBCOMMANDS[known];
  if (!taken || sub === undefined || taken.includes(lower(sub))) return undefined;
  return notAvailable(`${name} ${sub}`);
}

/** Whether a command stops a script or a function that runs. */
export function kills([name, sub]: Command): boolean {
  return sub !== undefined && /^(script|function)$/i.test(name) && lower(sub) === "kill";
}

function blocks(args: Arg[]): boolean {
  for (let i = 0; i < args.length; i++) {
    const option = lower(args[i] as Arg);
    if (option === "streams") return false;
    if (option === "block") return true;
    i += STREAM_OPTIONS.get(option) ?? 0;
  }
  return false;
}

function notAvailable(name: string): string {
  return `ERR Command is not available: '${shown(name)}'. See https://upstash.com/docs/redis/overall/rediscompatibility for details`;
}

function shown(name: string): string {
  return JSON.stringify(name.slice(0, 64).toUpperCase()).slice(1, -1);
}

function lower(arg: Arg): string {
  return String(arg).toLowerCase();
}
