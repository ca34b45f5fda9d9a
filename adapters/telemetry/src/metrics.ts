import { requireLibraryRuntime } from "@cartulary/kernel/runtime";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, type RegistryContentType } from "prom-client";
import { type GaugeReader, type GaugeSources, gaugeReader } from "./gauges.ts";
import { type FinishedRequest, requestMetrics } from "./request-metrics.ts";

requireLibraryRuntime();

export type { ConnectionCounts, GaugeSources, PoolDepth, SharedCounts } from "./gauges.ts";
export type { FinishedRequest } from "./request-metrics.ts";

export interface MetricsOptions {
  readonly version: string;
  /** Name and version: `node 24.21.0`. */
  readonly runtime: string;
  /** The sources of the gauges, read at most every five seconds, when the metrics are read. */
  readonly sources: GaugeSources;
}

/** A text in one of the two formats of Prometheus. */
export interface MetricsText {
  readonly contentType: string;
  readonly text: string;
}

/** The metrics of a host (outside.md 7.1). Counting reads nothing. */
export interface Metrics {
  requestEnded(request: FinishedRequest): void;
  jobEnded(queue: string, seconds: number): void;
  blobBytes(direction: "in" | "out", bytes: number): void;
  /** Returns all metrics, in the format of OpenMetrics 1.0.0 or in the text format 0.0.4 of Prometheus. */
  read(format: "openmetrics" | "prometheus"): Promise<MetricsText>;
}

/** Seconds: from a deletion to the merge of a large PDF. */
const JOB_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800];

let ofProcess: Registry | undefined;

/** Registers the default metrics of prom-client, which observe the process and are therefore created once. */
function registerProcessMetrics(registry: Registry): void {
  if (!ofProcess) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  for (const metric of ofProcess.getMetricsAsArray()) {
    const registered = ofProcess.getSingleMetric(metric.name);
    if (registered) registry.registerMetric(registered);
  }
}

/**
 * Creates the metrics of a host, with those of its process.
 *
 * @example
 * ```ts
 * import { createMetrics } from "@cartulary/telemetry/metrics";
 *
 * const metrics = createMetrics({
 *   version: "1.0.0",
 *   runtime: "node 24.21.0",
 *   sources: {
 *     shared: async () => ({ jobs: [], uploadsOpen: { chunked: 0, bulk: 0 }, billingRuns: [] }),
 *     children: () => [],
 *     connections: () => ({ used: 0, idle: 0, waiting: 0 }),
 *   },
 * });
 * metrics.requestEnded({ method: "GET", route: "/folders/{id}", status: 200, seconds: 0.004 });
 * ```
 */
export function createMetrics({ version, runtime, sources }: MetricsOptions): Metrics {
  const registry = new Registry();
  registerProcessMetrics(registry);
  const registers = [registry];
  new Gauge({
    name: "cartulary_build_info",
    help: "Version and runtime of this host; always 1",
    labelNames: ["version", "runtime"],
    registers,
  }).set({ version, runtime }, 1);
  const gauges = gaugeReader(sources, registers);
  const counting = counters(registry);
  return { ...counting, read: textOf(registry, gauges) };
}

function counters(registry: Registry): Omit<Metrics, "read"> {
  const registers = [registry];
  const requestEnded = requestMetrics(registry);
  const jobs = new Histogram({
    name: "cartulary_job_duration_seconds",
    help: "Duration of job attempts",
    labelNames: ["queue"],
    buckets: JOB_BUCKETS,
    registers,
  });
  const bytes = new Counter({
    name: "cartulary_blob_bytes_total",
    help: "Bytes written to the blob store (in) and read from it (out)",
    labelNames: ["direction"],
    registers,
  });
  for (const direction of ["in", "out"]) bytes.inc({ direction }, 0);
  return {
    requestEnded,
    jobEnded: (queue, seconds) => jobs.observe({ queue }, seconds),
    blobBytes: (direction, count) => bytes.inc({ direction }, count),
  };
}

/**
 * prom-client formats a registry by the content type set on it, and renames counters in place. So requests take turns,
 * and the names are restored.
 */
function textOf(registry: Registry, gauges: GaugeReader): Metrics["read"] {
  const names = new Map(registry.getMetricsAsArray().map((metric) => [metric, metric.name]));
  let turn: Promise<unknown> = Promise.resolve();
  const write = async (contentType: RegistryContentType): Promise<MetricsText> => {
    registry.setContentType(contentType as typeof Registry.PROMETHEUS_CONTENT_TYPE);
    for (const [metric, name] of names) Object.assign(metric, { name });
    return { contentType, text: await registry.metrics() };
  };
  return async (format) => {
    await gauges.refresh();
    const contentType = format === "openmetrics" ? Registry.OPENMETRICS_CONTENT_TYPE : Registry.PROMETHEUS_CONTENT_TYPE;
    const written = turn.then(() => write(contentType));
    turn = written.catch(() => {});
    return written;
  };
}
