// The connections of each role to Redis. Some of them act as Redis users with fewer rights than the gateway's own.
import { AclUser } from "./acl-user.ts";
import type { Arg, Command } from "./commands.ts";
import { KeyLocking } from "./key-locking.ts";
import { type Connection, connect, send } from "./redis-connection.ts";
import type { RedisReply } from "./redis-reply.ts";
import type { Role } from "./token-roles.ts";

// Reads, but not those that walk the whole key space; SELECT is for connecting to a database other than 0.
const READ_RULES = `resetchannels +@read -keys -scan -randomkey -dump +ping +echo +time +select +multi +exec +discard
  +eval_ro +evalsha_ro +fcall_ro +script|exists`.split(/\s+/);

// Upstash too refuses commands for the whole database in a script with key locking.
const LOCKED_SCRIPT_RULES = ["allchannels", "allcommands", "-flushall", "-flushdb", "-swapdb"];

const CLOSE_TIMEOUT = 1_000;

/** Sends commands to Redis in their order. */
export interface CommandSender {
  /** Sends a command that may touch only some keys, if the sender locks keys. */
  send(command: Command, keys: Arg[]): Promise<RedisReply>;
}

/** The connections of a role. */
interface RoleConnections {
  /** Returns the connection of the plain sender. */
  plain(): Connection | Promise<Connection>;
  /** Opens another connection, for a stream of events; the caller closes it. */
  open(): Promise<Connection>;
  /** The senders for plain commands, for scripts with key locking, and for SCRIPT KILL and FUNCTION KILL. */
  senders: { plain: CommandSender; locked: CommandSender; kill: CommandSender };
}

/** The connections of all roles. */
export type Connections = Record<Role, RoleConnections> & { close(): Promise<void> };

/** Opens the connections to Redis; rejects if it does not answer. */
export async function openConnections(url: string): Promise<Connections> {
  const main = await connect(url, { reconnects: true });
  // For commands that must not wait behind an endless script: its KILL, and the creation of users.
  const admin = await connect(url, { reconnects: true }).catch((error) => {
    main.destroy();
    throw error;
  });
  const reader = new AclUser(admin, { url, rules: ["allkeys", ...READ_RULES] });
  const locking = new KeyLocking(admin, { url, rules: LOCKED_SCRIPT_RULES });
  const readerLocking = new KeyLocking(admin, { url, rules: READ_RULES });
  const plainReader = createSender(() => reader.connection());
  return {
    standard: {
      plain: () => main,
      open: () => connect(url),
      senders: { plain: createSender(() => main), locked: locking, kill: createSender(() => admin) },
    },
    readonly: {
      plain: () => reader.connection(),
      open: () => reader.openConnection(),
      senders: { plain: plainReader, locked: readerLocking, kill: plainReader },
    },
    close: async () => {
      const users = [reader, locking, readerLocking].map((user) => user.close());
      // A Redis that is stopped or busy would keep its users, and this call, waiting; requests in flight fail now.
      await waitFor(Promise.allSettled(users), CLOSE_TIMEOUT);
      main.destroy();
      admin.destroy();
    },
  };
}

/** Returns a sender that sends every command over one connection, and locks no keys. */
function createSender(connection: () => Connection | Promise<Connection>): CommandSender {
  return { send: async (command) => send(await connection(), command) };
}

/** Resolves when some work is done, or after a timeout in ms. */
async function waitFor(work: Promise<unknown>, timeout: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, timeout);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
