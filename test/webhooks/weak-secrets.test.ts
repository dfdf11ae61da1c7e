// Secrets that can be guessed, and placeholders that were never filled in: no verifier is made of them.
import { describe, expect, test } from "vitest";
import { wake } from "../../src/webhooks/wake.ts";
import {
  github,
  hmac,
  qstash,
  type Secrets,
  sharedSecret,
  sign,
  slack,
  standardWebhooks,
  stripe,
} from "../../src/webhooks.ts";
import { START } from "../setup/queue.ts";

const STRONG = "g7Kp2xVq9LmTz4Wd";
const PLACEHOLDER = "<what-you-told-github>";

describe.each<[string, (secrets: Secrets) => unknown]>([
  ["github", github],
  ["stripe", stripe],
  ["slack", slack],
  ["qstash", qstash],
  ["hmac", (secret) => hmac({ secret, header: "x-mac" })],
  ["sharedSecret", sharedSecret],
])("%s", (name, make) => {
  test.each([
    ["15 characters", STRONG.slice(1), "weak"],
    ["16 equal characters", "q".repeat(16), "weak"],
    ["five different characters", "abcde".repeat(20), "weak"],
    ["15 characters after whsec_", `whsec_${STRONG.slice(1)}`, "weak"],
    ["15 characters after sig_", `sig_${STRONG.slice(1)}`, "weak"],
    ["equal characters after whsec_", `whsec_${"q".repeat(32)}`, "weak"],
    ["a placeholder", PLACEHOLDER, "a placeholder"],
    ["a placeholder after whsec_", `whsec_${PLACEHOLDER}`, "a placeholder"],
    ["a placeholder of two lines", "<what you\ntold GitHub>", "a placeholder"],
  ])("refuses a secret of %s, alone and beside another, and does not repeat it", (_what, secret, why) => {
    expectRefused(() => make(secret), secret, `${name}: the secret is ${why}`);
    expectRefused(() => make([STRONG, secret]), secret, `${name}: secret 2 of 2 is ${why}`);
  });

  test.each([
    ["16 characters", STRONG],
    ["six different characters", "abcdefabcdefabcd"],
    ["16 characters after whsec_", `whsec_${STRONG}`],
    ["16 characters after sig_", `sig_${STRONG}`],
    ["brackets inside of it", `<${STRONG}>.`],
  ])("takes a secret of %s", (_what, secret) => {
    expect(() => make(secret)).not.toThrow();
    expect(() => make([STRONG, secret])).not.toThrow();
  });
});

describe("Standard Webhooks, whose keys are bytes in base64", () => {
  const key = (...bytes: number[]) => btoa(String.fromCharCode(...bytes));
  const differing = (length: number) => key(...Array.from({ length }, (_, i) => 200 - i));
  const strong = differing(16);

  test.each([
    ["15 bytes", differing(15), "weak"],
    ["16 equal bytes", key(...new Array(16).fill(7)), "weak"],
    ["64 bytes, five of them different", key(...Array.from({ length: 64 }, (_, i) => i % 5)), "weak"],
    ["16 characters, which are 12 bytes", STRONG, "weak"],
    ["a placeholder", PLACEHOLDER, "a placeholder"],
  ])("a key of %s is refused, to verify, to sign and to wake, and not repeated", async (_what, secret, why) => {
    for (const each of [secret, `whsec_${secret}`]) {
      expectRefused(() => standardWebhooks(each), secret, `standardWebhooks: the secret is ${why}`);
      expectRefused(() => standardWebhooks([strong, each]), secret, `standardWebhooks: secret 2 of 2 is ${why}`);
      expectRefused(() => wake({ url: "https://b.example.com", secret: each }), secret, `wake: the secret is ${why}`);
      const signing = await sign(each, { id: "1", timestamp: START, body: "" }).catch((error) => error);
      expectRefused(() => rethrow(signing), secret, `sign: the secret is ${why}`);
    }
  });

  test("a key of 16 bytes is taken", async () => {
    for (const each of [strong, `whsec_${strong}`]) {
      expect(() => standardWebhooks(each)).not.toThrow();
      expect(() => wake({ url: "https://b.example.com", secret: each })).not.toThrow();
      expect(await sign(each, { id: "1", timestamp: START, body: "" })).toHaveProperty("webhook-signature");
    }
  });
});

function expectRefused(make: () => unknown, secret: string, message: string): void {
  expect(make).toThrow(
    expect.objectContaining({
      name: "LeaseholdError",
      code: "not_configured",
      message: expect.stringContaining(message),
    }),
  );
  expect(make).not.toThrow(secret);
}

function rethrow(error: unknown): never {
  throw error;
}
