// The page of a job: its payload exactly as it is stored, its errors, and jobs that are gone.
import { beforeAll, expect, test } from "vitest";
import { useConsole } from "../kit/console.ts";
import { EXACT_JSON, enqueueText, seedQueues } from "../kit/seed.ts";

const console = useConsole();

beforeAll(() => seedQueues(console.stack));

test("the tree shows numbers, the order of keys and repeated keys as they are stored, and the text is the same", async () => {
  const page = await console.signIn({ view: "#/queues/emails/jobs/exact" });
  const tree = page.locator(".payload");
  await tree.getByText("12345678901234567890").waitFor();
  expect(await tree.locator(".name").allTextContents()).toEqual(["order", "price", "tags", "0", "1", "tags"]);
  expect(await tree.locator(".value").allTextContents()).toEqual(["12345678901234567890", "10.50", '"a"', '"b"', "[]"]);
  await tree.getByRole("button", { name: "Text" }).click();
  expect((await tree.locator("pre").textContent())?.replace(/\s/g, "")).toBe(EXACT_JSON);
});

test("a large list opens in pages, and a deep payload level by level", async () => {
  const { stack } = console;
  await enqueueText(stack, "large", { id: "wide", text: JSON.stringify(Array.from({ length: 250 }, (_, i) => i)) });
  await enqueueText(stack, "large", { id: "deep", text: `${"[".repeat(250)}7${"]".repeat(250)}` });
  const page = await console.signIn({ view: "#/queues/large/jobs/wide" });
  await page.getByText("150 more").click();
  expect(await page.locator(".payload li").count()).toBe(250);
  await page.evaluate(() => location.assign("#/queues/large/jobs/deep"));
  await page.getByRole("heading", { name: "deep" }).waitFor();
  await page.locator(".payload li").nth(1).waitFor();
  expect(await page.locator(".payload li").count()).toBe(2);
  await page.locator(".payload summary").nth(2).click();
  await page.locator(".payload li").nth(2).waitFor();
  await page.getByRole("button", { name: "Text" }).click();
  expect((await page.locator(".payload pre").textContent())?.replace(/\s/g, "")).toBe(
    `${"[".repeat(250)}7${"]".repeat(250)}`,
  );
});

test("a failed job shows its worker, its error and its stack, and a sentence that explains it", async () => {
  const page = await console.signIn({ view: "#/queues/emails/jobs/welcome-3" });
  await page.getByText("550 mailbox of barbara@example.com is not there", { exact: true }).waitFor();
  await page.getByText("after 1 of 5 attempts").waitFor();
  await page.getByText("Stack").click();
  expect(await page.locator(".timeline pre").textContent()).toContain("seed.ts");
  await page.getByRole("link", { name: "mail-2" }).click();
  await page.getByText("0 found in 2 of 2 jobs.").waitFor();
});

test("a leased job shows its progress", async () => {
  const page = await console.signIn({ view: "#/queues/emails/jobs/welcome-6" });
  await page.getByText("40 %").waitFor();
  await page.getByText("connected").waitFor();
  expect(await page.getByRole("progressbar").getAttribute("value")).toBe("0.4");
});

test("an unknown job is explained", async () => {
  const page = await console.signIn({ view: "#/queues/emails/jobs/never" });
  await page.getByText("No job has this id").waitFor();
  await page.getByText("The job is gone.").waitFor();
});

test.each(["..", "a/../b", "a?b", "x/explain"])(
  "the id %s, which cannot be in a path, is refused in words",
  async (id) => {
    await console.stack.queue("odd").enqueue({}, { id });
    const page = await console.signIn({ view: `#/queues/odd/jobs/${encodeURIComponent(id)}` });
    await page
      .getByRole("alert")
      .getByText(/cannot be a part|an id must not contain/)
      .waitFor();
  },
);

test.each(["a b", "ü/日本", "50%", "a+b&c=d", "#1"])("a job whose id is %s is reached from the list", async (id) => {
  const queue = `ids-${Buffer.from(id).toString("hex")}`;
  await console.stack.queue(queue).enqueue({ n: 1 }, { id });
  const page = await console.signIn({ view: `#/queues/${queue}/jobs` });
  await page.getByRole("link", { name: id, exact: true }).click();
  await page.getByRole("heading", { name: id }).waitFor();
  // The title follows after the page is drawn.
  await expect.poll(() => page.title()).toContain(id);
});
