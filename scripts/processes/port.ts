// A port as it is given on the command line.

/** Reads a port, or says why it is none. */
export function portFrom(text: string, highest = 65_535): number {
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > highest) throw new Error(`${text} is no port from 1 to ${highest}`);
  return port;
}
