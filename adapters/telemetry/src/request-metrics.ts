import { Counter, type Histogram, type Registry } from "prom-client";

/** A finished request, by its route: labels have no data of users. */
export interface FinishedRequest {
  readonly method: string;
  /** The path with its parameters in braces; `null` if no route matched. */
  readonly route: string | null;
  readonly status: number;
  readonly seconds: number;
}

/** The methods of HTTP that our routes know; others share a label, because a client invents them at no cost. */
const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Upper bounds in seconds: from a read of one record to a large upload. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Requests of one method and route. */
interface Series {
  readonly labels: { readonly method: string; readonly route: string };
  readonly byStatus: Map<number, number>;
  /** Requests of each bucket alone; the last bucket has no bound. */
  readonly buckets: number[];
  seconds: number;
}

/**
 * Creates `cartulary_http_requests_total` and `cartulary_http_request_duration_seconds` in `registry`; returns the function
 * that counts a request. It counts in numbers, from which values of prom-client are made when they are read: prom-client
 * checks and hashes all labels of each observation, which takes a twentieth of a read by id.
 */
export function requestMetrics(registry: Registry): (request: FinishedRequest) => void {
  const routes = new Map<string, Map<string, Series>>();
  const all = () => [...routes.values()].flatMap((methods) => [...methods.values()]);
  const requests = new Counter({
    name: "cartulary_http_requests_total",
    help: "Finished requests",
    labelNames: ["method", "route", "status"],
    registers: [registry],
    collect() {
      requests.reset();
      for (const { labels, byStatus } of all())
        for (const [status, count] of byStatus) requests.inc({ ...labels, status }, count);
    },
  });
  registry.registerMetric(durationsOf(all) as unknown as Histogram);
  return ({ method: sent, route: matched, status, seconds }) => {
    const [method, route] = [METHODS.has(sent) ? sent : "other", matched ?? "unmatched"];
    const series = routes.get(route)?.get(method) ?? seriesIn(routes, method, route);
    series.byStatus.set(status, (series.byStatus.get(status) ?? 0) + 1);
    const bucket = bucketOf(seconds);
    series.buckets[bucket] = (series.buckets[bucket] ?? 0) + 1;
    series.seconds += seconds;
  };
}

function seriesIn(routes: Map<string, Map<string, Series>>, method: string, route: string): Series {
  const methods = routes.get(route) ?? new Map<string, Series>();
  const series = {
    labels: { method, route },
    byStatus: new Map(),
    buckets: Array(BOUNDS.length + 1).fill(0),
    seconds: 0,
  };
  routes.set(route, methods.set(method, series));
  return series;
}

function bucketOf(seconds: number): number {
  let bucket = 0;
  while (seconds > (BOUNDS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
  return bucket;
}

/** The part of a histogram of prom-client that its registry reads. */
function durationsOf(all: () => readonly Series[]) {
  const own = {
    name: "cartulary_http_request_duration_seconds",
    help: "Duration of requests until the last byte of their response",
    type: "histogram",
    aggregator: "sum",
  };
  return { ...own, get: async () => ({ ...own, values: all().flatMap((series) => durationValues(own.name, series)) }) };
}

function durationValues(name: string, { labels, buckets, seconds }: Series): readonly object[] {
  let count = 0;
  const cumulated = buckets.map((requests, index) => {
    count += requests;
    return { metricName: `${name}_bucket`, labels: { le: BOUNDS[index] ?? "+Inf", ...labels }, value: count };
  });
  return [
    ...cumulated,
    { metricName: `${name}_sum`, labels, value: seconds },
    { metricName: `${name}_count`, labels, value: count },
  ];
}
