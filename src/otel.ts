// `leasehold/otel`: traces and metrics by OpenTelemetry.
export { type OtelOptions, otel } from "./otel/otel.ts";
export { otelMiddleware } from "./otel/otel-middleware.ts";
