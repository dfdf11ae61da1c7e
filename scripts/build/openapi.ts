// `npm run build:openapi`: generates the OpenAPI document from the schemas that validate requests, as a tracked file. The
// Worker serves it as a static file, so that no program bundles it. With --check, reports whether the file is up to date.
import { readFileSync, writeFileSync } from "node:fs";
import { Hono } from "hono";
import { type DescribeRouteOptions, describeRoute, generateSpecs, resolver, validator } from "hono-openapi";
import * as v from "valibot";
import { idempotency } from "../../src/http/requests/request-schemas.ts";
import { problem } from "../../src/http/responses/response-schemas.ts";
import { addDescriptions, PROBLEMS } from "../openapi/descriptions.ts";
import type { Operation } from "../openapi/operation.ts";
import { OPERATIONS } from "../openapi/operations.ts";
import { PARAMETERS } from "../openapi/parameters.ts";

const OUTPUT = "src/assets/openapi.json";

const app = new Hono();
for (const operation of OPERATIONS) {
  const { method, path, body, query, header, repeatable } = operation;
  app[method](
    path,
    describeRoute(toRouteOptions(operation)),
    ...(body ? [validator("json", v.pipe(body[1], v.metadata({ ref: body[0] })))] : []),
    ...(query ? [validator("query", query)] : []),
    ...(header ? [validator("header", header)] : []),
    ...(repeatable ? [validator("header", idempotency)] : []),
  );
}

/** Returns the description of an operation in the form of hono-openapi. The validators of its route add the parameters. */
function toRouteOptions(operation: Operation): DescribeRouteOptions {
  const { id, summary, description, tag, scopes, needsAllScopes = false, responses, problems = [] } = operation;
  const failures = [...new Set([...problems, ...(scopes ? [401, 403, 429] : []), 503])].sort();
  const successes = Object.entries(responses).map(([status, each]) => [status, successResponse(...each)]);
  const references = failures.map((status) => [status, { $ref: `#/components/responses/${problemName(status)}` }]);
  return {
    operationId: id,
    summary,
    tags: [tag],
    description: [description, scopes && `Scope: ${scopes.join(needsAllScopes ? " and " : " or ")}.`]
      .filter(Boolean)
      .join("\n\n"),
    security: scopes ? [{ token: [] }] : [],
    responses: Object.fromEntries([...successes, ...references]),
  };
}

function successResponse(description: string, schemaOrMediaType?: v.GenericSchema | string) {
  if (schemaOrMediaType === undefined) return { description };
  if (typeof schemaOrMediaType === "string") return { description, content: { [schemaOrMediaType]: {} } };
  return { description, content: { "application/json": { schema: resolver(schemaOrMediaType) } } };
}

function problemName(status: string | number): string {
  return `Problem${status}`;
}

/** Describes the response of a status of problems, to which the operations refer by `problemName`. */
function problemResponse(status: number) {
  const retry = { "Retry-After": { description: "Seconds to wait.", schema: { type: "integer" as const } } };
  return {
    description: PROBLEMS[status] ?? "",
    ...(status === 429 || status === 503 ? { headers: retry } : {}),
    content: { "application/problem+json": { schema: resolver(problem) } },
  };
}

const { version } = JSON.parse(readFileSync("package.json", "utf8"));
const document = await generateSpecs(app, {
  defaultValidationErrorResponse: false,
  excludeStaticFile: false,
  documentation: {
    info: {
      title: "Leasehold",
      version,
      description: "A stateless work queue on Redis.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: ["Jobs", "Leases", "Queues", "Groups", "Batches", "Schedules", "Bulk", "Items", "Tokens", "Service"].map(
      (name) => ({
        name,
      }),
    ),
    components: {
      responses: Object.fromEntries(
        Object.keys(PROBLEMS).map((status) => [problemName(status), problemResponse(Number(status))]),
      ),
      securitySchemes: { token: { type: "http", scheme: "bearer" } },
    },
  },
});
const described = addDescriptions(document);
described.components = { ...described.components, parameters: PARAMETERS };
for (const { method, path, body } of OPERATIONS) {
  const requestBody = described.paths?.[path.replace(/:(\w+)/g, "{$1}")]?.[method]?.requestBody;
  if (!body || !requestBody || "$ref" in requestBody) continue;
  const [, schema, example] = body;
  // A body whose fields are all optional is optional.
  requestBody.required = !v.is(schema, {});
  for (const content of Object.values(requestBody.content)) content.example = v.parse(schema, example);
}
const text = `${JSON.stringify(described, null, 2)}\n`;

if (!process.argv.includes("--check")) writeFileSync(OUTPUT, text);
else if (readFileSync(OUTPUT, "utf8") !== text) {
  console.error(`${OUTPUT} does not match the schemas; run npm run build:openapi`);
  process.exitCode = 1;
}
