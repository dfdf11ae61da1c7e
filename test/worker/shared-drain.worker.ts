// A Worker whose requests enqueue, for shared-drain.node.test.ts. The first job runs until its signal is aborted or until a
// request to /finish.
import { Queue, upstash } from "../../src/index.ts";
import { createWorker } from "../../src/worker/create-worker.ts";

interface Env {
  URL: string;
  TOKEN: string;
  PREFIX: string;
}

let started = 0;
let isFinished = false;

const worker = createWorker<Env>((env) => {
  const redis = upstash({ url: env.URL, token: env.TOKEN });
  const queue = new Queue<string>("a", { redis, prefix: env.PREFIX });
  return {
    redis,
    prefix: env.PREFIX,
    drain: { budget: "3s" },
    queues: {
      a: async (_job, signal) => {
        started += 1;
        if (started > 1) return;
        while (!signal.aborted && !isFinished) await new Promise((resolve) => setTimeout(resolve, 10));
      },
    },
    async app(request, env, ctx) {
      const { pathname } = new URL(request.url);
      if (pathname === "/finish") isFinished = true;
      if (pathname === "/enqueue") {
        await queue.enqueue("work");
        worker.enqueued("a", env, ctx);
      }
      return Response.json({ started });
    },
  };
});

export default worker;
