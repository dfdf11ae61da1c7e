// The metrics of OpenTelemetry's conventions for messaging.
import { type Attributes, type Counter, type Histogram, type MeterProvider, metrics } from "@opentelemetry/api";

// In seconds, as the conventions advise.
const BOUNDARIES = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** The instruments of one meter. */
interface Instruments {
  operations: Histogram;
  sent: Counter;
  consumed: Counter;
  processing: Histogram;
}

/** Records metrics. The meter is looked up at the first record, since the program may register its provider after import. */
export class Metrics {
  readonly #provider: MeterProvider | undefined;
  #instruments: Instruments | undefined;

  constructor(provider: MeterProvider | undefined) {
    this.#provider = provider;
  }

  /** Records the duration in seconds of a request to Redis. */
  recordOperation(seconds: number, attributes: Attributes): void {
    this.#get().operations.record(seconds, attributes);
  }

  /** Counts jobs that were enqueued, or that could not be. */
  countSent(count: number, attributes: Attributes): void {
    this.#get().sent.add(count, attributes);
  }

  /** Counts leased jobs. */
  countConsumed(count: number, attributes: Attributes): void {
    this.#get().consumed.add(count, attributes);
  }

  /** Records the duration in seconds of a handler. */
  recordProcessing(seconds: number, attributes: Attributes): void {
    this.#get().processing.record(seconds, attributes);
  }

  #get(): Instruments {
    this.#instruments ??= this.#create();
    return this.#instruments;
  }

  #create(): Instruments {
    const meter = (this.#provider ?? metrics).getMeter("leasehold");
    const duration = { unit: "s", advice: { explicitBucketBoundaries: BOUNDARIES } };
    return {
      operations: meter.createHistogram("messaging.client.operation.duration", {
        ...duration,
        description: "Duration of requests that enqueue, lease or settle jobs.",
      }),
      sent: meter.createCounter("messaging.client.sent.messages", {
        unit: "{message}",
        description: "Number of jobs that this process tried to enqueue.",
      }),
      consumed: meter.createCounter("messaging.client.consumed.messages", {
        unit: "{message}",
        description: "Number of jobs that this process leased.",
      }),
      processing: meter.createHistogram("messaging.process.duration", {
        ...duration,
        description: "Duration of handlers.",
      }),
    };
  }
}
