// The handler of the demo queue: it reports its progress, waits 200 ms, and returns a result.
import type { Job } from "../queue/jobs/job.ts";

/** The payload of a demo job. A webhook's delivery is accepted, too. */
interface DemoPayload {
  name?: string;
}

/** Handles a demo job: returns a greeting after 200 ms. */
export async function demo(job: Job<DemoPayload | null>): Promise<{ greeting: string; attempt: number }> {
  await job.progress(0.5, { note: "choosing the words" });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const name = typeof job.data?.name === "string" ? job.data.name : "stranger";
  console.log(JSON.stringify({ event: "demo", job: job.id, attempt: job.attempt }));
  return { greeting: `Hello, ${name}!`, attempt: job.attempt };
}
