// The check of addresses to which secrets are sent.

// A loopback address, a name under localhost, or a name without a dot.
const LOCAL_HOST = /^(127(\.\d{1,3}){3}|\[::1\]|([\w-]+\.)+localhost|[\w-]+)$/;

/**
 * Reports whether requests to an address are safe from eavesdroppers: it is https, or http to a local machine. A host name
 * without a dot counts as local, since it names a machine of the same network, such as a container.
 */
export function isHttpsOrLocal(address: string): boolean {
  // A URL parser drops white space at the end, but callers append a path to the address, which would then follow the space.
  if (/[\s\p{Cc}]/u.test(address) || !URL.canParse(address)) return false;
  const { protocol, hostname, username, password } = new URL(address);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && LOCAL_HOST.test(hostname));
}
