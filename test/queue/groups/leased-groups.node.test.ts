// The group and the cost of leased jobs, by the scripts for usual requests and by the full ones.
import { expect, test } from "vitest";
import { parseHead } from "../../../src/queue/jobs/stored/head.ts";
import { Realm } from "../../setup/realm.ts";

test.each([
  ["usual jobs", { groups: { concurrency: 5 } }, 1],
  ["jobs with a rate and a cost", { groups: { rate: { limit: 100, per: "1s" as const, burst: 50 } } }, 3],
])(
  "leased jobs have their groups and costs, also those of one request and of a second attempt: %s",
  async (_what, limits, cost) => {
    const queue = new Realm().queue<unknown>("q", limits);
    const member = (id: string) => ({ data: id, id, group: `g ${id.slice(0, 1)}`, cost });
    await queue.enqueueMany([member("a1"), member("a2"), { data: 1, id: "plain" }, member("b1")]);
    const lease = async (count: number) =>
      (await queue.lease({ count })).jobs.map((job) => ({ job, read: [job.id, job.attempt, job.group, job.cost] }));
    const [single] = await lease(1);
    expect(single?.read).toEqual(["a1", 1, "g a", cost]);
    await single?.job.release();
    expect((await lease(9)).map(({ read }) => read).sort()).toEqual([
      ["a1", 2, "g a", cost],
      ["a2", 1, "g a", cost],
      ["b1", 1, "g b", cost],
      ["plain", 1, undefined, 1],
    ]);
  },
);

test.each([
  ["a", { id: "a", attempt: 1, hasHistory: false, cost: 1 }],
  ["3\ta", { id: "a", attempt: 3, hasHistory: true, cost: 1 }],
  ["12\t\tg", { id: "12", attempt: 1, hasHistory: false, group: "g", cost: 1 }],
  ["2\ta\t\tg 7\t5", { id: "a", attempt: 2, hasHistory: true, group: "g 7", cost: 5 }],
  ["a\t\t\t5", { id: "a", attempt: 1, hasHistory: false, cost: 5 }],
])("the head %j of a leased job is read", (head, expected) => {
  expect(parseHead(head)).toEqual(expected);
});
