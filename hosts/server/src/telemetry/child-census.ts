import type { ChildObserver, PoolCounts } from "@cartulary/containment";
import { type Tracer, traced } from "@cartulary/kernel";

/** Counts the jobs of child processes, and measures them if there is a tracer. */
export interface ChildCensus extends ChildObserver {
  /** The jobs by pool: those of pools with the same name together. */
  depths(): readonly (PoolCounts & { readonly pool: string })[];
}

export function createChildCensus(tracer: Tracer | null): ChildCensus {
  const pools = new Map<string, (() => PoolCounts)[]>();
  return {
    opened(pool, counts) {
      pools.set(pool, [...(pools.get(pool) ?? []), counts]);
    },
    around: (pool, job) => traced(tracer, { name: `child ${pool}`, kind: "internal", attributes: { pool } }, job),
    depths: () =>
      [...pools].map(([pool, counts]) => {
        const all = counts.map((count) => count());
        const sum = (state: keyof PoolCounts) => all.reduce((total, each) => total + each[state], 0);
        return { pool, waiting: sum("waiting"), running: sum("running") };
      }),
  };
}
