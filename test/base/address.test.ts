// Addresses to which secrets may be sent, as the parser of each runtime reads them.
import { expect, test } from "vitest";
import { isPrivateAddress } from "../../src/base/address.ts";

test.each([
  // https, wherever it leads.
  "https://example.upstash.io",
  "HTTPS://EXAMPLE.UPSTASH.IO:8443/",
  "https://203.0.113.7",
  // The own machine, however its address is written.
  "http://127.0.0.1",
  "http://127.0.0.1:8079/",
  "http://127.0.0.1.",
  "http://127.1",
  "http://0177.0.0.1",
  "http://0x7f000001",
  "http://2130706433",
  "http://127.255.255.254",
  "http://[::1]",
  "http://[::1]:80",
  "http://[0:0:0:0:0:0:0:1]",
  "http://localhost",
  "HTTP://LOCALHOST",
  "http://localhost:8079",
  "http://redis.localhost",
  // Containers of the own network.
  "http://redis",
  "http://redis-http:8079/",
  "http://my_redis",
])("a secret may be sent to %s", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  // Another machine, over a connection that can be read.
  "http://example.upstash.io",
  "http://203.0.113.7",
  "http://10.0.0.1",
  "http://0x08080808",
  "http://134744072",
  "http://010.8.8.8",
  "http://[2001:db8::1]",
  // Names that begin or end like those of the own machine.
  "http://127.0.0.1.evil.example",
  "http://localhost.evil.example",
  "http://evil.example.",
  "http://evil-localhost.example",
  "http://notlocalhost.",
  "http://evil.example/.localhost",
  "http://evil.example?.localhost",
  "http://evil.example#.localhost",
  "http://evil.example\\.localhost",
  "http://evil.example%2f.localhost",
  "http://evil.example%00.localhost",
  "http://evil.example:80\\@localhost",
  "http://evil%2eexample",
  "http://evil\u3002example",
  "http://..localhost",
  // Addresses that only some systems take for the own machine.
  "http://[::ffff:127.0.0.1]",
  "http://[::ffff:8.8.8.8]",
  "http://[::]",
  "http://0.0.0.0",
  "http://0",
  "http://localhost.",
  "http://127.0.0.1..",
  "http://127.0.0.256",
  // A user name, which may look like the host.
  "http://localhost@evil.example",
  "http://localhost:80@evil.example",
  "http://127.0.0.1%2f@evil.example",
  "http://user:pw@redis",
  "http://user@localhost",
  "http://:pw@localhost",
  "https://user:pw@example.upstash.io",
  // Another protocol.
  "file:///etc/passwd",
  "file://localhost/etc/passwd",
  "ftp://localhost",
  "redis://localhost",
  "ws://localhost",
  "blob:https://example.upstash.io/1",
  "data:,x",
  "javascript:1",
  // No address.
  "",
  "localhost",
  "//localhost",
  "http://",
  "https://",
  "https://?",
  "https://:443",
  "http://localhost:99999",
  "http://[::1",
  "https://<name>.upstash.io",
  // White space, which a parser would remove.
  " https://example.upstash.io",
  "https://example.upstash.io\n",
  "https://example.up\tstash.io",
  "http://local\nhost",
  "\u0000http://localhost",
])("no secret is sent to %j", (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
