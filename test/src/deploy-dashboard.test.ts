import { readFileSync } from "node:fs";
import { createMetrics } from "@cartulary/telemetry/metrics";
import { describe, expect, it } from "vitest";

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

/** Parts of a histogram are series of their own. */
const metricOf = (series: string): string => series.replace(/_(?:bucket|sum|count)$/, "");

const LABELS_OF_PROMETHEUS = ["le", "instance"];

describe("deploy/grafana.json", () => {
  const dashboard: Dashboard = JSON.parse(readFileSync(new URL("../../deploy/grafana.json", import.meta.url), "utf8"));
  const queries = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

  /** The labels of every metric that a host shows. */
  async function shown(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const metrics = createMetrics({
      version: "1.0.0",
      runtime: "node 24.0.0",
      sources: {
        shared: async () => ({
          jobs: [{ queue: "q", waiting: 1, running: 1, failed: 1 }],
          uploadsOpen: { chunked: 1, bulk: 1 },
          billingRuns: [{ status: "draft", count: 1 }],
        }),
        children: () => [{ pool: "p", waiting: 1, running: 1 }],
        connections: () => ({ used: 1, idle: 1, waiting: 1 }),
      },
    });
    metrics.requestEnded({ method: "GET", route: "/", status: 200, seconds: 1 });
    metrics.jobEnded("q", 1);
    const found = new Map<string, Set<string>>();
    for (const line of (await metrics.read("prometheus")).text.split("\n")) {
      const [, series = "", labels = ""] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
      const known = found.get(metricOf(series)) ?? new Set();
      for (const [, label = ""] of labels.matchAll(/(\w+)="/g)) known.add(label);
      found.set(metricOf(series), known);
    }
    return found;
  }

  it("queries only metrics and labels that a host exports, and each metric of ours", async () => {
    const metrics = await shown();
    const queried = queries.flatMap((query) => query.match(/\b(?:cartulary|process|nodejs)_\w+/g) ?? []).map(metricOf);
    expect([...metrics.keys()]).toEqual(expect.arrayContaining(queried));
    const ours = [...metrics.keys()].filter((name) => name.startsWith("cartulary_"));
    expect(new Set(queried.filter((name) => name.startsWith("cartulary_")))).toEqual(new Set(ours));
    for (const query of queries) {
      const known = query
        .match(/\b(?:cartulary|process|nodejs)_\w+/g)
        ?.flatMap((name) => [...(metrics.get(metricOf(name)) ?? [])]);
      const selected = [...query.matchAll(/(\w+)(?:=~|=|!=)"/g)].map(([, label]) => label);
      const grouped = [...query.matchAll(/by \(([^)]*)\)/g)].flatMap(([, labels = ""]) => labels.split(", "));
      expect([...LABELS_OF_PROMETHEUS, ...(known ?? [])], query).toEqual(
        expect.arrayContaining([...selected, ...grouped]),
      );
    }
  });
});
