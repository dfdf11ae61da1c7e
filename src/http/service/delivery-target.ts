// The target of webhook deliveries.

/** A target of deliveries, such as a `Queue`. */
export interface Receiver {
  enqueue(data: unknown, options: { id?: string; uniqueFor?: number }): Promise<{ id: string; created: boolean }>;
}
