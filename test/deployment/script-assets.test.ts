// The scripts of a bundle without texts: Redis gets the digest, and the text only if it does not know the script.
import { expect, inject, test, vi } from "vitest";
import texts from "../../src/assets/scripts.json" with { type: "json" };
import { DIGESTS } from "../../src/deployment/digests.gen.ts";
import { scriptsInAssets } from "../../src/deployment/script-assets.ts";
import { counts, enqueue, turn } from "../../src/engine/all-scripts.ts";
import { upstash } from "../../src/index.ts";

const database = () => ({ url: inject("restUrl"), token: inject("token") });
const bare = { name: "turn", text: "" };
const serve = (body: unknown, status = 200) => ({ fetch: vi.fn(async () => Response.json(body, { status })) });

/** Returns a script with a random text, which Redis therefore has not cached. */
function createUncachedScript(name: string) {
  const text = `return "${crypto.randomUUID()}"`;
  return { name, text };
}

const sha1 = async (text: string) =>
  Buffer.from(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(text))).toString("hex");

test("the digests and the texts are those of the scripts", async () => {
  for (const { name, text } of [counts, enqueue, turn]) {
    expect(DIGESTS[name]).toBe(await sha1(text));
    expect(texts).toHaveProperty([DIGESTS[name] ?? ""], text);
  }
  expect(Object.keys(DIGESTS)).toContain("interop/lease");
  expect(Object.values(DIGESTS).sort()).toEqual(Object.keys(texts).sort());
});

test.each([false, true])(
  "a script without a text is loaded once, when Redis asks for it (keyLocking: %s)",
  async (keyLocking) => {
    const scripts = [createUncachedScript("a"), createUncachedScript("b")];
    const digests = await Promise.all(scripts.map(({ text }) => sha1(text)));
    const load = vi.fn(
      async ({ name }: { name: string }) => scripts.find((script) => script.name === name)?.text ?? "",
    );
    const external = { findDigest: ({ name }: { name: string }) => digests["ab".indexOf(name)], loadText: load };
    const redis = upstash({ ...database(), keyLocking, scripts: external });
    const a = { name: "a", text: "" };
    const reply = JSON.parse(scripts[0]?.text.slice(7) ?? "");
    expect(await redis.run(a, [], [])).toBe(reply);
    const calls = load.mock.calls.length;
    expect(calls).toBeGreaterThan(0);
    if (!keyLocking) {
      expect(await redis.run(a, [], [])).toBe(reply);
      expect(load).toHaveBeenCalledTimes(calls);
    }
    const many =
      redis.runMany?.([a, { name: "b", text: "" }, a].map((script) => ({ script, keys: [], args: [] }))) ?? [];
    expect(await Promise.all(many)).toEqual([reply, JSON.parse(scripts[1]?.text.slice(7) ?? ""), reply]);
  },
);

test("a script with a text is sent as it is, even if a script outside of the bundle has its name", async () => {
  const [own, other] = [createUncachedScript("clean"), createUncachedScript("clean")];
  const redis = upstash(database());
  await redis.run(other, [], []);
  const scripts = { findDigest: vi.fn(), loadText: vi.fn() };
  scripts.findDigest.mockReturnValue(await sha1(other.text));
  expect(await upstash({ ...database(), scripts }).run(own, [], [])).toBe(await redis.run(own, [], []));
});

test("the texts are fetched once", async () => {
  const assets = serve(texts);
  const { loadText } = scriptsInAssets(assets);
  expect(await loadText(bare)).toBe(turn.text);
  expect(await loadText({ name: "counts", text: "" })).toBe(counts.text);
  expect(assets.fetch).toHaveBeenCalledTimes(1);
});

test.each([
  ["are missing", serve("no such file", 404)],
  ["are those of another version", serve({ other: "return 1" })],
])("an error names the script if the static files %s", async (_, assets) => {
  const redis = upstash({ ...database(), scripts: { ...scriptsInAssets(assets), findDigest: () => "0".repeat(40) } });
  const error = { code: "not_configured", message: expect.stringContaining("turn") };
  await expect(redis.run(bare, [], [])).rejects.toMatchObject(error);
  await expect(Promise.all(redis.runMany?.([{ script: bare, keys: [], args: [] }]) ?? [])).rejects.toMatchObject(error);
});

test("static files that cannot be fetched are a failure of the request, and the next one fetches them again", async () => {
  const fetch = vi.fn<() => Promise<Response>>().mockRejectedValueOnce(new Error("down"));
  fetch.mockResolvedValueOnce(Response.json(texts));
  const scripts = scriptsInAssets({ fetch });
  await expect(scripts.loadText(bare)).rejects.toThrow();
  expect(await scripts.loadText(bare)).toBe(turn.text);
});
