import { readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readConfig } from "@cartulary/server";
import { describe, expect, it } from "vitest";
import { startHost, temporaryFolder, until } from "../../support/cartulary-process.ts";
import { dataFolder } from "../../support/data-folder.ts";
import type { Loaded } from "../../support/loaded-files.ts";
import { NODE } from "../../support/runtimes.ts";

const LOADING = pathToFileURL(join(import.meta.dirname, "../../support/loaded-files.ts")).href;
const TRACE = "0af7651916cd43dd8448eb211c80319c";
const SPAN = "b7ad6b7169203331";
const FILE = { name: "secret-lease.txt", bytes: Buffer.from("The rent of the mill") };

/** A span as a collector receives it. */
interface Received {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** Receives traces as JSON (OTLP over HTTP). */
async function startCollector() {
  const spans: Received[] = [];
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    const text = await bodyOf(request);
    texts.push(`${request.method} ${request.url}`, text);
    for (const { scopeSpans } of JSON.parse(text).resourceSpans) {
      for (const { spans: received } of scopeSpans) spans.push(...received);
    }
    response.setHeader("Content-Type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    spans,
    texts,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}

/** The values of a metric by its labels, as they are written. */
function valuesOf(text: string, name: string): ReadonlyMap<string, number> {
  const lines = text.split("\n").flatMap((line) => {
    const [, found, labels = "", value] = /^(\w+)(\{.*\})? (\S+)$/.exec(line) ?? [];
    return found === name ? [[labels, Number(value)] as const] : [];
  });
  return new Map(lines);
}

describe("A host that is watched", () => {
  it("counts, measures and logs", async () => {
    await using collector = await startCollector();
    await using folder = await dataFolder();
    await using host = await startHost({
      CARTULARY_DATA: folder.path,
      LOG_LEVEL: "debug",
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
      OTEL_BSP_SCHEDULE_DELAY: "50",
      OTEL_SERVICE_NAME: "archive-of-the-mill",
    });
    const client = await host.signIn();
    const document = await client.createDocument({ file: FILE });
    const token = await host.token();
    const requestHeaders = { Authorization: `Bearer ${token}`, traceparent: `00-${TRACE}-${SPAN}-01` };
    const read = await fetch(`${host.url}/api/v1/documents/documents/${document.id}`, { headers: requestHeaders });
    expect(read.status).toBe(200);
    await read.text();
    const content = await fetch(`${host.url}/api/v1/documents/documents/${document.id}/content`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect(await content.text()).toBe("The rent of the mill");
    await fetch(`${host.url}/nowhere/${"x".repeat(300)}?secret=1`);
    await fetch(`${host.url}/healthz`);

    const metrics = await fetch(`${host.url}/metrics`);
    expect(metrics.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await metrics.text();
    const route = "/api/v1/documents/documents/{id}";
    expect(valuesOf(text, "cartulary_http_requests_total").get(`{method="GET",route="${route}",status="200"}`)).toBe(1);
    expect(text).toContain('cartulary_http_requests_total{method="GET",route="unmatched",status="404"} 1');
    expect(text).toContain(`cartulary_http_request_duration_seconds_count{method="GET",route="${route}"} 1`);
    expect(text).not.toMatch(new RegExp(`${document.id}|nowhere|secret`));
    expect([...valuesOf(text, "cartulary_build_info").keys()]).toEqual([
      expect.stringMatching(/^\{version="\d+\.\d+\.\d+",runtime="node \d[\d.]*"\}$/),
    ]);
    expect([...valuesOf(text, "cartulary_uploads_open")]).toEqual([
      ['{kind="chunked"}', 0],
      ['{kind="bulk"}', 0],
    ]);
    const runs = [...valuesOf(text, "cartulary_billing_runs").keys()];
    expect(runs).toContain('{status="applied"}');
    expect([...valuesOf(text, "cartulary_database_connections").keys()]).toEqual([
      '{state="used"}',
      '{state="idle"}',
      '{state="waiting"}',
    ]);
    const jobs = [...valuesOf(text, "cartulary_jobs").keys()];
    for (const state of ["waiting", "running", "failed"]) {
      expect(jobs).toContainEqual(expect.stringMatching(new RegExp(`^\\{queue="[^"]+",state="${state}"\\}$`)));
    }
    const bytes = valuesOf(text, "cartulary_blob_bytes_total");
    expect([bytes.get('{direction="in"}'), bytes.get('{direction="out"}')]).toEqual([20, expect.any(Number)]);
    expect(bytes.get('{direction="out"}')).toBeGreaterThanOrEqual(20);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
    expect(text).toMatch(/^cartulary_contained_children\{pool="[\w-]+",state="waiting"\} 0$/m);

    const open = await fetch(`${host.url}/metrics`, {
      headers: { Accept: "application/openmetrics-text;version=1.0.0" },
    });
    expect(open.headers.get("content-type")).toMatch(/^application\/openmetrics-text/);
    const openText = await open.text();
    expect(openText).toMatch(/# EOF\n$/);
    expect(openText).toContain("# TYPE cartulary_http_requests counter");
    expect(openText).toContain('cartulary_http_requests_total{method="GET"');
    expect(await (await fetch(`${host.url}/metrics`)).text()).toContain("# TYPE cartulary_http_requests_total counter");

    const proxied = await fetch(`${host.url}/metrics`, { headers: { "X-Forwarded-For": "192.0.2.7" } });
    expect([proxied.status, ((await proxied.json()) as { error: string }).error]).toEqual([404, "not_found"]);
    expect((await fetch(`${host.url}/metrics`, { method: "POST" })).status).toBe(405);

    const lines = host.output.stderr.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line)] : []));
    const requests = lines.filter(({ msg }) => msg === "request");
    const traced = requests.find(({ trace_id }) => trace_id === TRACE);
    expect(traced).toMatchObject({ method: "GET", path: route, status: 200, level: 30 });
    expect(requests.every(({ trace_id }) => /^[0-9a-f]{32}$/.test(trace_id))).toBe(true);
    const probes = requests.filter(({ path }) => path === "/healthz" || path === "/metrics");
    expect(probes.length).toBeGreaterThan(3);
    expect(probes.every(({ level }) => level === 20)).toBe(true);
    const unmatched = requests.find(({ path }) => path.startsWith("/nowhere"));
    expect(unmatched).toMatchObject({ path: `/nowhere/${"x".repeat(191)}`, status: 404, level: 30 });

    const named = (name: string) => collector.spans.filter((span) => span.name === name);
    await until("the spans arrive", () => named(`GET ${route}`).length > 0 && named("blob read").length > 0);
    const [request] = named(`GET ${route}`);
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: SPAN, kind: 2 });
    const below = collector.spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(below.map(({ name }) => name)).toContain("SELECT");
    const upload = named("POST /api/v1/documents/documents")[0];
    const ofUpload = collector.spans.filter(({ traceId }) => traceId === upload?.traceId).map(({ name }) => name);
    expect(ofUpload).toEqual(expect.arrayContaining(["blob put", "transaction write", "INSERT"]));
    await until("a job of the upload is measured", () => {
      return collector.spans.some(({ name, traceId }) => name.startsWith("job ") && traceId === upload?.traceId);
    });
    const sent = collector.texts.join("\n");
    expect(sent).toContain("POST /v1/traces");
    expect(sent).toContain("archive-of-the-mill");
    for (const value of [document.id, "secret-lease", "The rent of", token, "sue@example.org", "nowhere"]) {
      expect(sent).not.toContain(value);
    }
  });

