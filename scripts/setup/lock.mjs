// One process at a time for what must not be done twice at once: a file that holds the id of its owner.
// @ts-check
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { announce, stopping } from "./run-command.mjs";

// An owner also shows every few seconds that it lives: after a restart, its id may be another process's.
const SIGN_OF_LIFE = 5_000;
const STALE = 60_000;
const LOOK_AGAIN = 100;

/**
 * Does the work while holding the lock.
 * @param {string} lock
 * @param {() => Promise<void>} work
 */
export async function withLock(lock, work) {
  mkdirSync(dirname(lock), { recursive: true });
  for (let told = false; !take(lock, String(process.pid)); ) {
    stopping.signal.throwIfAborted();
    const owner = ownerOf(lock);
    if (isStale(lock)) removeStale(lock);
    else if (owner && !told) {
      announce(`waiting for process ${owner}, which does the same set-up …`);
      told = true;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
  }
  const isMine = () => ownerOf(lock) === process.pid;
  const signs = setInterval(() => isMine() && utimesSync(lock, new Date(), new Date()), SIGN_OF_LIFE);
  try {
    await work();
  } finally {
    clearInterval(signs);
    if (isMine()) rmSync(lock);
  }
}

/**
 * @param {string} lock
 * @param {string} owner
 */
function take(lock, owner) {
  try {
    writeFileSync(lock, owner, { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Undefined when there is no lock, or one whose owner has not written its id yet.
 * @param {string} lock
 */
function ownerOf(lock) {
  try {
    return Number(readFileSync(lock, "utf8")) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} lock */
function isStale(lock) {
  const owner = ownerOf(lock);
  if (owner && !isAlive(owner)) return true;
  const file = statSync(lock, { throwIfNoEntry: false });
  return file !== undefined && Date.now() - file.mtimeMs > STALE;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Another process may have removed the stale lock and taken its own since we looked; that one is put back.
 * @param {string} lock
 */
function removeStale(lock) {
  const removed = `${lock}.${process.pid}`;
  try {
    renameSync(lock, removed);
    if (!isStale(removed)) take(lock, readFileSync(removed, "utf8"));
  } catch {
    // Already gone.
  } finally {
    rmSync(removed, { force: true });
  }
}
