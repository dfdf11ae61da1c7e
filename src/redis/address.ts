// Addresses to which secrets are sent.

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\]|.+\.localhost)$/;

/**
 * Reports whether nobody on the way can read what is sent to an address: it is https, or http to the own machine. A name
 * without a dot is that of a machine of the own network, such as a container.
 */
export function isPrivateAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  if (protocol === "https:") return hostname !== "";
  return protocol === "http:" && (LOOPBACK.test(hostname) || /^[a-z0-9-]+$/i.test(hostname));
}
