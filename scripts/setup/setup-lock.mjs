// A lock, so that two commands do not set up at once: a socket that its owner listens on, and that the kernel closes when
// the owner dies. Written by hand, because it is needed before any package is installed.
// @ts-check
import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { cacheFolder } from "./folders.mjs";
import { announce, stopping } from "./run-command.mjs";

/**
 * Does a step of the set-up unless it is done. Of the processes with one cache folder, one at a time does a step.
 * @param {() => boolean} isDone
 * @param {() => Promise<void>} work
 * @param {string} [address] The address of the socket. On Linux it is abstract: no file of it remains when its owner dies.
 */
export async function doOnce(isDone, work, address = lockAddress()) {
  if (isDone()) return;
  const lock = createServer();
  for (let isAnnounced = false; !(await listen(lock, address)); isAnnounced = true) {
    if (!isAnnounced) announce("waiting for another command, which is setting up …");
    await sleep(100);
    stopping.signal.throwIfAborted();
  }
  try {
    // Another process may have done it in the meantime.
    if (!isDone()) await work();
  } finally {
    lock.close();
  }
}

function lockAddress() {
  const name = `leasehold-${createHash("sha256").update(cacheFolder()).digest("hex").slice(0, 32)}`;
  return process.platform === "linux" ? `\0${name}` : `/tmp/${name}`;
}

/**
 * Listens at an address. Resolves with false when another process does, and removes the file of an owner that is dead.
 * @param {import("node:net").Server} server
 * @param {string} address
 */
async function listen(server, address) {
  try {
    await once(server.listen(address), "listening");
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EADDRINUSE")) throw error;
  }
  const socket = connect(address);
  await once(socket, "connect").catch(() => address.startsWith("\0") || rmSync(address, { force: true }));
  socket.destroy();
  return false;
}
