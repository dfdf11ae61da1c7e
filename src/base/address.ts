// Addresses to which secrets may be sent.

// A loopback address, a name under localhost, or a name without a dot.
const LOCAL_HOST = /^(127(\.\d{1,3}){3}|\[::1\]|([\w-]+\.)+localhost|[\w-]+)$/;

/**
 * Reports whether a request to an address is safe from eavesdroppers: the address is https, or http to a local machine. A
 * host name without a dot counts as local, since it names a machine of the same network, such as a container.
 */
export function isPrivateAddress(text: string): boolean {
  // A URL parser drops white space at the end, but callers append a path to the text, which would then follow the space.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && LOCAL_HOST.test(hostname));
}
