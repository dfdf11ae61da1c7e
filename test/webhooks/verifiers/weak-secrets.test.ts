// Guessable secrets, and placeholders that were not replaced: no verifier is created with them.
import { describe, expect, test } from "vitest";
import { wake } from "../../../src/webhooks/wake.ts";
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
} from "../../../src/webhooks.ts";
import { START } from "../../setup/queue.ts";

const STRONG = "g7Kp2xVq9LmTz4Wd";
const PLACEHOLDER = "<what-you-told-github>";

describe.each<[string, (secrets: Secrets) => unknown]>([
  ["github", github],
  ["stripe", stripe],
  ["slack", slack],
  ["qstash", qstash],
  ["hmac", (secret) => hmac({ secret, header: "x-mac" })],
  ["sharedSecret", sharedSecret],
])("%s", (name, create) => {
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
  ])("refuses a secret of %s, alone or beside a strong one, and does not repeat it", (_what, secret, why) => {
    expectRefused(() => create(secret), { secret, message: `${name}: the secret is ${why}` });
    expectRefused(() => create([STRONG, secret]), { secret, message: `${name}: secret 2 of 2 is ${why}` });
  });

  test.each([
    ["16 characters", STRONG],
    ["six different characters", "abcdefabcdefabcd"],
    ["16 characters after whsec_", `whsec_${STRONG}`],
    ["16 characters after sig_", `sig_${STRONG}`],
    ["a text with brackets inside", `<${STRONG}>.`],
  ])("accepts a secret of %s", (_what, secret) => {
    expect(() => create(secret)).not.toThrow();
    expect(() => create([STRONG, secret])).not.toThrow();
  });
});

describe("Standard Webhooks, whose secrets are bytes in base64", () => {
  const base64 = (...bytes: number[]) => btoa(String.fromCharCode(...bytes));
  const differentBytes = (length: number) => base64(...Array.from({ length }, (_, i) => 200 - i));
  const strong = differentBytes(16);

  test.each([
    ["15 bytes", differentBytes(15), "weak"],
    ["16 equal bytes", base64(...new Array(16).fill(7)), "weak"],
    ["64 bytes, five of them different", base64(...Array.from({ length: 64 }, (_, i) => i % 5)), "weak"],
    ["16 characters, which are 12 bytes", STRONG, "weak"],
    ["a placeholder", PLACEHOLDER, "a placeholder"],
  ])("a secret of %s is refused for verifying, signing and waking, and not repeated", async (_what, secret, why) => {
    for (const each of [secret, `whsec_${secret}`]) {
      expectRefused(() => standardWebhooks(each), { secret, message: `standardWebhooks: the secret is ${why}` });
      expectRefused(() => standardWebhooks([strong, each]), {
        secret,
        message: `standardWebhooks: secret 2 of 2 is ${why}`,
      });
      expectRefused(() => wake({ url: "https://b.example.com", secret: each }), {
        secret,
        message: `wake: the secret is ${why}`,
      });
      const error = await sign(each, { id: "1", timestamp: START, body: "" }).catch((thrown) => thrown);
      const rethrow = () => {
        throw error;
      };
      expectRefused(rethrow, { secret, message: `sign: the secret is ${why}` });
    }
  });

  test("a secret of 16 bytes is accepted", async () => {
    for (const each of [strong, `whsec_${strong}`]) {
      expect(() => standardWebhooks(each)).not.toThrow();
      expect(() => wake({ url: "https://b.example.com", secret: each })).not.toThrow();
      expect(await sign(each, { id: "1", timestamp: START, body: "" })).toHaveProperty("webhook-signature");
    }
  });
});

/** Expects an error with a message that does not repeat the secret. */
function expectRefused(create: () => unknown, { secret, message }: { secret: string; message: string }): void {
  expect(create).toThrow(
    expect.objectContaining({
      name: "LeaseholdError",
      code: "not_configured",
      message: expect.stringContaining(message),
    }),
  );
  expect(create).not.toThrow(secret);
}
