import type { Tracer } from "@cartulary/kernel";

/** The option of job stores that hands the current trace to new jobs. */
export function traceOfJobs(tracer: Tracer | null): { readonly traceparent?: () => string | null } {
  return tracer ? { traceparent: () => tracer.traceparent() } : {};
}