  it("shows its metrics to a client with the token, and loads nothing for traces without a collector", async () => {
    await using folder = await dataFolder();
    const file = join(folder.path, "metrics-token");
    await writeFile(file, "open-sesame\n");
    const loaded = join(folder.path, "loaded");
    const environment = { CARTULARY_DATA: folder.path, METRICS_TOKEN_FILE: file, LOADED_FILES: loaded };
    const observed = { ...NODE, options: ["--import", LOADING, ...NODE.options] };
    await using host = await startHost(environment, undefined, observed);
    const status = async (headers: Record<string, string>) => (await fetch(`${host.url}/metrics`, { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ Authorization: "Bearer open-sesam" })).toBe(401);
    expect(await status({ Authorization: "Bearer open-sesame" })).toBe(200);
    expect(await status({ Authorization: "bearer open-sesame", "X-Forwarded-For": "192.0.2.7" })).toBe(200);
    const description: unknown = await (await fetch(`${host.url}/openapi.json`)).json();
    const replies = { "200": { content: { "text/plain": { schema: { type: "string" } } } } };
    expect(description).toMatchObject({ paths: { "/metrics": { get: { responses: replies } } } });
    expect(host.output.stderr).not.toContain("trace_id");
    host.kill("SIGTERM");
    expect(await host.ended).toEqual({ code: 0, signal: null });
    const { modules }: Loaded = JSON.parse(await readFile(loaded, "utf8"));
    expect(modules.length).toBeGreaterThan(10);
    // prom-client loads the interfaces, for exemplars.
    expect(modules.filter((path) => /opentelemetry\/(?!api\/)|adapters\/telemetry\/src\/traces/.test(path))).toEqual(
      [],
    );
  });
});

describe("Secrets from files", () => {
  const surroundings = (directory: string) => ({ directory, isTerminal: false });

  it.each([
    ["CARTULARY_ADMIN_PASSWORD", "correct horse"],
    ["CARTULARY_CLIENT_SECRET", "a secret of 26 characters!"],
    ["DATABASE_URL", "postgres://a:b@c/d"],
    ["METRICS_TOKEN", "open-sesame"],
  ])("%s is the content of its file without the last line end", async (name, secret) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "secret"), `${secret}\r\n`);
    const direct = readConfig({ [name]: secret }, surroundings(folder.path));
    const byFile = { ...readConfig({ [`${name}_FILE`]: "secret" }, surroundings(folder.path)), unknownVariables: [] };
    expect(JSON.stringify(byFile)).toBe(JSON.stringify({ ...direct, unknownVariables: [] }));
    const both = { [name]: secret, [`${name}_FILE`]: "secret" };
    expect(() => readConfig(both, surroundings(folder.path))).toThrow(
      new RegExp(`^${name}_FILE cannot be used: ${name} is set too[^\n]*$`),
    );
  });

  it("need their file, and a value in it", async () => {
    await using folder = await temporaryFolder();
    const read = (environment: Readonly<Record<string, string>>) => () =>
      readConfig(environment, surroundings(folder.path));
    expect(read({ IDENTITY_SECRET_FILE: "missing" })).toThrow(/^IDENTITY_SECRET_FILE cannot be used: [^\n]*ENOENT/);
    await writeFile(join(folder.path, "empty"), "\n");
    expect(read({ METRICS_TOKEN_FILE: "empty" })).toThrow(/^METRICS_TOKEN_FILE cannot be used: [^\n]*empty/);
    await writeFile(join(folder.path, "short"), "x");
    expect(read({ CARTULARY_CLIENT_SECRET_FILE: "short" })).toThrow(/^CARTULARY_CLIENT_SECRET_FILE cannot be used:/);
    expect(read({ BLOBS_URL: "s3://b", AWS_SECRET_ACCESS_KEY_FILE: "short" })).toThrow(/^AWS_ACCESS_KEY_ID cannot/);
  });
});
