// A queue to play with, in development: its handler takes its time, notes its progress, and leaves a result to look at.
import type { Job } from "../queue/jobs/job.ts";

/** The payload of a demo job; a webhook's delivery is accepted as well. */
interface Demo {
  name?: string;
}

/** Greets, in two steps. */
export async function demo(job: Job<Demo | null>): Promise<{ greeting: string; attempt: number }> {
  await job.progress(0.5, { note: "finding the words" });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const name = typeof job.data?.name === "string" ? job.data.name : "whoever you are";
  console.log(JSON.stringify({ event: "demo", job: job.id, attempt: job.attempt }));
  return { greeting: `Hello, ${name}!`, attempt: job.attempt };
}
