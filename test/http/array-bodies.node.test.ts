// Arrays where a request has an object, for every route.
import * as v from "valibot";
import { expect, test } from "vitest";
import { OPERATIONS } from "../../scripts/openapi/operations.ts";
import { RedisWorkQueue } from "../../src/redis-work-queue/redis-work-queue.ts";
import { freshName, testPrefix } from "../setup/queue.ts";
import { createApi } from "./kit/api.ts";
import { isItemOperation, operationPath } from "./kit/operations-by-subject.ts";

// The wake is refused because it is not signed.
const WITH_BODY = OPERATIONS.filter(({ id, body }) => body && id !== "wake");

test.each(WITH_BODY.map((operation) => [operation.id, operation] as const))(
  "%s refuses an array as its body",
  async (_id, operation) => {
    const prefix = `${testPrefix()}:${freshName()}`;
    const { expectProblem } = await createApi({
      prefix,
      storedTokens: true,
      redisWorkQueues: (redis) => ({ items: new RedisWorkQueue(`${prefix}:items`, { redis }) }),
    });
    const queue = isItemOperation(operation) ? "items" : "q";
    const path = operationPath(operation, { queue, id: "a", group: "a", schedule: "a", operation: "a" });
    const { detail } = await expectProblem(`${operation.method.toUpperCase()} ${path}`, [400, "invalid_argument"], {
      body: [],
    });
    expect(detail).toMatch(/^The body must (be an object|not be empty)\.$/);
  },
);

type Schema = v.GenericSchema & {
  entries?: Record<string, Schema>;
  wrapped?: Schema;
  item?: Schema;
  options?: readonly (Schema | string)[];
  pipe?: readonly Schema[];
};

/** Returns a schema and the schemas of all its parts. */
function partsOf(schema: Schema): Schema[] {
  const { entries = {}, wrapped, item, options = [], pipe = [] } = schema;
  const parts = [...Object.values(entries), wrapped, item, ...options, ...pipe.filter((part) => part !== schema)];
  return [schema, ...parts.flatMap((part) => (typeof part === "object" ? partsOf(part) : []))];
}

test("no object at any depth of a body may be an array", () => {
  const objects = WITH_BODY.flatMap(({ id, body }) =>
    partsOf(body?.[1] as Schema)
      .filter(({ entries }) => entries !== undefined)
      .map((schema) => [id, v.is(schema, [])]),
  );
  expect(objects.length).toBeGreaterThan(40);
  expect(objects.filter(([, accepts]) => accepts)).toEqual([]);
});
