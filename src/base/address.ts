// Addresses to which secrets are sent.

// A loopback address, a name under localhost, or a name without a dot.
const NEAR = /^(127(\.\d{1,3}){3}|\[::1\]|([\w-]+\.)+localhost|[\w-]+)$/;

/**
 * Reports whether nobody on the way can read what is sent to an address: it is https, or http to the own machine. A name
 * without a dot is that of a machine of the own network, such as a container.
 */
export function isPrivateAddress(text: string): boolean {
  // A parser removes white space, but a path that is appended later would stand behind it.
  if (/[\s\p{Cc}]/u.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  return protocol === "https:" || (protocol === "http:" && NEAR.test(hostname));
}
