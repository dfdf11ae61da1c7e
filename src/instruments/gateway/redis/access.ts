// How each role reaches Redis: its connections, and the Redis users with fewer rights that some of them act as.
import { AclUser } from "./acl-user.ts";
import type { Arg, Command } from "./commands.ts";
import { type Connection, connect, send } from "./connection.ts";
import { KeyLocking } from "./key-locking.ts";
import type { Reply } from "./reply.ts";
import type { Role } from "./tokens.ts";

// Reads, but not those that walk the whole key space; SELECT is for connecting to a database other than 0.
const READS = `resetchannels +@read -keys -scan -randomkey -dump +ping +echo +time +select +multi +exec +discard
  +eval_ro +evalsha_ro +fcall_ro +script|exists`.split(/\s+/);

// Database-wide commands are refused in a script with key locking on Upstash too.
const ALL_BUT_DATABASE_WIDE = ["allchannels", "allcommands", "-flushall", "-flushdb", "-swapdb"];

const CLOSED_WITHIN = 1_000;

/** A way to Redis that keeps the order of what is sent over it. */
export interface Lane {
  run(command: Command, keys: Arg[]): Promise<Reply>;
}

/** What a role has of Redis. */
interface Access {
  /** The connection of the plain lane. */
  connection(): Connection | Promise<Connection>;
  /** Opens one more, for a stream of events; the caller closes it. */
  another(): Promise<Connection>;
  lanes: { plain: Lane; locked: Lane; kill: Lane };
}

/** The accesses of all roles. */
export type Accesses = Record<Role, Access> & { close(): Promise<void> };

/** Opens the connections to Redis; rejects when it does not answer. */
export async function openAccesses(url: string): Promise<Accesses> {
  const main = await connect(url, { keep: true });
  // For what must not wait behind a script without end: its KILL, and the making of users.
  const admin = await connect(url, { keep: true }).catch((error) => {
    main.destroy();
    throw error;
  });
  const reader = new AclUser(admin, url, ["allkeys", ...READS]);
  const locking = new KeyLocking(admin, url, ALL_BUT_DATABASE_WIDE);
  const readerLocking = new KeyLocking(admin, url, READS);
  const plain = lane(() => main);
  const plainReader = lane(() => reader.connection());
  return {
    standard: {
      connection: () => main,
      another: () => connect(url),
      lanes: { plain, locked: locking, kill: lane(() => admin) },
    },
    readonly: {
      connection: () => reader.connection(),
      another: () => reader.another(),
      lanes: { plain: plainReader, locked: readerLocking, kill: plainReader },
    },
    close: async () => {
      const users = [reader, locking, readerLocking].map((user) => user.close());
      // A Redis that is stopped or busy would keep its users and us; requests that wait for it are told now.
      await within(CLOSED_WITHIN, Promise.allSettled(users));
      main.destroy();
      admin.destroy();
    },
  };
}

function lane(connection: () => Connection | Promise<Connection>): Lane {
  return { run: async (command) => send(await connection(), command) };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
