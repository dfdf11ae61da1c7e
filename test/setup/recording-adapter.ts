// An adapter over the gateway that records the scripts that run.
import { inject } from "vitest";
import { type Adapter, upstash } from "../../src/index.ts";

/** Returns an adapter and the names of its scripts. `onRun` is called before each, and can delay it or throw. */
export function createRecordingAdapter(onRun: () => unknown = () => {}): { redis: Adapter; scripts: string[] } {
  const gateway = upstash({ url: inject("restUrl"), token: inject("token") });
  const scripts: string[] = [];
  const run: Adapter["run"] = async (...call) => {
    scripts.push(call[0].name);
    await onRun();
    return gateway.run(...call);
  };
  return { redis: { run }, scripts };
}
