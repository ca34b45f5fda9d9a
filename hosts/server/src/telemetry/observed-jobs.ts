import { type Job, type JobDefinition, type Tracer, traced } from "@cartulary/kernel";

/** Observers of jobs. */
interface JobObservers {
  readonly tracer: Tracer | null;
  /** Called after each attempt. */
  readonly ended: ((queue: string, seconds: number) => void) | undefined;
}

/** Returns the definitions with their attempts measured. An attempt continues the trace in which its job was enqueued. */
export function observedJobs(
  definitions: readonly JobDefinition[],
  { tracer, ended = () => {} }: JobObservers,
): readonly JobDefinition[] {
  const measured = async (queue: string, jobs: readonly Job[], work: () => Promise<void>): Promise<void> => {
    const began = performance.now();
    const traceparent = jobs.length === 1 ? (jobs[0]?.traceparent ?? null) : null;
    const attributes = { queue, jobs: jobs.length };
    try {
      await traced(tracer, { name: `job ${queue}`, kind: "consumer", attributes, traceparent }, work);
    } finally {
      ended(queue, (performance.now() - began) / 1000);
    }
  };
  return definitions.map((definition) => {
    const { queue, handle, handleBatch } = definition;
    return {
      ...definition,
      handle: (job, stop) => measured(queue, [job], () => handle(job, stop)),
      ...(handleBatch && {
        handleBatch: (jobs, stop) => measured(queue, jobs, () => handleBatch(jobs, stop)),
      }),
    };
  });
}
