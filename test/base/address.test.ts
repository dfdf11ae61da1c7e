// Addresses to which the library sends secrets: https, the local machine and the containers of the local network. Every
// runtime parses them in its own way.
import { expect, test } from "vitest";
import { isHttpsOrLocal } from "../../src/base/address.ts";

test.each([
  // https, to any host.
  "https://example.upstash.io",
  "HTTPS://EXAMPLE.UPSTASH.IO:8443/",
  "https://203.0.113.7",
  // The local machine, in every notation of its address.
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
  // Containers of the local network.
  "http://redis",
  "http://redis-http:8079/",
  "http://my_redis",
])("isHttpsOrLocal accepts %s", (address) => {
  expect(isHttpsOrLocal(address)).toBe(true);
});

test.each([
  // Another machine, over a connection without encryption.
  "http://example.upstash.io",
  "http://203.0.113.7",
  "http://10.0.0.1",
  "http://0x08080808",
  "http://134744072",
  "http://010.8.8.8",
  "http://[2001:db8::1]",
  // Names that begin or end like the names of the local machine.
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
  // Addresses that are the local machine on some systems only.
  "http://[::ffff:127.0.0.1]",
  "http://[::ffff:8.8.8.8]",
  "http://[::]",
  "http://0.0.0.0",
  "http://0",
  "http://localhost.",
  "http://127.0.0.1..",
  "http://127.0.0.256",
  // A user name, which can look like the host.
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
  // Texts that are not an address.
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
  // White space, which parsers remove.
  " https://example.upstash.io",
  "https://example.upstash.io\n",
  "https://example.up\tstash.io",
  "http://local\nhost",
  "\u0000http://localhost",
])("isHttpsOrLocal refuses %j", (address) => {
  expect(isHttpsOrLocal(address)).toBe(false);
});
